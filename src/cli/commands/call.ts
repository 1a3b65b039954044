import { Command } from "commander";
import { UsageError } from "../../core/user_error.ts";
import { runTool, TOOLS } from "../mcp/all_tools.ts";
import { printJson } from "../output.ts";

/** `mneme call`: one tool of the MCP server from a shell. */
export function callCommand(): Command {
  return new Command("call")
    .description("Run one tool of the MCP server and print its result as JSON")
    .argument("<tool>", TOOLS.map(({ name }) => name).join(", "))
    .argument("[json]", "its arguments as a JSON object", "{}")
    .addHelpText(
      "after",
      `\nExample:\n  mneme call save_memory '{"category":"DECISION","body":"Use pnpm for installs"}'`,
    )
    .action(async (tool: string, json: string) => printJson(await runTool(tool, parseArguments(json))));
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UsageError("Cannot read the arguments: they are not JSON", {
      hint: `write them like '{"id":"m12"}'`,
      cause,
    });
  }
}
