import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError, UserError } from "../../core/user_error.ts";
import { isThere } from "../is_there.ts";

const CHECKSUMS = "SHA256SUMS";
const DIGEST = /^[0-9a-f]{64}$/;

/** An archive as it was asked for. */
export interface ArchiveSource {
  /** A path, or an address that begins with http:// or https://. */
  readonly from: string;
  /** What its SHA-256 must be; else the line of SHA256SUMS beside it. */
  readonly sha256: string | undefined;
}

/** An archive whose checksum was found right. */
export interface VerifiedArchive {
  readonly path: string;
  readonly sha256: string;
}

/** Finds or downloads the archive and verifies it before anything is unpacked; what it downloads goes into `folder`. */
export async function fetchArchive(source: ArchiveSource, folder: string): Promise<VerifiedArchive> {
  const { from } = source;
  const isAddress = /^https?:\/\//i.test(from);
  if (isAddress && !URL.canParse(from)) throw noArchive(from, "it is no address");
  const name = basename(isAddress ? new URL(from).pathname : from);
  // Before the checksum is asked for: that there is none of a mistyped name would be no answer.
  if (!isAddress && !isThere(resolve(from))) throw noArchive(from, "there is no such file");
  const expected = source.sha256 === undefined
    ? expectedDigest(await readChecksums(from, isAddress), name, from)
    : givenDigest(source.sha256);
  const path = isAddress ? join(folder, "archive.tar.xz") : resolve(from);
  if (isAddress) await download(from, path);
  const found = await digestOfFile(path, from);
  if (found === expected) return { path, sha256: found };
  throw new UserError(
    `Cannot upgrade: the SHA-256 of ${from} must be ${expected} and is ${found}; nothing was unpacked`,
    { hint: "fetch it again, and report it if it stays" },
  );
}

function givenDigest(text: string): string {
  const digest = text.toLowerCase();
  if (DIGEST.test(digest)) return digest;
  throw new UsageError("Cannot upgrade: --sha256 takes 64 hexadecimal digits", {
    hint: `copy them from ${CHECKSUMS}`,
  });
}

function expectedDigest(checksums: string, name: string, from: string): string {
  const line = checksums.split(/\r?\n/).find((text) =>
    text.slice(66) === name && DIGEST.test(text.slice(0, 64))
  );
  if (line !== undefined) return line.slice(0, 64);
  throw new UserError(`Cannot upgrade: ${CHECKSUMS} beside ${from} has no line for ${name}`, {
    hint: "give its checksum with --sha256",
  });
}

async function readChecksums(from: string, isAddress: boolean): Promise<string> {
  try {
    if (!isAddress) return await Deno.readTextFile(join(dirname(resolve(from)), CHECKSUMS));
    return await (await get(new URL(CHECKSUMS, from).href)).text();
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "" : ` (${reasonOf(cause)})`;
    throw new UserError(`Cannot upgrade: there is no ${CHECKSUMS} beside ${from}${reason}`, {
      hint: "give the archive's checksum with --sha256",
      cause,
    });
  }
}

async function download(address: string, path: string): Promise<void> {
  try {
    const answer = await get(address);
    using file = await Deno.open(path, { write: true, createNew: true });
    for await (const piece of answer.body ?? []) await writeAll(file, piece);
  } catch (cause) {
    throw new UserError(`Cannot download ${address}: ${reasonOf(cause)}`, { hint: "try again", cause });
  }
}

async function get(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new Error(`the server answers ${answer.status}`);
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await file.write(rest));
}

async function digestOfFile(path: string, from: string): Promise<string> {
  try {
    const hash = createHash("sha256");
    for await (const piece of (await Deno.open(path)).readable) hash.update(piece);
    return hash.digest("hex");
  } catch (cause) {
    throw noArchive(from, reasonOf(cause), cause);
  }
}

function noArchive(from: string, reason: string, cause?: unknown): UserError {
  return new UserError(`Cannot upgrade from ${from}: ${reason}`, {
    hint: "name an archive of a release",
    cause,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split("\n")[0] ?? "" : String(error);
}
