import { UserError } from "../../core/user_error.ts";
import { type ArchiveSource, fetchArchive } from "./fetch_archive.ts";
import { type Switched, switchVersion } from "./switched.ts";
import { placeVersion, unpackVersion } from "./unpack_version.ts";
import { requireVersions } from "./versions.ts";

/** Verifies the archive, unpacks it beside the version in use, and switches to it; the version in use stays. */
export async function upgrade(source: ArchiveSource): Promise<Switched> {
  const versions = requireVersions("upgrade");
  const work = makeWorkFolder(versions.root);
  try {
    const archive = await fetchArchive(source, work);
    const folder = `${work}/unpacked`;
    Deno.mkdirSync(folder);
    const unpacked = unpackVersion(archive, folder);
    return switchVersion(versions, placeVersion(unpacked, versions.root, archive.sha256));
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

/** On the same disk as the versions, so that the new one can be renamed into place. */
function makeWorkFolder(root: string): string {
  try {
    return Deno.makeTempDirSync({ dir: root, prefix: ".new." });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`Cannot upgrade in ${root}: ${reason}`, {
      hint: "free some space or make it writable",
      cause,
    });
  }
}
