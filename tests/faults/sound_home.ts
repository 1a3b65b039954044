import { SESSION } from "./hooks_table.ts";
import { TestHome } from "../_support/test_home.ts";

let template: Promise<Map<string, Uint8Array>> | undefined;

/**
 * A home with a past: a session with captures, another with a prediction open, in a database that is whole in its main
 * file. Made once, then copied.
 */
export async function soundHome(): Promise<TestHome> {
  template ??= makeTemplate();
  const files = await template;
  const home = new TestHome();
  for (const folder of ["", "/spool", "/state", "/logs"]) Deno.mkdirSync(home.data + folder, { mode: 0o700 });
  for (const [path, bytes] of files) Deno.writeFileSync(`${home.data}/${path}`, bytes, { mode: 0o600 });
  return home;
}

async function makeTemplate(): Promise<Map<string, Uint8Array>> {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  for (let i = 0; i < 20; i++) {
    const call = {
      tool_name: "Read",
      tool_use_id: `toolu_${i}`,
      tool_input: {},
      tool_response: "x".repeat(3000),
    };
    await home.fire("PostToolUse", call);
  }
  const entry = {
    domain: "debugging",
    strategy: "check-assumptions",
    goal: "green",
    hypothesis: "h",
    action: "a",
    prediction: "tests pass",
    session_id: SESSION,
  };
  await home.mneme(["call", "start_ghap", JSON.stringify(entry)]);
  await home.mneme(["process"]);
  const files = ["memory.db", "state/lost", "state/ghap"];
  return new Map(files.map((path) => [path, Deno.readFileSync(`${home.data}/${path}`)]));
}
