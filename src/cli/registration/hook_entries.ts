import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { executablePath } from "./own_folder.ts";
import type { HookEntry } from "./settings_text.ts";

/** Returns the hooks to register with the client for the executables in this folder. */
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
