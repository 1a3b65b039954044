// The steps of `mneme install` for each client: which files get which hooks, servers and skills.
import { join, resolve } from "node:path";
import { CLIENT_OPTION } from "../../base/clients.ts";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { asObject, at, type WireObject } from "../../base/json.ts";
import { below } from "../../base/slashes.ts";
import { textBeside, textOf } from "../../machine/files.ts";
import { findPaths } from "../../machine/paths.ts";
import type { Flags } from "../frame/command.ts";
import { resolvePath } from "../frame/typed_paths.ts";
import { type FileEdit, fileStep } from "../registration/file_step.ts";
import type { InstallStep } from "../registration/install_step.ts";
import { isOwnServer, mcpStep } from "../registration/mcp_step.ts";
import { executablePath, hookEntries, mnemeIn, ownFolder } from "../registration/own_folder.ts";
import {
  listHooks,
  memberOf,
  mergeHooks,
  putMember,
  removeHooks,
  removeMember,
} from "../registration/settings_edit.ts";
import { clientFolder, type ScopeOptions, SCOPES, settingsPath } from "../registration/settings_file.ts";
import type { HookEntry, Json, Strictness } from "../registration/settings_text.ts";
import { signedEdit, skillStep } from "../registration/signed_file.ts";
import type { ClientRow } from "./client_table.ts";
import { hooksBlock, NOT_OURS, serverBlock } from "./toml_block.ts";

/** Returns Claude Code's steps; with `--settings` only the hooks, as skills and servers have fixed places. */
export function claudeSteps(options: ScopeOptions & Flags<"bin">): InstallStep[] {
  const settings = settingsPath(options);
  const binFolder = binFolderOf(options);
  const hooks = hooksStep(settings, binFolder);
  if (options.settings !== undefined) return [hooks];
  const scope = SCOPES.find((name) => options[name]) ?? "user";
  const skills = join(scope === "user" ? clientFolder() : resolve(".claude"), "skills");
  return [hooks, skillStep(skills), mcpStep({ scope, binFolder })];
}

export function hooksStep(path: string, binFolder: string, backups?: string): InstallStep {
  return fileStep({ path, what: "The hooks", edit: hooksEdit(hookEntries(binFolder), HOOK_MARKER), backups });
}

export function hooksEdit(entries: readonly HookEntry[], marker: string, strictness?: Strictness): FileEdit {
  return {
    has: (text) => listHooks(text, marker, strictness).length > 0,
    put: (text) => mergeHooks(text, entries, marker, strictness),
    take: (text) => removeHooks(text, marker, strictness),
  };
}

export function binFolderOf({ bin }: Flags<"bin">): string {
  return bin === undefined ? ownFolder() : resolvePath(bin);
}

export type ClientFile = ReturnType<typeof clientFiles>[number];

export function clientFiles(row: ClientRow, binFolder: string) {
  const { hooksFile, serversFile } = row;
  const server = { what: "MCP server", path: serversFile, edit: serverEdit(row, binFolder) };
  if (hooksFile === undefined) return [pluginFile(row, binFolder), server];
  const entries = clientHooks(row, binFolder);
  const edit = hooksFile.endsWith(".toml")
    ? hooksBlock(entries, markerOf(row), hooksFile)
    : hooksEdit(entries, markerOf(row), row.strictness);
  return [{ what: "hooks", path: hooksFile, edit }, server];
}

export function hasOwnHooks(row: ClientRow): boolean {
  return clientFiles(row, "").some(({ path }) => textOf(path)?.includes(HOOK_MARKER));
}

export function clientSteps(row: ClientRow, binFolder: string): InstallStep[] {
  const parts = clientFiles(row, binFolder);
  const [hooks, server] = parts;
  const steps = hooks !== undefined && hooks.path === server?.path
    ? [{ path: hooks.path, what: "Hooks and MCP server", edit: both(hooks.edit, server.edit) }]
    : parts.map(({ what, path, edit }) => ({ path, what: `The ${what}`, edit }));
  return [...steps.map(fileStep), skillStep(join(row.folder, "skills"))];
}

