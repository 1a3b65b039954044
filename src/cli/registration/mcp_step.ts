import { join, resolve } from "node:path";
import { asText, asTexts, at, parseJson } from "../../base/json.ts";
import { withSlashes } from "../../base/slashes.ts";
import { textOf } from "../../machine/files.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder } from "../../machine/paths.ts";
import { shellWord } from "../frame/plain_text.ts";
import { runProgram } from "../frame/run_program.ts";
import { mnemeIn } from "./own_folder.ts";
import type { InstallStep, StepMode, StepReport } from "./install_step.ts";
import type { Scope } from "./settings_file.ts";

type McpPlace = { readonly scope: Scope; readonly executables: string };

/**
 * Makes the step for the MCP server in Claude Code's configuration. The file is edited only through the command
 * `claude`, because a running client rewrites it. Without a working `claude`, the report contains the command to type.
 */
export function mcpStep(place: McpPlace): InstallStep {
  const { scope, executables } = place;
  const file = mcpFile(scope);
  const report = (lines: readonly string[], changed = false): StepReport => {
    return { changed, lines, diff: "", data: { step: "mcp", file, server: "mneme", scope } };
  };
  const removal = ["mcp", "remove", "--scope", scope, "mneme"];
  const runAll = (mode: StepMode, commands: readonly string[][], done: string) => {
    const typed = commands.map(typedLine);
    const title = `The MCP server in ${file}: ${done}`;
    const client = programOnPath("claude");
    if (client === undefined) {
      return report([`Claude Code is not on PATH; for its MCP server run: ${typed.join(" && ")}`]);
    }
    if (mode === "preview") return report([title, ...typed.map((line) => `  runs: ${line}`)], true);
    for (const [i, args] of commands.entries()) {
      const { complaint } = runProgram(client, args);
      if (complaint === undefined) continue;
      const left = typed.slice(i).join(" && "); // a second removal would fail, and the shell would not go on
      return report([`Claude Code did not take the MCP server: ${complaint}; run: ${left}`]);
    }
    return report([title], true);
  };
  const foreign = report([`The MCP server named mneme in ${file} is not mneme's and stays`]);
  return {
    install(mode) {
      const found = registeredServer(scope);
      if (found === undefined) return runAll(mode, [addition(place)], "added");
      if (!isOwnServer([found.command, ...found.args])) return foreign;
      return found.command === mnemeIn(executables)
        ? report([`The MCP server in ${file} is as it should be`])
        : runAll(mode, [removal, addition(place)], "updated");
    },
    uninstall(mode) {
      const found = registeredServer(scope);
      if (found === undefined) return report([`Nothing to remove: mneme has no MCP server in ${file}`]);
      return isOwnServer([found.command, ...found.args]) ? runAll(mode, [removal], "removed") : foreign;
    },
  };
}

export function registrationLine(place: McpPlace): string {
  return typedLine(addition(place));
}

function addition({ scope, executables }: McpPlace): string[] {
  return ["mcp", "add", "--scope", scope, "mneme", "--", mnemeIn(executables), "mcp"];
}

function typedLine(args: readonly string[]): string {
  return `claude ${args.map(shellWord).join(" ")}`;
}

/** Returns true if a server's program and arguments are those of mneme, in this folder or another. */
export function isOwnServer([command, ...args]: readonly unknown[]): boolean {
  return /(^|[\\/])mneme(\.exe)?$/.test(String(command)) && args.join(" ") === "mcp";
}

/** Returns the file with the servers of this scope; mneme only reads it. */
function mcpFile(scope: Scope): string {
  if (scope === "project") return resolve(".mcp.json");
  const folder = Deno.env.get("CLAUDE_CONFIG_DIR") || homeFolder() || "";
  return join(resolve(folder), ".claude.json");
}

/** Returns the server named `mneme`; `undefined` if there is none or the file cannot be read. */
export function registeredServer(scope: Scope) {
  const server = at(scope === "local" ? thisFolder() : readFile(scope), "mcpServers", "mneme");
  if (server === undefined) return undefined;
  const [command, args] = [at(server, "command"), at(server, "args")];
  return { scope, command: asText(command) ?? "", args: Array.isArray(args) ? args.map(String) : [] };
}

/** Returns true if the client's list of disabled servers for this folder contains `mneme`. */
export function isSwitchedOff(): boolean {
  return asTexts(at(thisFolder(), "disabledMcpServers")).includes("mneme");
}

/** Returns the client's entry for the current folder. Its key has slashes even on Windows. */
function thisFolder(): unknown {
  const projects = at(readFile("local"), "projects");
  return at(projects, Deno.cwd()) ?? at(projects, withSlashes(Deno.cwd()));
}

/** Returns a file's data; an unreadable file counts as absent. The client itself refuses a second registration. */
function readFile(scope: Scope): unknown {
  return parseJson(textOf(mcpFile(scope)) ?? "");
}
