// Registers the MCP server with Claude Code, and finds out how it is registered.
import { join, resolve } from "node:path";
import { asObject, asText, asTexts, at, parseJson } from "../../base/json.ts";
import { withSlashes } from "../../base/slashes.ts";
import { shortTextOf } from "../../machine/files.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder } from "../../machine/paths.ts";
import { shellWord } from "../frame/plain_text.ts";
import { runProgram } from "../frame/run_program.ts";
import { mnemeIn } from "./own_folder.ts";
import type { InstallStep, StepMode, StepReport } from "./install_step.ts";
import type { Scope } from "./settings_file.ts";

type McpPlace = { readonly scope: Scope; readonly binFolder: string; readonly project?: string };

/**
 * Registers the server by the command `claude`, because a running client would overwrite another edit of its
 * file. Without that command, the report has the line to type.
 */
export function mcpStep(place: McpPlace): InstallStep {
  const { scope, binFolder, project = "." } = place;
  const file = mcpFile(scope, project);
  const report = (lines: readonly string[], changed = false): StepReport => {
    return { changed, lines, diff: "", data: { step: "mcp", file, server: "mneme", scope } };
  };
  const removal = ["mcp", "remove", "--scope", scope, "mneme"];
  const runAll = (mode: StepMode, commands: readonly string[][], done: string) => {
    const typed = commands.map((args) => typedLine(args, project));
    const title = `The MCP server in ${file}: ${done}`;
    const client = programOnPath("claude");
    if (client === undefined) {
      return report([`Claude Code is not on PATH; for its MCP server run: ${typed.join(" && ")}`]);
    }
    if (mode === "preview") return report([title, ...typed.map((line) => `  runs: ${line}`)], true);
    for (const [i, args] of commands.entries()) {
      const { complaint } = runProgram(client, args, project);
      if (complaint === undefined) continue;
      const left = typed.slice(i).join(" && "); // not a removal that is done: to repeat it would fail
      return report([`Claude Code did not take the MCP server: ${complaint}; run: ${left}`], i > 0);
    }
    return report([title], true);
  };
  const foreign = report([`The MCP server named mneme in ${file} is not mneme's and stays`]);
  return {
    install(mode) {
      const found = registeredServer(scope, project);
      if (found === undefined) return runAll(mode, [addition(place)], "added");
      if (!isOwnServer([found.command, ...found.args])) return foreign;
      return found.command === mnemeIn(binFolder)
        ? report([`The MCP server in ${file} is as it should be`])
        : runAll(mode, [removal, addition(place)], "updated");
    },
    uninstall(mode) {
      const found = registeredServer(scope, project);
      if (found === undefined) return report([`Nothing to remove: mneme has no MCP server in ${file}`]);
      return isOwnServer([found.command, ...found.args]) ? runAll(mode, [removal], "removed") : foreign;
    },
  };
}

export const registrationLine = (place: McpPlace): string => typedLine(addition(place));

function addition({ scope, binFolder }: McpPlace): string[] {
  return ["mcp", "add", "--scope", scope, "mneme", "--", mnemeIn(binFolder), "mcp"];
}

function typedLine(args: readonly string[], project = "."): string {
  return `${project === "." ? "" : `cd ${shellWord(project)} && `}claude ${args.map(shellWord).join(" ")}`;
}

/** Returns true for `…/mneme mcp`, perhaps with a project's folder behind it: the server of any mneme. */
export function isOwnServer([command, ...args]: readonly unknown[]): boolean {
  return /(^|[\\/])mneme(\.exe)?$/.test(String(command)) && args[0] === "mcp" && args.length < 3;
}

function mcpFile(scope: Scope, project: string): string {
  if (scope === "project") return resolve(project, ".mcp.json");
  return join(resolve(Deno.env.get("CLAUDE_CONFIG_DIR") || homeFolder() || ""), ".claude.json");
}

export function registeredServer(scope: Scope, project = ".") {
  const server = at(scope === "local" ? entryOf(project) : readFile(scope, project), "mcpServers", "mneme");
  if (server === undefined) return undefined;
  const [command, args] = [at(server, "command"), at(server, "args")];
  return { scope, command: asText(command) ?? "", args: Array.isArray(args) ? args.map(String) : [] };
}

export function isRegisteredServerOff(): boolean {
  return asTexts(at(entryOf("."), "disabledMcpServers")).includes("mneme");
}

/** Returns the client's entry of a project. Its key has slashes even on Windows. */
function entryOf(project: string): unknown {
  const [projects, path] = [at(readFile("local", project), "projects"), resolve(project)];
  return at(projects, path) ?? at(projects, withSlashes(path));
}

/** Returns the folders in which the client has worked. */
export const clientsProjects = () => Object.keys(asObject(at(readFile("local", "."), "projects")) ?? {});

/** Reads the client's file. An unreadable one counts as absent: the client refuses a second registration. */
function readFile(scope: Scope, project: string): unknown {
  return parseJson(shortTextOf(mcpFile(scope, project), Infinity) ?? "");
}
