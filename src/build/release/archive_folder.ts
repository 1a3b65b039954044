import { createHash } from "node:crypto";
import { BuildError } from "../build_error.ts";
import { tarEnd, type TarEntry, tarHeader, tarPadding } from "./tar_writer.ts";

/**
 * The dictionary is larger than an executable, so that each is found again in the one before it: a tenth of the bytes
 * that one of 8 MiB leaves. One thread, as several would cut the archive into blocks that know nothing of each other.
 */
const XZ = ["-T1", "--lzma2=preset=6,dict=192MiB", "--stdout"];

/** What is written out, one piece after the other. */
type Sink = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Packs the folder, under its own name, into an xz archive that plain `tar -xf` opens. Equal folders give equal bytes. */
export async function archiveFolder(folder: string, archive: string): Promise<void> {
  const unfinished = `${archive}.new`;
  const xz = startXz();
  try {
    const file = await Deno.open(unfinished, { write: true, create: true, truncate: true });
    await Promise.all([xz.stdout.pipeTo(file.writable), feed(xz, folder)]);
    const { success, code } = await xz.status;
    if (!success) throw new Error(`xz ended with ${code}`);
    await Deno.rename(unfinished, archive);
  } catch (cause) {
    end(xz);
    await Deno.remove(unfinished).catch(() => {}); // the first error is the one to tell
    if (cause instanceof BuildError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BuildError(
      `Cannot compress ${archive}: ${reason}; see what xz said, and that disk and memory suffice`,
    );
  }
}

/** One that waits for input would wait for as long as we run. */
function end(child: Deno.ChildProcess): void {
  try {
    child.kill();
  } catch {
    // It ended by itself.
  }
}

async function feed(xz: Deno.ChildProcess, folder: string): Promise<void> {
  const writer = xz.stdin.getWriter();
  await writeTar(folder, (bytes) => writer.write(bytes));
  await writer.close();
}

/** Writes the folder as a tar archive: sorted names, and of files with the same bytes one, with links to it. */
export async function writeTar(folder: string, sink: Sink): Promise<void> {
  const base = folder.slice(folder.lastIndexOf("/") + 1);
  await sink(tarHeader({ kind: "folder", name: base }));
  const first = new Map<string, string>();
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  for (const name of names) {
    const path = `${folder}/${name}`;
    const { size, mode, isFile } = await Deno.stat(path);
    if (!isFile) throw new BuildError(`Cannot archive ${path}: it is not a file; take it away`);
    const isExecutable = mode === null ? name.endsWith(".exe") : (mode & 0o100) !== 0;
    const digest = `${isExecutable} ${await fileDigest(path)}`;
    const to = first.get(digest);
    const entry: TarEntry = to === undefined
      ? { kind: "file", name: `${base}/${name}`, size, isExecutable }
      : { kind: "link", name: `${base}/${name}`, to, isExecutable };
    await sink(tarHeader(entry));
    if (to !== undefined) continue;
    first.set(digest, entry.name);
    for await (const piece of (await Deno.open(path)).readable) await sink(piece);
    await sink(tarPadding(size));
  }
  await sink(tarEnd());
}

/** The SHA-256 of a file of any size, hexadecimal. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of (await Deno.open(path)).readable) hash.update(piece);
  return hash.digest("hex");
}

function startXz(): Deno.ChildProcess {
  try {
    return new Deno.Command("xz", { args: XZ, stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new BuildError("Cannot compress the archive: xz is not installed; install xz (Debian: xz-utils)");
  }
}
