import { join } from "node:path";
import { shellWord } from "../plain_text.ts";
import { programOnPath } from "../../host/program_on_path.ts";
import type { InstallStep, StepMode, StepReport } from "./install_step.ts";
import { mcpFile, type McpScope, type RegisteredServer, registeredServer } from "./mcp_place.ts";

export interface McpPlace {
  readonly scope: McpScope;
  /** The folder of the executables, absolute. */
  readonly executables: string;
}

/**
 * The MCP server in the client's own configuration. A running client rewrites that file, so it is changed by the
 * client's command alone; where that is missing or fails, the line to type is printed and the rest goes on.
 */
export function mcpStep({ scope, executables }: McpPlace): InstallStep {
  const program = programIn(executables);
  return {
    install: (mode) => install(scope, program, mode),
    uninstall: (mode) => uninstall(scope, mode),
  };
}

/** What to type where the server is not registered. */
export function registrationLine({ scope, executables }: McpPlace): string {
  return typedLine(addition(scope, programIn(executables)));
}

function programIn(executables: string): string {
  return join(executables, Deno.build.os === "windows" ? "mneme.exe" : "mneme");
}

function install(scope: McpScope, program: string, mode: StepMode): StepReport {
  const found = registeredServer(scope);
  const file = mcpFile(scope);
  if (found !== undefined && found.command === program && isOurs(found)) {
    return report(scope, [`The MCP server in ${file} is as it should be`]);
  }
  if (found !== undefined && !isOurs(found)) {
    return report(scope, [`The MCP server named mneme in ${file} is not one of mneme and stays`]);
  }
  const add = addition(scope, program);
  const commands = found === undefined ? [add] : [removal(scope), add];
  return runAll(commands, {
    scope,
    mode,
    done: `The MCP server in ${file}: ${found === undefined ? "added" : "updated"}`,
  });
}

function uninstall(scope: McpScope, mode: StepMode): StepReport {
  const found = registeredServer(scope);
  const file = mcpFile(scope);
  if (found === undefined) return report(scope, [`Nothing to remove: no MCP server of mneme is in ${file}`]);
  if (!isOurs(found)) {
    return report(scope, [`The MCP server named mneme in ${file} is not one of mneme and stays`]);
  }
  return runAll([removal(scope)], { scope, mode, done: `The MCP server in ${file}: removed` });
}

function addition(scope: McpScope, program: string): string[] {
  return ["mcp", "add", "--scope", scope, "mneme", "--", program, "mcp"];
}

function removal(scope: McpScope): string[] {
  return ["mcp", "remove", "--scope", scope, "mneme"];
}

/** Registered by this mneme or by one in another folder. */
function isOurs({ command, args }: RegisteredServer): boolean {
  return /(^|[\\/])mneme(\.exe)?$/.test(command) && args.join(" ") === "mcp";
}

interface Run {
  readonly scope: McpScope;
  readonly mode: StepMode;
  readonly done: string;
}

function runAll(commands: readonly (readonly string[])[], { scope, mode, done }: Run): StepReport {
  const typed = commands.map(typedLine);
  const client = programOnPath("claude");
  if (client === undefined) {
    return report(scope, [`Claude Code is not on PATH; for its MCP server run: ${typed.join(" && ")}`]);
  }
  const change = typed.map((line) => `  runs: ${line}`);
  if (mode === "preview") return report(scope, [done, ...change], "changed");
  for (const args of commands) {
    const complaint = complaintOf(client, args);
    if (complaint !== undefined) {
      return report(scope, [
        `Claude Code did not take the MCP server: ${complaint}; run: ${typed.join(" && ")}`,
      ]);
    }
  }
  return report(scope, [done], "changed");
}

/** What the client says to refuse; `undefined` when it did as it was told. */
function complaintOf(client: string, args: readonly string[]): string | undefined {
  try {
    const run = new Deno.Command(client, { args: [...args], stdin: "null" }).outputSync();
    if (run.success) return undefined;
    const said = new TextDecoder().decode(run.stderr).trim() || new TextDecoder().decode(run.stdout).trim();
    return said.split("\n")[0] || `it ended with ${run.code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function typedLine(args: readonly string[]): string {
  return `claude ${args.map(shellWord).join(" ")}`;
}

function report(scope: McpScope, lines: readonly string[], change: "changed" | "same" = "same"): StepReport {
  return {
    changed: change === "changed",
    lines,
    diff: "",
    data: { step: "mcp", file: mcpFile(scope), server: "mneme", scope },
  };
}
