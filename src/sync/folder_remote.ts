import { reasonOf, UserError } from "../base/user_error.ts";
import {
  infoOf,
  modeOf,
  renameAgain,
  shortTextOf,
  textOf,
  unlessAbsent,
  writeAtomic,
} from "../machine/files.ts";
import {
  decodeOperation,
  encodeOperation,
  type Operation,
  PAGE,
  type Remote,
  type RemotePlace,
} from "./remote.ts";
import { TOGETHER } from "./sealing.ts";

const POLL_MS = 2000;
const HOUR_MS = 3_600_000;
/** Nothing that a person or an agent writes fills a file with 64 of them. */
const MOST_BYTES = 256e6;
/** The ids of a batch but for their last two digits, then which of them the file holds, a bit each. */
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{10})\.([0-9a-f]{1,16})\.ops$/;
const TEMPORARY = /\.ops\.[\w.-]+\.tmp$/;

/**
 * A folder that machines share: a NAS, or one that Syncthing or another program copies. What was sent together lies in
 * one file, a line an operation, as folders of ten thousand files are slow. Files are written beside their names and
 * then renamed, so that nobody reads half of one, and never changed, so that two machines never write the same one: to
 * take an operation away is to write the others into a new file, whose name says which they are. Where two machines did
 * that at once, a batch holds what all of its files name.
 */
export class FolderRemote implements Remote {
  readonly #folder: string;
  /** Of the shared folder: what lies in it is sealed, and whoever may use the one may use the other. */
  readonly #mode: number;

  private constructor(folder: string, mode: number) {
    this.#folder = folder;
    this.#mode = mode;
  }

  static open({ url, space, isNew = false }: RemotePlace): FolderRemote {
    const path = url.slice("dir:".length);
    const folder = `${path}/mneme-${space}`;
    return attempt(path, () => {
      const info = Deno.statSync(path);
      if (!info.isDirectory) throw new Error("it is no folder");
      const mode = modeOf(info) ?? 0o700;
      if (isNew && textOf(`${folder}/identity`) === undefined) {
        makeFolder(folder, mode);
        writeAtomic(`${folder}/identity`, crypto.randomUUID(), { durable: true, mode: mode & 0o666 });
      }
      if (textOf(`${folder}/identity`) === undefined) throw new Error("this space is not in it");
      return new FolderRemote(folder, mode);
    });
  }

