import { closeStreams } from "./close_streams.ts";
import { ENVIRONMENT_NAMES, readEnvironment } from "./environment.ts";
import type { Paths } from "./paths.ts";
import { siblingMneme } from "./sibling_path.ts";

/**
 * Starts the `mneme` that lies beside this executable, detached, with nothing on its streams and only the listed
 * environment. The one place from which a hook starts mneme: the path is never anything but the sibling's.
 * `MNEME_CHILD` keeps hooks that such a process might set off from running. Throws when it cannot be started.
 */
export function startSibling(paths: Paths, args: readonly string[]): void {
  if (Deno.build.os === "windows") closeStreams();
  const child = new Deno.Command(siblingMneme(), {
    args: [...args],
    cwd: paths.root,
    clearEnv: true,
    env: childEnvironment(),
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  child.unref();
}

function childEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { MNEME_CHILD: "1" };
  for (const name of ENVIRONMENT_NAMES) {
    const value = readEnvironment(name);
    if (value !== undefined && !name.startsWith("CLAUDE_")) environment[name] ??= value;
  }
  return environment;
}
