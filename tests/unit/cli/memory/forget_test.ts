import { reachOf } from "../../../../src/cli/memory/forget.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytes, memory } from "../../../_support/commands.ts";
import { memoryByRow } from "../../../../src/store/memories.ts";
import { translateEvent } from "../../../../src/hook/other_client.ts";
import { below } from "../../../../src/base/slashes.ts";

const AT = "2026-03-01T10:00:00.000Z";
const BODY = "Quokkas live in the wombatorium";

/** A memory, and the prompt that it came from. */
async function homeWithMemory(): Promise<CliHome> {
  const home = new CliHome();
  const session = home.session("session-1");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Where do they live?" });
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p2", text: `Remember: ${BODY}!` });
  await memory(home, "add", "--category", "DECISION", BODY);
  return home;
}

Deno.test("memory forget --source leaves nothing of what waits to be told to an agent that hears it with a prompt", async () => {
  using home = await homeWithMemory();
  const answer = (hook: "session-start" | "user-prompt-submit", event: string, text: string) =>
    translateEvent("kimi", {}).client
      .answer({ context: { event, text } }, { paths: home.paths, session: "session-2", hook });
  assertEquals(answer("session-start", "SessionStart", BODY), undefined); // waits for the first prompt
  assert(bytes(home).includes("wombatorium"));
  assertMatch(await memory(home, "forget", "m1", "--source"), /\n {2}cleared 1 prompt that it came from;/);
  assert(!/wombatorium|quokka/i.test(bytes(home)));
  assertEquals(answer("user-prompt-submit", "UserPromptSubmit", "Hits"), '{"message":"Hits"}');
  assertMatch(await memory(home, "show", "m1"), /^m1 was forgotten \d{4}-\d\d-\d\d \d\d:\d\d\n$/);
});

Deno.test("reachOf() names the files that forgetting would name, also those with nothing but a phrase of the memory", async () => {
  using home = await homeWithMemory();
  const phrase = "which animals sleep at noon";
  await memory(home, "edit", "m1", "--recall-when", phrase);
  Deno.mkdirSync(home.paths.backups, { recursive: true });
  const copy = below(home.paths.backups, "old.db");
  Deno.writeTextFileSync(copy, phrase);
  home.withStore((store) => {
    assertEquals(reachOf(store, home.paths, memoryByRow(store, 1)!).files, [copy]);
  });
});
