import { createHash } from "node:crypto";
import { join } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { mnemeIn, nameHooks } from "../registration/own_folder.ts";
import { isThere } from "../frame/is_there.ts";
import { start } from "../frame/start_program.ts";
import type { VerifiedArchive } from "./fetch_archive.ts";
import { isFile, renameAgain } from "../../machine/files.ts";
import { systemProgram } from "../../machine/system_program.ts";

const UNPACK_HINT = "free some space (it takes half a GB), and see that tar can read xz";

/** Windows refuses to rename a folder while a virus scanner looks at what was just written: 8 s, in growing pauses. */
const SCANNED_MS = 4_096;

/** A version as it was unpacked; known to start. */
export interface UnpackedVersion {
  readonly folder: string;
  /** Holds what its `mneme` says of itself. */
  readonly version: string;
}

/** Unpacks the archive into `folder` and starts its `mneme` once; throws unless it is one for this system. */
export function unpackVersion(archive: VerifiedArchive, folder: string): UnpackedVersion {
  // Not Git's on Windows, for which `C:` is the name of a server.
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

/**
 * Puts the version beside the others and returns the name of its folder. One that is there already is never written to,
 * as its executables may be running: where it differs, the new one gets a name of its own.
 */
export function placeVersion(unpacked: UnpackedVersion, root: string, sha256: string): string {
  const names = [unpacked.version, `${unpacked.version}.${sha256.slice(0, 8)}`];
  for (const name of names) {
    const place = join(root, name);
    if (!isThere(place)) {
      renameAgain(() => Deno.renameSync(unpacked.folder, place), SCANNED_MS);
      return name;
    }
    if (digestOfFile(mnemeIn(place)) === digestOfFile(mnemeIn(unpacked.folder))) {
      nameHooks(place);
      return name;
    }
  }
  const places = names.map((name) => join(root, name)).join(" and ");
  throw new UserError(`Cannot upgrade: ${places} are there and differ`, {
    hint: "remove the one that is not in use",
  });
}

/** The SHA-256 of a file, hexadecimal; empty where there is none. */
export function digestOfFile(path: string): string {
  return isFile(path) ? createHash("sha256").update(Deno.readFileSync(path)).digest("hex") : "";
}
