import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import { said, toolCall } from "../../_support/conversations.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

/** A failed run, a change and a run that passed, and what was said before and after. */
function repaired(prompt: string, answer: string): Message[] {
  const [command, file] = ["make test", "/p/cart.py"];
  return [
    said("p", "user", prompt),
    ...toolCall({ id: "1", name: "Bash", command }, "1 failed, 1 passed", true),
    ...toolCall({ id: "2", name: "Read", file }, "def total(prices): return sum(prices)"),
    ...toolCall({ id: "3", name: "Edit", file }, "updated"),
    ...toolCall({ id: "4", name: "Bash", command }, "2 passed"),
    said("a", "assistant", answer),
  ];
}

interface Case {
  readonly name: string;
  readonly answer: string;
  readonly found: readonly string[];
}

for (const { name, answer, found } of casesOf<Case>(import.meta.filename)) {
  Deno.test(`triage: ${name}`, () => {
    assertEquals(asked(repaired("The cart is off by a cent. Find out why.", answer)), found);
  });
}

type Offer = readonly [name: string, offer: string, answer: string, found: readonly string[]];

for (const [name, offer, answer, found] of casesOf<Offer>(import.meta.filename, "_offers")) {
  Deno.test(`triage: ${name}`, () => {
    const messages = [said("a", "assistant", offer), said("u", "user", answer), ...edited(3)];
    assertEquals(asked(messages), found);
  });
}

Deno.test("triage: a cause is asked about, told before the change that mends it or after", () => {
  const cause =
    "The build failed because `package-lock.json` named a release of zod that was withdrawn; pinning 3.22 fixed it.";
  const [start, told] = [said("u", "user", "The build fails, mend it."), said("a", "assistant", cause)];
  assertEquals(asked([start, ...edited(), told]), ["RUNBOOK"]);
  assertEquals(asked([start, told, ...edited(), said("b", "assistant", "Done.")]), ["RUNBOOK"]);
});

Deno.test("triage: a labelled cause needs no failure to be seen", () => {
  const answer = (said: string) =>
    `${said} the installer kept a stale lock file, which names a withdrawn release of zod.`;
  const found = (text: string) =>
    asked([said("u", "user", "Look at the installer."), ...edited(), said("a", "assistant", answer(text))]);
  assertEquals([found("**Root cause:**"), found("Now")], [["RUNBOOK"], []]);
});

/** A file is changed, so many times. */
function edited(times = 1): Message[] {
  const edits = Array.from({ length: times }, (_, i) => ({ id: `e${i}`, name: "Edit", file: "/p/cart.py" }));
  return edits.flatMap((edit) => toolCall(edit, "updated"));
}

function asked(messages: readonly Message[]): string[] {
  return triage(messages, 0.6).map(({ category }) => category).sort();
}

Deno.test("triage: what the user pasted is not asked about", () => {
  const rule = "From now on always use pnpm instead of npm in this repository.";
  const found = (text: string) => asked([said("u", "user", text)]);
  const paste = `Here is the guide:\n\n${`- ${rule}\n- Keep the lock file.\n`.repeat(20)}\n## More\n\n${rule}`
    .repeat(2);
  assertEquals([found(rule), found(`${paste}\n\nPlease read it.`)], [["PREFERENCE"], []]);
});
