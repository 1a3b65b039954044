import { UserError } from "../../base/user_error.ts";
import { type Remote, type RemotePlace, withoutPassword } from "../../sync/remote.ts";

/** Opens a remote by the kind of its address. */
export async function openRemote(place: RemotePlace): Promise<Remote> {
  if (/^postgres(?:ql)?:\/\//.test(place.url)) {
    return await (await import("../../sync/postgres_remote.ts")).PostgresRemote.open(place);
  }
  if (place.url.startsWith("dir:")) {
    return (await import("../../sync/folder_remote.ts")).FolderRemote.open(place);
  }
  if (place.url.startsWith("git:")) {
    return await (await import("../../sync/git_remote.ts")).GitRemote.open(place);
  }
  throw new UserError(`Cannot use ${withoutPassword(place.url)}: it names no remote that mneme knows`, {
    hint: "give postgres://HOST/DATABASE, dir:/a/shared/folder or git:URL",
  });
}
