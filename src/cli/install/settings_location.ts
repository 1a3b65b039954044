import { dirname, join, resolve } from "node:path";
import { homeFolder } from "../../host/paths.ts";
import { UsageError, UserError } from "../../core/user_error.ts";

/** Where `install` and `uninstall` were told to look; at most one is given. */
export interface ScopeOptions {
  readonly user?: boolean;
  readonly project?: boolean;
  readonly local?: boolean;
  readonly settings?: string;
}

/** The absolute path of the settings file that the options name; the user's own without any. */
export function settingsPath(options: ScopeOptions): string {
  const given = (["user", "project", "local", "settings"] as const).filter((name) =>
    options[name] !== undefined
  );
  if (given.length > 1) {
    throw new UsageError(`Cannot edit two settings files at once: --${given.join(" and --")} were given`, {
      hint: "give one of them",
    });
  }
  if (options.settings !== undefined) return resolve(options.settings);
  if (options.project === true) return resolve(".claude", "settings.json");
  if (options.local === true) return resolve(".claude", "settings.local.json");
  return join(clientFolder(), "settings.json");
}

/** The file that a symbolic link finally names, so that a link kept by a dotfile manager stays a link. It may not exist. */
export function followLinks(path: string): string {
  let target = path;
  for (let links = 0; links < 40; links++) {
    if (!isLink(target)) return target;
    const next = Deno.readLinkSync(target);
    // Not normalised: after a linked folder, `..` means the parent of what it links to.
    target = next.startsWith("/") || /^[A-Za-z]:/.test(next) ? next : `${dirname(target)}/${next}`;
  }
  throw new UserError(`Cannot edit ${path}: its symbolic links lead in a circle`, {
    hint: "correct the link",
  });
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The folder in which the client keeps the user's settings and skills; a `UserError` where it cannot be told. */
export function clientFolder(): string {
  const chosen = Deno.env.get("CLAUDE_CONFIG_DIR");
  if (chosen) return resolve(chosen);
  const home = homeFolder();
  if (home === undefined) {
    throw new UserError(
      "Cannot find the settings of Claude Code: neither HOME nor CLAUDE_CONFIG_DIR is set",
      {
        hint: "name the file with --settings",
      },
    );
  }
  return join(home, ".claude");
}
