import { CLIENT_OPTION } from "../../base/clients.ts";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import type { HookEntry } from "../registration/hook_entries.ts";
import { executablePath } from "../registration/own_folder.ts";
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
        command: hookLine(executablePath(folder, executable), row),
        timeout: seconds * row.timeUnits,
        ...(statusMessage !== undefined && row.name === "codex" ? { statusMessage } : {}),
      },
    }];
  });
}

/**
 * The shell line of a hook. It passes whatever becomes of the executable: one that is gone, or is another machine's, has a
 * shell end with a status by which clients refuse tools, block prompts, or ask the model on without end.
 */
export function hookLine(path: string, row: ClientRow, system: typeof Deno.build.os = Deno.build.os): string {
  const shell = system === "windows" ? row.windowsShell : "sh";
  return `${startWord(path, shell)} ${markerOf(row)} ${PASS[shell]}`;
}

type Shell = "sh" | ClientRow["windowsShell"];

const PASS: Readonly<Record<Shell, string>> = { sh: "|| true", powershell: "; exit 0", cmd: "& exit 0" };

/** The word with which a shell starts a program, whatever is in its path. PowerShell takes a path in quotes for a text. */
function startWord(path: string, shell: Shell): string {
  if (shell === "sh") return `'${path.replaceAll("'", `'\\''`)}'`;
  if (/^[\w.:\\-]+$/.test(path)) return path;
  return shell === "cmd" ? `"${path}"` : `& '${path.replaceAll("'", "''")}'`;
}

/** The program that a shell line of ours starts; `undefined` where it is none. */
export function startedBy(line: string): string | undefined {
  const [, quoted, bare] = /^(?:(?:& )?'(.*)'|"?([^'"]+?)"?) --/.exec(line) ?? [];
  return quoted?.replaceAll(/'\\''|''/g, "'") ?? bare;
}
