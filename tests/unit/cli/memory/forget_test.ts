import { reachOf } from "../../../../src/cli/memory/forget.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { memory } from "../../../_support/commands.ts";
import { memoryByRow } from "../../../../src/store/memories.ts";
import { below } from "../../../../src/base/slashes.ts";

Deno.test("reachOf() names the files that forgetting would name, also those with nothing but a phrase of the memory", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", "Quokkas live in the wombatorium");
  const phrase = "which animals sleep at noon";
  await memory(home, "edit", "m1", "--recall-when", phrase);
  Deno.mkdirSync(home.paths.backups, { recursive: true });
  const copy = below(home.paths.backups, "old.db");
  Deno.writeTextFileSync(copy, phrase);
  home.withStore((store) => {
    assertEquals(reachOf(store, home.paths, memoryByRow(store, 1)!).files, [copy]);
  });
});

Deno.test("a memory that only quotes the same prompt is not named, and its quotation goes with the prompt", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "PREFERENCE", "Write the tests before the code");
  await memory(home, "add", "--category", "PREFERENCE", "Spell as the British do");
  const quote = "Write the tests before the code, please, and spell as the British do.";
  home.withStore((store) =>
    store.run("update memories set evidence = ?", JSON.stringify({ quote, cues: ["the user said so"] }))
  );
  assertEquals(
    await memory(home, "forget", "m1"),
    "Forgot m1\n  its text is still in 1 quotation; `mneme memory forget m1 --source` clears that\n",
  );
  await memory(home, "forget", "m1", "--source");
  const left = home.withStore((store) => memoryByRow(store, 2)!);
  assertEquals([left.body, left.evidence], [
    "Spell as the British do",
    '{"quote":"[forgotten]","cues":["the user said so"]}',
  ]);
});
