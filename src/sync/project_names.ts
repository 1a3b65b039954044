import { infoOf, textOf } from "../machine/files.ts";
import { isAbsolute } from "../machine/paths.ts";

const NAME_FILE = ".mneme-project";
/** The longest name of a project, in UTF-16 units. */
const MOST_UNITS = 200;

/**
 * Returns the name of a project that is the same on every machine. The nearest folder, going up to the root of the git
 * repository, that has a git remote (`github.com/owner/name`) or else a `.mneme-project` (its first line) gives the
 * name; the path below that folder is appended. Returns `undefined` if no folder has either, or if the name is too long.
 */
export function projectName(folder: string): string | undefined {
  if (!isAbsolute(folder)) return folder; // not a path: the name of a project that only another machine has
  for (let root = folder;;) {
    const own = textOf(`${root}/${NAME_FILE}`)?.split("\n")[0]?.trim();
    const config = gitConfig(root);
    const name = (config === undefined ? undefined : remoteName(config)) ?? (own || undefined);
    const below = folder.slice(root.length).replaceAll("\\", "/");
    if (name !== undefined) return name.length > MOST_UNITS ? undefined : name + below;
    if (config !== undefined) return undefined; // the folders above a repository do not belong to the project
    const slash = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    if (slash <= 0) return undefined;
    root = root.slice(0, slash);
  }
}

/** Returns the normalised URL of the remote `origin` in a git configuration, else of the first remote. */
function remoteName(config: string): string | undefined {
  const remotes = [...config.matchAll(/^\s*\[remote "([^"]*)"\]([^[]*)/gm)].flatMap(([, name, body = ""]) => {
    const url = /^\s*url\s*=\s*(\S+)/m.exec(body)?.[1];
    return url === undefined ? [] : [{ name, url }];
  });
  const url = (remotes.find(({ name }) => name === "origin") ?? remotes[0])?.url;
  return url === undefined ? undefined : normalisedRemote(url);
}

/**
 * Returns a URL in lower case, without protocol, user, password, port and `.git`: `github.com/owner/name` for
 * `git@github.com:Owner/name.git` and for `https://me:key@github.com/Owner/name`. Returns `undefined` for a local path.
 */
export function normalisedRemote(url: string): string | undefined {
  if (/^[A-Za-z]:[\\/]/.test(url)) return undefined; // a Windows path, and not a host with a name of one letter
  const plain = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/^[^@/]*@/, "");
  const whole = plain.replace(/^([^/:]+):(?:\d+\/)?/, "$1/").replace(/\/+$/, "").replace(/\.git$/, "");
  return whole.startsWith("/") || !whole.includes("/") ? undefined : whole.toLowerCase();
}

function gitConfig(root: string): string | undefined {
  return infoOf(`${root}/.git`)?.isDirectory ? textOf(`${root}/.git/config`) : undefined;
}
