import { join } from "node:path";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../core/hook_names.ts";
import { UserError } from "../../core/user_error.ts";
import { isExecutable } from "../../host/mode.ts";
import { infoOf } from "../is_there.ts";
import type { HookEntry } from "./settings_edit.ts";

/** What is registered with the client for the executables in this folder. */
export function hookEntries(folder: string): HookEntry[] {
  return HOOK_REGISTRATIONS.map(({ event, executable, timeoutSeconds, statusMessage }) => ({
    event,
    hook: {
      type: "command",
      command: executablePath(folder, executable),
      args: [HOOK_MARKER],
      timeout: timeoutSeconds,
      ...(statusMessage === undefined ? {} : { statusMessage }),
    },
  }));
}

/** Throws unless every executable lies in the folder and may be started: the client shows each hook that cannot be. */
export function checkExecutables(folder: string): void {
  for (const { executable } of HOOK_REGISTRATIONS) {
    const path = executablePath(folder, executable);
    const info = infoOf(path);
    if (info?.isFile !== true) {
      throw new UserError(`Cannot install the hooks: ${path} is missing`, {
        hint: "keep all executables of a release in one folder, or name that folder with --bin",
      });
    }
    if (!isExecutable(info)) {
      throw new UserError(`Cannot install the hooks: ${path} is not executable`, {
        hint: `run \`chmod +x '${path}'\``,
      });
    }
  }
}

function executablePath(folder: string, name: string): string {
  return join(folder, Deno.build.os === "windows" ? `${name}.exe` : name);
}
