import { UserError } from "../../src/base/user_error.ts";
import { callCommand } from "../../src/cli/mcp/all_tools.ts";
import { memoryCommand } from "../../src/cli/memory/memory_command.ts";
import { assert } from "./assert.ts";
import type { CliHome } from "./cli_home.ts";

/** What `mneme memory` prints; throws what it throws. */
export function memory(home: CliHome, ...args: string[]): Promise<string> {
  return home.print(memoryCommand(), ...args);
}

/** What a tool of the server answers when it is called from a shell; throws what that throws. */
export async function call(
  home: CliHome,
  tool: string,
  args: unknown = {},
): Promise<Record<string, unknown>> {
  return JSON.parse(await home.print(callCommand(), tool, JSON.stringify(args)));
}

/** Why such a call is refused, and what to do. */
export async function refusal(home: CliHome, tool: string, args: unknown = {}): Promise<string> {
  const { error } = await home.run(callCommand(), [tool, JSON.stringify(args)]);
  assert(error instanceof UserError, String(error));
  return `${error.message}; ${error.hint}`;
}

/** The bytes of every file of the data folder. */
export function bytes(home: CliHome): string {
  const files = home.inventory().flatMap((line) => /^(.*) \d+$/.exec(line)?.[1] ?? []);
  return files.map((path) => new TextDecoder("latin1").decode(Deno.readFileSync(path))).join("\n");
}

/** The same, with those of the database's log, which is there while somebody has the database open. */
export function bytesWithLog(home: CliHome): string {
  return bytes(home) + new TextDecoder("latin1").decode(Deno.readFileSync(`${home.paths.database}-wal`));
}
