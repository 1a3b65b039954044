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
