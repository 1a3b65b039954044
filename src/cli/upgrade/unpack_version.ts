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

/** The longest pause before renaming again: on Windows a virus scanner holds new folders for up to 8 s. */
const SCANNED_MS = 4_096;

/** An unpacked version that is known to start. */
export interface UnpackedVersion {
  readonly folder: string;
  /** The version that its `mneme` prints. */
  readonly version: string;
}

/** Unpacks the archive into `folder` and starts its `mneme` once; throws unless it is for this system. */
export function unpackVersion(archive: VerifiedArchive, folder: string): UnpackedVersion {
  // not Git's tar on Windows, to which `C:` is a server's name
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
 * Moves the version beside the others and returns its folder's name. A version that is there is never overwritten, as
 * it may be running: a differing one gets a name of its own.
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

/** Returns the SHA-256 of a file in hex; "" without a file. */
export function digestOfFile(path: string): string {
  return isFile(path) ? createHash("sha256").update(Deno.readFileSync(path)).digest("hex") : "";
}
