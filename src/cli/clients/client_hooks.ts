import { CLIENT_OPTION } from "../../base/clients.ts";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import type { HookEntry } from "../install/hook_entries.ts";
import { executablePath } from "../install/own_folder.ts";
import type { ClientRow } from "./client_table.ts";

/** The words behind the executable in each hook of a client; by them an entry is known to be ours. */
export function markerOf({ name }: ClientRow): string {
  return `${HOOK_MARKER} ${CLIENT_OPTION} ${name}`;
}

/** Tells what is registered with a client for the executables in this folder: shell lines, as not all know arguments. */
export function clientHooks(row: ClientRow, folder: string): HookEntry[] {
  return HOOK_REGISTRATIONS.flatMap(({ event, executable, timeoutSeconds, statusMessage }) => {
    const theirs = row.events[event];
    if (theirs === undefined) return [];
    const seconds = event === "SessionEnd" ? Math.min(timeoutSeconds, row.longestSessionEnd) : timeoutSeconds;
    return [{
      event: theirs,
      ...(event.includes("ToolUse") ? { matcher: row.matcher } : {}),
      hook: {
        type: "command",
        ...(row.name === "gemini" ? { name: "mneme" } : {}),
        ...(row.name === "qwen" && Deno.build.os === "windows" ? { shell: "powershell" } : {}),
        command: `${startWord(executablePath(folder, executable))} ${markerOf(row)}`,
        timeout: seconds * row.timeUnits,
        ...(statusMessage !== undefined && row.name === "codex" ? { statusMessage } : {}),
      },
    }];
  });
}

/**
 * The word with which a shell line starts a program, whatever is in its path. On Windows most clients ask PowerShell, to
 * which a path in quotes is a text, and some `cmd`: both take it as it is where nothing in it has a meaning.
 */
export function startWord(path: string, system: typeof Deno.build.os = Deno.build.os): string {
  if (system !== "windows") return `'${path.replaceAll("'", `'\\''`)}'`;
  return /^[\w.:\\-]+$/.test(path) ? path : `& '${path.replaceAll("'", "''")}'`;
}

/** The program that a shell line of ours starts; `undefined` where it is none. */
export function startedBy(line: string): string | undefined {
  const [, quoted, bare] = /^(?:(?:& )?'(.*)'|"?([^'"]+?)"?) --/.exec(line) ?? [];
  return quoted?.replaceAll(/'\\''|''/g, "'") ?? bare;
}
