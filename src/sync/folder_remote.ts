// A remote in a shared folder, opened by `open_space.ts`. It stores operations, each the state of a record.
import { infoOf, modeOf, retryWhileInUse, shortTextOf, unlessAbsent, writeAtomic } from "../machine/files.ts";
import { setExactMode } from "../machine/exact_mode.ts";
import {
  decodeOperation,
  encodeOperation,
  noSpace,
  type Operation,
  PAGE,
  type Remote,
  type RemoteOptions,
  sleep,
  unusable,
} from "./remote.ts";
import { BATCH_SIZE } from "./stamp.ts";

/** The milliseconds after which a reader looks again, as a folder does not report changes. */
const POLL_MS = 2000;
const HOUR_MS = 3_600_000;
/** The size limit of a batch's file in bytes. No batch of `BATCH_SIZE` operations is that large. */
const MOST_BYTES = 256e6;
/**
 * The name of a batch's file: the ids without their last two digits, and a mask in hexadecimal digits, whose
 * bit n is set if the file contains the id that ends with n.
 */
const BATCH_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{10})\.([0-9a-f]{1,16})\.ops$/;
const TEMPORARY_FILE = /\.ops\.[\w.-]+\.tmp$/;

/**
 * Operations that were sent together (a batch) are lines of one file, as folders of ten thousand files are slow. A file
 * gets its name when it is complete. The name says which operations it contains, so machines do not overwrite each
 * other's files. To remove an operation, the rest of its batch is written to a file with another mask, and the old file
 * is deleted. While a batch has several files, an operation that any of them lacks counts as removed.
 */
export class FolderRemote implements Remote {
  readonly #folder: string;
  /** The mode of the shared folder. Files get it, too, as other members must read them; they are encrypted. */
  readonly #mode: number;

  private constructor(folder: string, mode: number) {
    this.#folder = folder;
    this.#mode = mode;
  }

  static open({ url, space, name, isNew = false }: RemoteOptions): FolderRemote {
    const path = url.slice("dir:".length);
    const folder = `${path}/mneme-${space}`;
    return attempt(path, () => {
      const info = Deno.statSync(path);
      if (!info.isDirectory) throw new Error("it is no folder");
      const mode = modeOf(info) ?? 0o700;
      const mark = `${folder}/identity`; // not read: if somebody had put a pipe there, reading it would never end
      if (isNew && infoOf(mark) === undefined) {
        makeFolder(folder, mode);
        writeAtomic(mark, crypto.randomUUID(), { durable: true });
      }
      if (infoOf(mark)?.isFile === true) return new FolderRemote(folder, mode);
      const others = [...Deno.readDirSync(path)].filter((one) =>
        infoOf(`${path}/${one.name}/identity`)?.isFile
      );
      throw noSpace({ url, name }, others.length);
    });
  }

