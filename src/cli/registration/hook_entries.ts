import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { executablePath } from "./own_folder.ts";

/** A hook as settings hold it: in the exec form, without a shell, where the client knows that; else as a shell line. */
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
  /** The tools that it is for, where the client wants to be told. */
  readonly matcher?: string;
  readonly hook: HookCommand;
}

/** Tells what is registered with the client for the executables in this folder. */
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
