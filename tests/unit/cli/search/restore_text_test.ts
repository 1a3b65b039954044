import { restoreTextCommand } from "../../../../src/cli/restore_text_command.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";
import { isWindows } from "../../../_support/windows.ts";

/** A file in a folder that also has another name, with an edit under one name, then the other, then the first. */
function homeWithEdits(): CliHome {
  const home = new CliHome();
  Deno.symlinkSync(home.project, `${home.root}/link`);
  Deno.writeTextFileSync(`${home.project}/a.ts`, "four");
  const edits = [[home.project, "one"], [`${home.root}/link`, "two"], [home.project, "three"]] as const;
  home.keep(...edits.map(([folder, old_string], i) =>
    toolCaptured({
      session: home.session("s"),
      at: `2026-03-01T10:0${i}:00.000Z`,
      toolUseId: `t${i}`,
      toolName: "Edit",
      filesTouched: [`${folder}/a.ts`],
      payload: JSON.stringify({ tool_input: { old_string }, tool_response: {} }),
    })
  ));
  return home;
}

Deno.test({
  name: "mneme restore-text numbers the texts by time, under whichever name of the file they were replaced",
  ignore: isWindows,
  async fn() {
    using home = homeWithEdits();
    const file = `${home.root}/link/a.ts`;
    const listed = JSON.parse(await home.print(restoreTextCommand(), file, "--json"));
    assertEquals(listed.map(({ text }: { text: string }) => text), ["three", "two", "one"]);
    assertEquals(await home.print(restoreTextCommand(), file, "--pick", "1"), "three");
    for (const pick of ["0", "4", "x"]) {
      const { error } = await home.run(restoreTextCommand(), [file, "--pick", pick]);
      assertEquals(error?.message, `Cannot print text ${pick} of ${file}: there are 3`);
    }
  },
});

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