  async *read(wanted: readonly string[]): AsyncGenerator<readonly Operation[]> {
    const ids = new Set(wanted);
    let operations: Operation[] = [];
    for (const [batch, masks] of attempt(this.#folder, () => this.#batches(wanted))) {
      const there = new Set(idsIn(batch, common(masks)).filter((id) => ids.has(id)));
      if (there.size > 0) operations.push(...this.#read(batch, masks).filter(({ id }) => there.has(id)));
      if (operations.length < PAGE) continue;
      yield operations;
      operations = [];
    }
    yield operations;
  }

  /** Adds before it removes: a reader that sees old and new operations gets the same result. */
  push(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    return Promise.try(attempt, this.#folder, () => {
      for (const [batch, operations] of Map.groupBy(added, ({ id }) => batchOf(id))) {
        this.#write(batch, maskOf(operations.map(({ id }) => id)), operations);
      }
      const there = this.#batches(replaced);
      for (const [batch, ids] of Map.groupBy(replaced, batchOf)) {
        const masks = there.get(batch);
        if (masks !== undefined) this.#reduce(batch, masks, common(masks) & ~maskOf(ids));
      }
    });
  }

  /** Returns the ids. Reduces each batch to one file: two machines at once may have left several. */
  ids(): Promise<readonly string[]> {
    return Promise.try(attempt<string[]>, this.#folder, () => {
      const batches = [...this.#batches()];
      for (const [batch, masks] of batches) if (masks.length > 1) this.#reduce(batch, masks, common(masks));
      return batches.flatMap(([batch, masks]) => idsIn(batch, common(masks)));
    });
  }

  wait(ms: number): Promise<void> {
    return sleep(Math.min(ms, POLL_MS));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Returns the masks of each batch's files, the oldest batch first; with `ids` at least of their batches, as a
   * NAS takes milliseconds to list a folder. Deletes old temporary files.
   */
  #batches(ids?: readonly string[]): Map<string, bigint[]> {
    const all = () => [...Deno.readDirSync(this.#folder)].flatMap((one) => one.isDirectory ? one.name : []);
    const found: { readonly batch: string; readonly mask: bigint }[] = [];
    for (const folder of ids === undefined ? all() : new Set(ids.map((id) => folderOf(batchOf(id))))) {
      const entries = unlessAbsent(() => [...Deno.readDirSync(`${this.#folder}/${folder}`)]) ?? [];
      for (const { name, isFile } of entries) {
        const [, batch = "", mask = ""] = BATCH_FILE.exec(name) ?? [];
        if (isFile && folder === folderOf(batch)) found.push({ batch, mask: BigInt(`0x${mask}`) });
        if (!TEMPORARY_FILE.test(name)) continue; // of a killed process
        const path = `${this.#folder}/${folder}/${name}`;
        if (Date.now() - (infoOf(path)?.mtime?.getTime() ?? Infinity) > HOUR_MS) remove(path);
      }
    }
    found.sort((a, b) => a.batch < b.batch ? -1 : 1);
    const batches = Map.groupBy(found, ({ batch }) => batch);
    return new Map(batches.entries().map(([batch, all]) => [batch, all.map(({ mask }) => mask)]));
  }

  /** Reduces a batch to one file with the operations in `rest`, unless a file is still being copied. */
  #reduce(batch: string, masks: readonly bigint[], rest: bigint): void {
    if (rest !== 0n && !masks.includes(rest)) {
      const wanted = new Set(idsIn(batch, rest));
      const operations = this.#read(batch, masks).filter(({ id }) => wanted.has(id));
      if (operations.length < wanted.size) return;
      this.#write(batch, rest, operations);
    }
    for (const mask of masks) if (mask !== rest) remove(this.#fileOf(batch, mask));
  }

  /** Reads the operations of a batch from the first of its files that still exists. */
  #read(batch: string, masks: readonly bigint[]): Operation[] {
    for (const mask of masks) {
      const text = shortTextOf(this.#fileOf(batch, mask), MOST_BYTES);
      if (text === undefined) continue; // probably, another machine has just replaced it
      const ids = new Set(idsIn(batch, mask));
      const operations = text.split("\n").flatMap((line) => decodeOperation(line) ?? []);
      return operations.filter(({ id }) => ids.has(id));
    }
    return [];
  }

  #write(batch: string, mask: bigint, operations: readonly Operation[]): void {
    makeFolder(`${this.#folder}/${folderOf(batch)}`, this.#mode);
    const text = operations.map(encodeOperation).join("");
    // Durable, because this machine does not send an operation again once it has noted it as sent.
    const finish = (path: string, own: Deno.FileInfo) =>
      setExactMode(path, own, { mode: this.#mode & 0o666 });
    writeAtomic(this.#fileOf(batch, mask), text, { durable: true, finish });
  }

  #fileOf(batch: string, mask: bigint): string {
    return `${this.#folder}/${folderOf(batch)}/${batch}.${mask.toString(16)}.ops`;
  }
}

function batchOf(id: string): string {
  return id.slice(0, -2);
}

/** Returns one of 256 folders, by the end of the batch's id, as its beginning is a time. */
function folderOf(batch: string): string {
  return batch.slice(-2);
}

function maskOf(ids: readonly string[]): bigint {
  return ids.reduce((mask, id) => mask | 1n << BigInt(`0x${id.slice(-2)}`), 0n);
}

/** Returns the mask of the operations that are in all files of a batch. */
function common(masks: readonly bigint[]): bigint {
  return masks.reduce((all, mask) => all & mask);
}

function idsIn(batch: string, mask: bigint): string[] {
  return Array.from({ length: BATCH_SIZE }, (_, i) => i).filter((i) => (mask >> BigInt(i) & 1n) === 1n)
    .map((i) => batch + i.toString(16).padStart(2, "0"));
}

function makeFolder(path: string, mode: number): void {
  if (infoOf(path) !== undefined) return;
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
  // The umask would keep team members out; with setgid, files get the folder's group.
  setExactMode(path, Deno.lstatSync(path), { mode: mode & 0o2777 });
}

function remove(path: string): void {
  unlessAbsent(() => retryWhileInUse(() => Deno.removeSync(path))); // on Windows, a copying program may have it open
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw unusable(
      `the folder ${path}`,
      "make the folder (`mkdir`) or mount its disk, and make it writable",
      cause,
    );
  }
}