  async *read(wanted: readonly string[]): AsyncGenerator<readonly Operation[]> {
    const ids = new Set(wanted);
    let operations: Operation[] = [];
    for (const [batch, masks] of attempt(this.#folder, () => this.#batches())) {
      if (!idsIn(batch, common(masks)).some((id) => ids.has(id))) continue;
      operations.push(...this.#read(batch, masks).filter(({ id }) => ids.has(id)));
      if (operations.length < PAGE) continue;
      yield operations;
      operations = [];
    }
    yield await Promise.resolve(operations);
  }

  /** Adds first: whoever reads in between sees both, which says the same. */
  push(added: readonly Operation[], replaced: readonly string[]): Promise<void> {
    return Promise.resolve().then(() =>
      attempt(this.#folder, () => {
        for (const [batch, operations] of Map.groupBy(added, ({ id }) => batchOf(id))) {
          this.#write(batch, maskOf(operations.map(({ id }) => id)), operations);
        }
        const there = this.#batches();
        for (const [batch, ids] of Map.groupBy(replaced, batchOf)) {
          const masks = there.get(batch);
          if (masks !== undefined) this.#reduce(batch, masks, common(masks) & ~maskOf(ids));
        }
      })
    );
  }

  ids(): Promise<readonly string[]> {
    return Promise.resolve().then(() =>
      attempt(
        this.#folder,
        () => [...this.#tidied()].flatMap(([batch, masks]) => idsIn(batch, common(masks))),
      )
    );
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, Math.min(ms, POLL_MS)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  /** Lists the operations that each file of a batch holds, in the order in which they were sent. */
  #batches(): Map<string, bigint[]> {
    const found: (readonly [string, bigint])[] = [];
    for (const { name: folder, isDirectory } of Deno.readDirSync(this.#folder)) {
      if (!isDirectory) continue;
      for (
        const { name, isFile } of unlessAbsent(() => [...Deno.readDirSync(`${this.#folder}/${folder}`)]) ?? []
      ) {
        const [, batch = "", mask = ""] = NAME.exec(name) ?? [];
        if (isFile && folder === folderOf(batch)) found.push([batch, BigInt(`0x${mask}`)]);
        if (TEMPORARY.test(name)) removeIfOld(`${this.#folder}/${folder}/${name}`);
      }
    }
    found.sort(([a], [b]) => a < b ? -1 : 1);
    return new Map(
      [...Map.groupBy(found, ([batch]) => batch)].map(([batch, all]) => [batch, all.map(([, mask]) => mask)]),
    );
  }

  /** The same with one file a batch: what two machines took away at once is in none of them any more. */
  #tidied(): Map<string, bigint[]> {
    const there = this.#batches();
    for (const [batch, masks] of there) {
      if (masks.length > 1 && this.#reduce(batch, masks, common(masks))) there.set(batch, [common(masks)]);
    }
    return there;
  }

  /** Leaves these operations of a batch; false where its file is not all here yet, as while it is being copied. */
  #reduce(batch: string, masks: readonly bigint[], left: bigint): boolean {
    if (left !== 0n && !masks.includes(left)) {
      const wanted = new Set(idsIn(batch, left));
      const operations = this.#read(batch, masks).filter(({ id }) => wanted.has(id));
      if (operations.length < wanted.size) return false;
      this.#write(batch, left, operations);
    }
    for (const mask of masks) if (mask !== left) remove(this.#fileOf(batch, mask));
    return true;
  }

  /** The operations of a batch that are whole, from the first file that has any. */
  #read(batch: string, masks: readonly bigint[]): Operation[] {
    for (const mask of masks) {
      const text = shortTextOf(this.#fileOf(batch, mask), MOST_BYTES);
      if (text === undefined) continue; // somebody has just replaced it
      const ids = new Set(idsIn(batch, mask));
      const operations = text.split("\n").flatMap((line) => decodeOperation(line) ?? []);
      return operations.filter(({ id }) => ids.has(id));
    }
    return [];
  }

  #write(batch: string, mask: bigint, operations: readonly Operation[]): void {
    makeFolder(`${this.#folder}/${folderOf(batch)}`, this.#mode);
    const text = operations.map(encodeOperation).join("");
    // Waits for the disk: what this machine takes for sent it does not send again.
    writeAtomic(this.#fileOf(batch, mask), text, { durable: true, mode: this.#mode & 0o666 });
  }

  #fileOf(batch: string, mask: bigint): string {
    return `${this.#folder}/${folderOf(batch)}/${batch}.${mask.toString(16)}.ops`;
  }
}

function batchOf(id: string): string {
  return id.slice(0, -2);
}

/** In 256 folders by the end of the batch, whose beginning is a time. */
function folderOf(batch: string): string {
  return batch.slice(-2);
}

function maskOf(ids: readonly string[]): bigint {
  return ids.reduce((mask, id) => mask | 1n << BigInt(`0x${id.slice(-2)}`), 0n);
}

/** Returns the operations that all files of a batch hold: they are only ever taken out of it. */
function common(masks: readonly bigint[]): bigint {
  return masks.reduce((all, mask) => all & mask);
}

function idsIn(batch: string, mask: bigint): string[] {
  return Array.from({ length: TOGETHER }, (_, i) => i).filter((i) => (mask >> BigInt(i) & 1n) === 1n)
    .map((i) => batch + i.toString(16).padStart(2, "0"));
}

function makeFolder(path: string, mode: number): void {
  if (infoOf(path) !== undefined) return;
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
  try {
    Deno.chmodSync(path, mode & 0o2777); // the umask would keep the others of a team out
  } catch {
    // Some file systems have no modes.
  }
}

/** Removes a file that a killed machine left half-written. */
function removeIfOld(path: string): void {
  const changed = infoOf(path)?.mtime?.getTime() ?? Infinity;
  if (Date.now() - changed > HOUR_MS) remove(path);
}

function remove(path: string): void {
  unlessAbsent(() => renameAgain(() => Deno.removeSync(path))); // on Windows who copies it may look at it
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new UserError(`Cannot use the folder ${path}: ${reasonOf(cause)}`, {
      hint: "make the folder reachable and writable, then run `mneme sync`",
      cause,
    });
  }
}
