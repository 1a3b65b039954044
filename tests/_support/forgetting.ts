import { memoryCommand } from "../../src/cli/commands/memory.ts";
import type { CliHome } from "./cli_home.ts";

/** What `mneme memory` prints; throws what it throws. */
export async function memory(home: CliHome, ...args: string[]): Promise<string> {
  const { stdout, error } = await home.run(memoryCommand(), args);
  if (error !== undefined) throw error;
  return stdout;
}

/** The bytes of every file of the data folder. */
export function bytes(home: CliHome): string {
  const files = home.inventory().flatMap((line) => /^(.*) \d+$/.exec(line)?.[1] ?? []);
  return files.map((path) => new TextDecoder("latin1").decode(Deno.readFileSync(path))).join("\n");
}
