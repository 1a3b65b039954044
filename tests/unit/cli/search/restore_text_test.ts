import { restoreTextCommand } from "../../../../src/cli/restore_text_command.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

Deno.test("mneme restore-text fails where nothing is kept, as text and as JSON", async () => {
  using home = new CliHome();
  for (const form of [[], ["--json"]]) {
    const { stdout, error } = await home.run(restoreTextCommand(), ["~/none.ts", ...form]); // as a shell leaves it in quotes
    assertEquals(stdout, "");
    assertMatch(
      error?.message ?? "",
      /^Cannot restore text of \S*home.none\.ts: no captured call has replaced/,
    );
  }
});
