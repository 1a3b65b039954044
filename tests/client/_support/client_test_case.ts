import { findClient } from "./client_binary.ts";

const found = await findClient();
const hasTerminal = await hasScript();
if ("missing" in found) {
  console.error(`SKIPPED: the tests with the real client, for there is none to run: ${found.missing}`);
} else if (!hasTerminal) {
  console.error(
    "SKIPPED: the tests with the real client in a terminal, for `script` of util-linux is missing",
  );
}

/** A test with the real client; ignored, and said so, only where that client cannot be had. */
export function clientTest(name: string, body: (client: string) => Promise<void>): void {
  Deno.test({
    name,
    ignore: "missing" in found,
    fn: () => "path" in found ? body(found.path) : Promise.resolve(),
  });
}

/** The same for a test that also needs a pseudo terminal. */
export function terminalTest(name: string, body: (client: string) => Promise<void>): void {
  if (hasTerminal) clientTest(name, body);
  else Deno.test.ignore(name, () => {});
}

async function hasScript(): Promise<boolean> {
  try {
    const { stdout } = await new Deno.Command("script", { args: ["--version"], stdin: "null" }).output();
    return new TextDecoder().decode(stdout).includes("util-linux");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
