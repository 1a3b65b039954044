import { Command } from "commander";

/** `mneme mcp`: the MCP server. Its package is loaded only here, as it takes longer than any other command. */
export function mcpCommand(): Command {
  return new Command("mcp")
    .description("Serve the tools for agents over MCP on stdin and stdout; started by Claude Code")
    .addHelpText("after", '\nExample:\n  claude mcp add --scope user mneme -- "$(command -v mneme)" mcp')
    .action(async () => {
      const { serveStdio } = await import("../mcp/server.ts");
      await serveStdio();
    });
}
