import { assertEquals } from "../../_support/assert.ts";
import { questionAnswered, turnAnswered } from "../../../src/session/answers.ts";
import { keepAnswer } from "../../../src/store/apply_writes.ts";
import { FORGOTTEN } from "../../../src/store/columns.ts";
import { ContextStore, test } from "./context/context_store.ts";

const LONG = "The linker had no room on the disk: I cleaned it, and the build passes.";

Deno.test("keepAnswer() has the last answer of a turn weigh what it says, not what the one before it said", () => {
  const weights = (...answers: readonly string[]) => {
    using t = new ContextStore();
    t.start();
    t.prompt("Build it");
    for (const answer of answers) {
      keepAnswer(t.store, turnAnswered(answer, "Build it", { session: t.session(), at: t.tick() }));
    }
    return t.store.column<number>("select weight from observations");
  };
  assertEquals(weights("Started; I wait.", LONG), [2]);
  assertEquals(weights(LONG, "Done."), [1]);
});

test("keepAnswer() keeps nothing again whose words were forgotten, and what was answered in the next turn", (t) => {
  t.start();
  t.prompt("Build it");
  const [early, at] = [t.tick(), t.tick()];
  const session = t.session();
  const tell = (at: string) => [
    keepAnswer(t.store, turnAnswered(LONG, "Build it", { session, at })),
    keepAnswer(t.store, questionAnswered("npm", "Which one?", { session, at })),
  ];
  assertEquals(tell(at), [true, true]);
  t.store.run(`update observations set text = '${FORGOTTEN}'`);
  assertEquals([tell(early), tell(at)], [[false, false], [false, false]]);
  t.prompt("Build it again");
  for (let i = 0; i < 6; i++) t.tick();
  assertEquals(tell(t.tick()), [true, true]);
});
