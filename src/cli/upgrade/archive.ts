import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { systemProgram } from "../../machine/system_program.ts";
import { plainReason } from "../frame/attempt.ts";
import { isThere } from "../frame/is_there.ts";
import { start } from "../frame/start_program.ts";
import { mnemeIn, nameHooks } from "../registration/own_folder.ts";
import type { UnpackedVersion } from "./versions.ts";

const CHECKSUMS = "SHA256SUMS";

/** An archive whose checksum was verified. */
export interface VerifiedArchive {
  readonly path: string;
  readonly sha256: string;
}

/**
 * Finds or downloads the archive (a path or an http address) and verifies its checksum, before it is unpacked. A
 * download is written to `folder`.
 */
export async function fetchArchive(from: string, folder: string): Promise<VerifiedArchive> {
  const isAddress = /^https?:\/\//i.test(from);
  if (isAddress && !URL.canParse(from)) throw noArchive(from, "it is no address");
  // Checked first, as an error about a missing checksum would be puzzling for a mistyped name.
  if (!isAddress && !isThere(resolve(from))) throw noArchive(from, "there is no such file");
  const expected = await listedDigest(from, isAddress);
  const path = isAddress ? join(folder, "archive") : resolve(from);
  const hash = createHash("sha256");
  try {
    if (isAddress) {
      await Deno.writeFile(path, (await get(from)).body ?? new Uint8Array(), { createNew: true });
    }
    for await (const piece of (await Deno.open(path)).readable) hash.update(piece);
  } catch (cause) {
    if (!isAddress) throw noArchive(from, plainReason(cause), cause);
    throw new UserError(`Cannot download ${from}: ${plainReason(cause)}`, { hint: "try again", cause });
  }
  const found = hash.digest("hex");
  if (found === expected) return { path, sha256: found };
  throw new UserError(
    `Cannot upgrade: the SHA-256 of ${from} must be ${expected} and is ${found}; nothing was unpacked`,
    { hint: "fetch it again, and report it if it stays" },
  );
}

/** Returns the archive's SHA-256 from the file `SHA256SUMS` in the same folder. */
async function listedDigest(from: string, isAddress: boolean): Promise<string> {
  const hint = "put the one of its release there";
  const name = basename(isAddress ? new URL(from).pathname : from);
  let checksums: string;
  try {
    checksums = isAddress
      ? await (await get(new URL(CHECKSUMS, from).href)).text()
      : await Deno.readTextFile(join(dirname(resolve(from)), CHECKSUMS));
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "" : ` (${plainReason(cause)})`;
    throw new UserError(`Cannot upgrade: there is no ${CHECKSUMS} beside ${from}${reason}`, { hint, cause });
  }
  const line = checksums.split(/\r?\n/).find((text) => text.slice(66) === name);
  if (line !== undefined && /^[0-9a-f]{64}/.test(line)) return line.slice(0, 64);
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

const UNPACK_HINT = "free some space (it takes half a GB), and see that tar can read xz";

/** Unpacks the archive into `folder` and starts its `mneme` once. Throws if that does not run on this system. */
export function unpackVersion(archive: VerifiedArchive, folder: string): UnpackedVersion {
  // on Windows not Git's tar, which takes `C:` for the name of a server
  const tar = Deno.build.os === "windows" ? systemProgram("tar") : "tar";
  const run = start(tar, ["-xf", archive.path, "-C", folder]);
  if (run.complaint !== undefined) {
    throw new UserError(`Cannot unpack ${archive.path}: ${run.complaint}`, { hint: UNPACK_HINT });
  }
  const entry = [...Deno.readDirSync(folder)].find(({ isDirectory }) => isDirectory);
  const unpacked = join(folder, entry?.name ?? "");
  const { output, complaint } = start(mnemeIn(unpacked), ["--version"]);
  if (complaint === undefined && /^\d[\w.+-]*$/.test(output)) {
    nameHooks(unpacked);
    return { folder: unpacked, version: output };
  }
  const problem = `the mneme of ${archive.path} does not start here: ${complaint ?? output}`;
  throw new UserError(`Cannot upgrade: ${problem}`, { hint: "choose the archive for this system" });
}
