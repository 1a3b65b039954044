import { asObject } from "../../base/json.ts";
import { findPaths } from "../../machine/paths.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { type FileEdit, fileStep } from "../registration/file_step.ts";
import type { InstallStep } from "../registration/install_step.ts";
import { mnemeIn } from "../registration/own_folder.ts";
import { hooksEdit } from "../registration/hooks_step.ts";
import { emptyParts, memberOf, putMember, removeMember } from "../registration/settings_edit.ts";
import type { Json } from "../registration/settings_text.ts";
import { skillStep } from "../registration/signed_file.ts";
import { signedEdit } from "../registration/signed_file.ts";
import { textBeside } from "../frame/text_beside.ts";
import { clientHooks, markerOf } from "./client_hooks.ts";
import type { ClientRow } from "./client_table.ts";
import { hooksBlock, serverBlock } from "./toml_block.ts";
import { below } from "../../base/slashes.ts";

/** One file of a client, and the parts that install puts into it. */
export interface ClientFile {
  readonly what: "hooks" | "plugin" | "MCP server";
  readonly path: string;
  readonly edit: FileEdit;
}

/** Lists the files that install edits for a client other than Claude Code. */
export function clientFiles(row: ClientRow, executables: string): ClientFile[] {
  const { hooksFile, serversFile } = row;
  const hooks = hooksFile === undefined
    ? { what: "plugin", ...pluginFile(row, executables) } as const
    : { what: "hooks", path: hooksFile, edit: hooksEditOf(row, executables) } as const;
  return [hooks, { what: "MCP server", path: serversFile, edit: serverEdit(row, executables) }];
}

/** Returns install's steps for a client: one for each file, and the skill. */
export function clientSteps(row: ClientRow, executables: string): InstallStep[] {
  const { backups } = requirePaths();
  const parts = clientFiles(row, executables);
  const [hooks, server] = parts;
  const steps = hooks !== undefined && hooks.path === server?.path
    ? [{ path: hooks.path, what: "Hooks and MCP server", edit: both(hooks.edit, server.edit) }]
    : parts.map(({ what, path, edit }) => ({ path, what: `The ${what}`, edit }));
  return [...steps.map((step) => fileStep({ ...step, backups })), skillStep(row.skills)];
}

function hooksEditOf(row: ClientRow, executables: string): FileEdit {
  if (row.hooksFile?.endsWith(".toml")) return hooksBlock(clientHooks(row, executables), markerOf(row));
  return hooksEdit(clientHooks(row, executables), markerOf(row), row.hooksShape);
}

function serverEdit(row: ClientRow, executables: string): FileEdit {
  const command = mnemeIn(executables);
  const env = serverEnvironment();
  if (row.serversFile.endsWith(".toml")) return serverBlock({ command, env, foreign: foreignServer(row) });
  const place = [row.serversKey, "mneme"] as const;
  const value = serverValue(row, command, env);
  const isOurs = (text: string | undefined) => isOwnServer(memberOf(text, place, "comments"));
  const isThere = (text: string | undefined) => memberOf(text, place, "comments") !== undefined;
  return {
    has: isOurs,
    put: (text) => isThere(text) && !isOurs(text) ? text ?? "" : putMember(text, place, value, "comments"),
    take: (text, empty) => isOurs(text) ? removeMember(text, place, empty, "comments") : text,
    empty: (text) => emptyParts(text, "comments"),
    foreign: (text) => isThere(text) && !isOurs(text) ? foreignServer(row) : undefined,
  };
}

function foreignServer({ serversFile }: ClientRow): string {
  return `The MCP server named mneme in ${serversFile} is not one that install wrote, and stays`;
}

/** Returns the variables of the MCP server: clients start servers with few, so MNEME_HOME is handed on. */
function serverEnvironment(): Record<string, string> {
  const root = Deno.env.get("MNEME_HOME") ? findPaths()?.root : undefined;
  return root === undefined ? {} : { MNEME_HOME: root };
}

function serverValue({ name }: ClientRow, command: string, env: Readonly<Record<string, string>>): Json {
  const variables = Object.keys(env).length === 0 ? {} : { env };
  if (name === "opencode") {
    const environment = Object.keys(env).length === 0 ? {} : { environment: env };
    return { type: "local", command: [command, "mcp"], enabled: true, ...environment };
  }
  if (name === "copilot") return { type: "local", command, args: ["mcp"], ...variables, tools: ["*"] };
  return { command, args: ["mcp"], ...variables };
}

/** Tells whether a server entry was registered by this mneme or by one in another folder. */
function isOwnServer(value: unknown): boolean {
  const server = asObject(value);
  const words = Array.isArray(server?.command)
    ? server.command
    : [server?.command, ...Array.isArray(server?.args) ? server.args : []];
  return words.length === 2 && /(^|[\\/])mneme(\.exe)?$/.test(String(words[0])) && words[1] === "mcp";
}

/** Joins two edits of one file; taking them back goes in reverse order. */
function both(first: FileEdit, second: FileEdit): FileEdit {
  return {
    has: (text) => first.has(text) || second.has(text),
    put: (text) => second.put(first.put(text)),
    take: (text, empty) => first.take(second.take(text, empty) ?? "", empty),
    empty: first.empty,
    foreign: (text) => second.foreign?.(text),
  };
}

/** OpenCode runs a module in its own process, which starts the executables. */
function pluginFile({ folder }: ClientRow, executables: string): { path: string; edit: FileEdit } {
  const text = textBeside("clients/opencode_plugin.txt").replace(
    "__FOLDER__",
    () => JSON.stringify(executables),
  );
  const path = below(folder, "plugins/mneme.js");
  return { path, edit: signedEdit({ path, text, what: "The plugin", comment: ["// ", ""] }) };
}
