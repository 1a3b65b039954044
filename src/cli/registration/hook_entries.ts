import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { executablePath } from "./own_folder.ts";

/** A hook in a settings file: a program with `args` where the client supports them, else a shell line. */
export type HookCommand = {
  readonly type: "command";
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout: number;
  readonly statusMessage?: string;
  readonly name?: string;
};

export interface HookEntry {
  readonly event: string;
  /** A pattern of tool names, for clients that require one. */
  readonly matcher?: string;
  readonly hook: HookCommand;
}

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
