import { join } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { renameAgain } from "../../host/atomic_file.ts";
import { isThere } from "../is_there.ts";
import type { VerifiedArchive } from "./fetch_archive.ts";

const UNPACK_HINT = Deno.build.os === "windows"
  ? "free some space (it takes half a GB); tar of Windows 11 23H2 and later reads xz"
  : "free some space (it takes half a GB), and see that xz is installed";
const SUFFIX = Deno.build.os === "windows" ? ".exe" : "";

/**
 * Windows' own by its whole path: a name alone may mean a program of the current folder, or Git's tar, for which `C:` is
 * the name of a server.
 */
function tarProgram(): string {
  return Deno.build.os === "windows"
    ? `${Deno.env.get("SystemRoot") ?? "C:\\Windows"}\\System32\\tar.exe`
    : "tar";
}

/** A version as it was unpacked; known to start. */
export interface UnpackedVersion {
  readonly folder: string;
  /** What its `mneme` says of itself. */
  readonly version: string;
}

/** Unpacks the archive into `folder` and starts its `mneme` once; throws unless it is one for this system. */
export function unpackVersion(archive: VerifiedArchive, folder: string): UnpackedVersion {
  const run = start(tarProgram(), ["-xf", archive.path, "-C", folder]);
  if (run.complaint !== undefined) {
    throw new UserError(`Cannot unpack ${archive.path}: ${run.complaint}`, {
      hint: UNPACK_HINT,
    });
  }
  const [name] = [...Deno.readDirSync(folder)].filter((entry) => entry.isDirectory).map((entry) =>
    entry.name
  );
  const unpacked = join(folder, name ?? "");
  const { output, complaint } = start(join(unpacked, `mneme${SUFFIX}`), ["--version"]);
  if (complaint !== undefined || !/^\d[\w.+-]*$/.test(output)) {
    throw new UserError(
      `Cannot upgrade: the mneme of ${archive.path} does not start here: ${complaint ?? output}`,
      {
        hint: "choose the archive for this system",
      },
    );
  }
  return { folder: unpacked, version: output };
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
      renameAgain(() => Deno.renameSync(unpacked.folder, place)); // Windows refuses while something in it is looked at
      return name;
    }
    if (isSame(unpacked.folder, place)) return name;
  }
  throw new UserError(
    `Cannot upgrade: ${names.map((name) => join(root, name)).join(" and ")} are there and differ`,
    {
      hint: "remove the one that is not in use",
    },
  );
}

/** What the program printed, trimmed, or why it did not do as it was told. */
export function start(program: string, args: readonly string[]): { output: string; complaint?: string } {
  try {
    const { success, code, stdout, stderr } = new Deno.Command(program, { args: [...args], stdin: "null" })
      .outputSync();
    const output = new TextDecoder().decode(stdout).trim();
    if (success) return { output };
    const said = new TextDecoder().decode(stderr).trim().split("\n")[0];
    return { output, complaint: said || `it ended with ${code}` };
  } catch (error) {
    return { output: "", complaint: error instanceof Error ? error.message : String(error) };
  }
}

/** The same list of checksums, and all files of it still there in their size. */
function isSame(folder: string, place: string): boolean {
  const [ours, theirs] = [folder, place].map((one) => inventory(one));
  return ours !== undefined && ours === theirs;
}

function inventory(folder: string): string | undefined {
  try {
    const files = [...Deno.readDirSync(folder)].map(({ name }) =>
      `${name} ${Deno.statSync(join(folder, name)).size}`
    );
    return [Deno.readTextFileSync(join(folder, "SHA256SUMS")), ...files.sort()].join("\n");
  } catch {
    return undefined;
  }
}
