import { infoOf, textOf } from "../machine/files.ts";
import { isAbsolute } from "../machine/paths.ts";

const NAME_FILE = ".mneme-project";
const MOST_UNITS = 200;

/**
 * Returns the name of a project on every machine: its git remote (`github.com/owner/name`, with the folder below it
 * where the project is only a part), else the first line of its `.mneme-project`. `undefined` where it has neither: its
 * path means nothing elsewhere.
 */
export function projectName(folder: string): string | undefined {
  if (!isAbsolute(folder)) return folder; // a name that came from another machine, of a project that is not here
  for (let root = folder;;) {
    const own = textOf(`${root}/${NAME_FILE}`)?.split("\n")[0]?.trim();
    const config = gitConfig(root);
    const name = (config === undefined ? undefined : remoteName(config)) ?? (own || undefined);
    const below = folder.slice(root.length).replaceAll("\\", "/");
    if (name !== undefined) return name.length > MOST_UNITS ? undefined : name + below;
    if (config !== undefined) return undefined; // a repository ends where it begins
    const slash = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    if (slash <= 0) return undefined;
    root = root.slice(0, slash);
  }
}

/** `origin` of a git configuration, else its first remote, without protocol, user, password and `.git`. */
export function remoteName(config: string): string | undefined {
  const remotes = [...config.matchAll(/^\s*\[remote "([^"]*)"\]([^[]*)/gm)].flatMap(([, name, body = ""]) => {
    const url = /^\s*url\s*=\s*(\S+)/m.exec(body)?.[1];
    return url === undefined ? [] : [{ name, url }];
  });
  const url = (remotes.find(({ name }) => name === "origin") ?? remotes[0])?.url;
  return url === undefined ? undefined : normalisedRemote(url);
}

/** `git@github.com:Owner/name.git` and `https://me:key@github.com/Owner/name` are the same. */
export function normalisedRemote(url: string): string | undefined {
  if (/^[A-Za-z]:[\\/]/.test(url)) return undefined; // a folder of Windows, and no host of one letter
  const plain = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/^[^@/]*@/, "");
  const whole = plain.replace(/^([^/:]+):(?:\d+\/)?/, "$1/").replace(/\/+$/, "").replace(/\.git$/, "");
  return whole.startsWith("/") || !whole.includes("/") ? undefined : whole.toLowerCase();
}

function gitConfig(root: string): string | undefined {
  return infoOf(`${root}/.git`)?.isDirectory ? textOf(`${root}/.git/config`) : undefined;
}