/** Returns the edit of MCP servers. An entry named mneme that starts another program stays as it is. */
function serverEdit(row: ClientRow, binFolder: string): FileEdit {
  const serverFor = (present: unknown) => serverValue(row, mnemeIn(binFolder), asObject(present));
  // In some clients' files, `command` has the arguments, too.
  const isOurs = (server: unknown) => isOwnServer([at(server, "command"), at(server, "args") ?? []].flat());
  const what = `The MCP server named mneme in ${row.serversFile}`;
  if (row.serversFile.endsWith(".toml")) return serverBlock(serverFor, { isOurs, what });
  const place = [row.serversKey, "mneme"] as const;
  const entryIn = (text: string | undefined) => memberOf(text, place, "comments");
  const isForeign = (server: unknown) => server !== undefined && !isOurs(server);
  return {
    has: (text) => isOurs(entryIn(text)),
    put: (text) => {
      const entry = entryIn(text);
      return isForeign(entry) ? text ?? "" : putMember(text, place, serverFor(entry) as Json, "comments");
    },
    take: (text) => isOurs(entryIn(text)) ? removeMember(text, place, "comments") : text,
    foreign: (text) => isForeign(entryIn(text)) ? `${what} ${NOT_OURS}` : undefined,
  };
}

/** Returns a server's entry. It keeps the fields and variables that the user added to the `present` one. */
function serverValue(row: ClientRow, command: string, present: WireObject | undefined): WireObject {
  const { name, serverWords, serverFields, variablesKey } = row;
  const root = Deno.env.get("MNEME_HOME") ? findPaths()?.root : undefined;
  const { MNEME_HOME: _, ...added } = asObject(present?.[variablesKey]) ?? {};
  const env = root === undefined ? added : { ...added, MNEME_HOME: root }; // clients pass on few variables
  const program = name === "opencode"
    ? { command: [command, ...serverWords] }
    : { command, args: serverWords };
  const fields = present ?? serverFields;
  const hasVariables = Object.keys(env).length > 0;
  return {
    ...fields,
    ...program,
    ...(hasVariables || fields[variablesKey] !== undefined ? { [variablesKey]: env } : {}),
  };
}

function both(first: FileEdit, second: FileEdit): FileEdit {
  return {
    has: (text) => first.has(text) || second.has(text),
    put: (text) => second.put(first.put(text)),
    take: (text) => first.take(second.take(text) ?? ""),
    foreign: (text) => first.foreign?.(text) ?? second.foreign?.(text),
  };
}

/** Returns the file of OpenCode's plugin, a module that starts the hooks. */
function pluginFile({ folder }: ClientRow, binFolder: string) {
  const plugin = textBeside("cli/clients/opencode_plugin.txt");
  const text = plugin.replace("__FOLDER__", () => JSON.stringify(binFolder));
  const path = below(folder, "plugins/mneme.js");
  return { what: "plugin", path, edit: signedEdit({ path, text, what: "The plugin", comment: ["// ", ""] }) };
}

/** Returns the arguments that mark a hook of this client as mneme's. */
export const markerOf = ({ name }: ClientRow): string => `${HOOK_MARKER} ${CLIENT_OPTION} ${name}`;

function clientHooks(row: ClientRow, folder: string): HookEntry[] {
  return HOOK_REGISTRATIONS.flatMap(({ event, executable, timeoutSeconds, statusMessage }) => {
    const clientEvent = row.events[event];
    if (clientEvent === undefined) return [];
    const seconds = event === "SessionEnd" ? Math.min(timeoutSeconds, row.longestSessionEnd) : timeoutSeconds;
    return [{
      event: clientEvent,
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

/** Returns a hook's shell line. It always exits with 0, else clients would refuse tools or prompts. */
export function hookLine(path: string, row: ClientRow, system: typeof Deno.build.os = Deno.build.os): string {
  const shell = system === "windows" ? row.windowsShell : "sh";
  return `${quoteProgram(path, shell)} ${markerOf(row)} ${EXIT_ZERO[shell]}`;
}

type Shell = "sh" | ClientRow["windowsShell"];

const EXIT_ZERO: Readonly<Record<Shell, string>> = { sh: "|| true", powershell: "; exit 0", cmd: "& exit 0" };

/** Quotes a path. PowerShell would print a quoted path as a string unless `&` precedes it. */
function quoteProgram(path: string, shell: Shell): string {
  if (shell === "sh") return `'${path.replaceAll("'", `'\\''`)}'`;
  if (/^[\w.:\\-]+$/.test(path)) return path;
  return shell === "cmd" ? `"${path}"` : `& '${path.replaceAll("'", "''")}'`;
}
