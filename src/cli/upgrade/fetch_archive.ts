import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { reasonOf, UsageError, UserError } from "../../base/user_error.ts";
import { isThere } from "../is_there.ts";

const CHECKSUMS = "SHA256SUMS";
const DIGEST = /^[0-9a-f]{64}$/;

/** An archive as it was asked for. */
export interface ArchiveSource {
  /** A path, or an address that begins with http:// or https://. */
  readonly from: string;
  /** Holds what its SHA-256 must be; else the line of SHA256SUMS beside it. */
  readonly sha256?: string;
}

/** An archive whose checksum was found right. */
export interface VerifiedArchive {
  readonly path: string;
  readonly sha256: string;
}

/** Finds or downloads the archive and verifies it before anything is unpacked; what it downloads goes into `folder`. */
export async function fetchArchive(
  { from, sha256 }: ArchiveSource,
  folder: string,
): Promise<VerifiedArchive> {
  const isAddress = /^https?:\/\//i.test(from);
  if (isAddress && !URL.canParse(from)) throw noArchive(from, "it is no address");
  // Before the checksum is asked for: that there is none of a mistyped name would be no answer.
  if (!isAddress && !isThere(resolve(from))) throw noArchive(from, "there is no such file");
  const expected = sha256 === undefined ? await listedDigest(from, isAddress) : sha256.toLowerCase();
  if (!DIGEST.test(expected)) {
    throw new UsageError("Cannot upgrade: --sha256 takes 64 hexadecimal digits", {
      hint: `copy them from ${CHECKSUMS}`,
    });
  }
  const path = isAddress ? join(folder, "archive") : resolve(from);
  const hash = createHash("sha256");
  try {
    if (isAddress) {
      await Deno.writeFile(path, (await get(from)).body ?? new Uint8Array(), { createNew: true });
    }
    for await (const piece of (await Deno.open(path)).readable) hash.update(piece);
  } catch (cause) {
    if (!isAddress) throw noArchive(from, reasonOf(cause), cause);
    throw new UserError(`Cannot download ${from}: ${reasonOf(cause)}`, { hint: "try again", cause });
  }
  const found = hash.digest("hex");
  if (found === expected) return { path, sha256: found };
  throw new UserError(
    `Cannot upgrade: the SHA-256 of ${from} must be ${expected} and is ${found}; nothing was unpacked`,
    { hint: "fetch it again, and report it if it stays" },
  );
}

/** The archive's digest in the checksums beside it. */
async function listedDigest(from: string, isAddress: boolean): Promise<string> {
  const hint = "give the archive's checksum with --sha256";
  const name = basename(isAddress ? new URL(from).pathname : from);
  let checksums: string;
  try {
    checksums = isAddress
      ? await (await get(new URL(CHECKSUMS, from).href)).text()
      : await Deno.readTextFile(join(dirname(resolve(from)), CHECKSUMS));
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "" : ` (${reasonOf(cause)})`;
    throw new UserError(`Cannot upgrade: there is no ${CHECKSUMS} beside ${from}${reason}`, { hint, cause });
  }
  const line = checksums.split(/\r?\n/).find((text) => text.slice(66) === name);
  if (line !== undefined && DIGEST.test(line.slice(0, 64))) return line.slice(0, 64);
  throw new UserError(`Cannot upgrade: ${CHECKSUMS} beside ${from} has no line for ${name}`, { hint });
}

async function get(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new Error(`the server answers ${answer.status}`);
}

function noArchive(from: string, reason: string, cause?: unknown): UserError {
  return new UserError(`Cannot upgrade from ${from}: ${reason}`, {
    hint: "name an archive of a release",
    cause,
  });
}
