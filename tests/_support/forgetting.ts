import { memoryCommand } from "../../src/cli/memory/memory_command.ts";
import { assert } from "./assert.ts";
import type { CliHome } from "./cli_home.ts";

/** What `mneme memory` prints; throws what it throws. */
export function memory(home: CliHome, ...args: string[]): Promise<string> {
  return home.print(memoryCommand(), ...args);
}

/** The bytes of every file of the data folder. */
export function bytes(home: CliHome): string {
  const files = home.inventory().flatMap((line) => /^(.*) \d+$/.exec(line)?.[1] ?? []);
  return files.map((path) => new TextDecoder("latin1").decode(Deno.readFileSync(path))).join("\n");
}

/** The same, with those of the database's log, which is there while somebody has the database open. */
export function bytesWithLog(home: CliHome): string {
  assert(Deno.statSync(`${home.paths.database}-wal`).isFile);
  return bytes(home);
}
