import { Command } from "commander";
import { registrationLine } from "../install/mcp_step.ts";
import { ownFolder } from "../install/own_folder.ts";

/** `mneme mcp`: the MCP server. Its package is loaded only here, as it takes longer than any other command. */
export function mcpCommand(): Command {
  return new Command("mcp")
    .description("Serve the tools for agents over MCP on stdin and stdout; started by Claude Code")
    .addHelpText(
      "after",
      () => `\nExample:\n  ${registrationLine({ scope: "user", executables: ownFolder() })}`,
    )
    .action(async () => {
      const { serveStdio } = await import("../mcp/server.ts");
      await serveStdio();
    });
}
