import { findClient } from "./client_binary.ts";

const found = await findClient();
if ("missing" in found) {
  console.error(`SKIPPED: the tests with the real client, for there is none to run: ${found.missing}`);
}

/** A test with the real client; ignored, and said so, only where that client cannot be had. */
export function clientTest(name: string, body: (client: string) => Promise<void>): void {
  Deno.test({
    name,
    ignore: "missing" in found,
    fn: () => "path" in found ? body(found.path) : Promise.resolve(),
  });
}
