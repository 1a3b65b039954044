import { assert, assertEquals } from "../_support/assert.ts";
import { terminalTest } from "./_support/client_binary.ts";
import { installBeside } from "./_support/installs.ts";
import { bash, calling, messageText, ScriptedModel } from "./_support/scripted_model.ts";
import { TerminalRun } from "./_support/terminal.ts";
import { TestPlace } from "./_support/test_place.ts";

const ASK = "Save the following memories before stopping:";

terminalTest("a failure that passes gives one note and no ask; small talk gives neither", async (client) => {
  await using place = await TestPlace.create();
  const write = {
    id: "toolu_write",
    name: "Write",
    input: { file_path: `${place.project}/fixed`, content: "1\n" },
  };
  await using model = new ScriptedModel({
    main: [
      {
        to: "Mend the tests",
        answers: [
          calling("Running them.", bash("toolu_1", "sh check.sh")),
          calling("Writing the missing file.", write),
          calling("Once more.", bash("toolu_2", "sh check.sh")),
          // the client writes the result a moment later, and a real model takes one
          calling("Looking.", bash("toolu_3", "sleep 1")),
          { text: "They pass now." },
        ],
      },
      { to: "Good morning", answers: [{ text: "Good morning to you." }] },
      { to: "How is the weather", answers: [{ text: "I cannot see it from here." }] },
    ],
  });
  await installBeside(client, place, model);
  await Deno.writeTextFile(
    `${place.project}/check.sh`,
    "test -e fixed && echo '3 passed' || { echo '1 failed'; exit 1; }\n",
  );
  await using terminal = await TerminalRun.start({ client, place, model });
  const said = {
    "Mend the tests.": "They pass now.",
    "Good morning.": "Good morning to you.",
    "How is the weather?": "I cannot see it from here.",
  };
  for (const [prompt, answer] of Object.entries(said)) {
    await terminal.enter(prompt);
    await terminal.until(answer);
    await terminal.turnEnd();
  }
  assertEquals((await terminal.leave()).code, 0);
  await place.settle();
  const texts = (model.mainBodies().at(-1)?.messages ?? []).map(messageText);
  const notes = texts.filter((text) => text.includes("Last turn, `sh check.sh` failed, then passed"));
  assertEquals(notes.length, 1);
  assert(texts.every((text) => !text.includes(ASK)), "nothing is asked");
  assertEquals(place.rows("select count(*) as n from notes where shown_at is not null"), [{ n: 1 }]);
  assertEquals(place.log(), "");
});
