import { CLIENT_OPTION } from "../../base/clients.ts";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import type { HookEntry } from "../registration/hook_entries.ts";
import { executablePath } from "../registration/own_folder.ts";
import type { ClientRow } from "./client_table.ts";

/** Returns the words behind the executable in each of a client's hooks, by which mneme recognises its own. */
export function markerOf({ name }: ClientRow): string {
  return `${HOOK_MARKER} ${CLIENT_OPTION} ${name}`;
}

/** Returns the hooks to register with a client for the executables in this folder, as shell lines. */
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
 * Returns the shell line of a hook. The line always ends with 0, whatever becomes of the executable: at another
 * status clients refuse tools, block prompts, or ask the model on without end.
 */
export function hookLine(path: string, row: ClientRow, system: typeof Deno.build.os = Deno.build.os): string {
  const shell = system === "windows" ? row.windowsShell : "sh";
  return `${startWord(path, shell)} ${markerOf(row)} ${PASS[shell]}`;
}

type Shell = "sh" | ClientRow["windowsShell"];

const PASS: Readonly<Record<Shell, string>> = { sh: "|| true", powershell: "; exit 0", cmd: "& exit 0" };

/** Quotes a program's path for a shell. PowerShell needs `&` before a quoted path, which it takes for a text. */
function startWord(path: string, shell: Shell): string {
  if (shell === "sh") return `'${path.replaceAll("'", `'\\''`)}'`;
  if (/^[\w.:\\-]+$/.test(path)) return path;
  return shell === "cmd" ? `"${path}"` : `& '${path.replaceAll("'", "''")}'`;
}

/** Returns the program that a shell line of mneme starts; `undefined` for another line. */
export function startedBy(line: string): string | undefined {
  const [, quoted, bare] = /^(?:(?:& )?'(.*)'|"?([^'"]+?)"?) --/.exec(line) ?? [];
  return quoted?.replaceAll(/'\\''|''/g, "'") ?? bare;
}
