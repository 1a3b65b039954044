// A stop that has something to ask, in a home where it cannot write down that it asks: it must not ask.
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { asLines, toolResultBlock, userRow } from "../_support/transcript_rows.ts";
import { askedLines, askOf, LIMIT, LIMIT_LINE, RULE, StopSession } from "../_support/stop_session.ts";
import { FAULTS } from "./faults_table.ts";
import { canMount } from "./namespace.ts";

const MOUNTS = canMount();

/** Root may read everything: takes that away. */
const AS_USER = Deno.uid() === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];

/** Of the matrix, those in which the guard cannot be kept. */
const UNWRITABLE = casesOf<string>(import.meta.filename, "_unwritable");

for (const name of UNWRITABLE) {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`Cannot find the fault "${name}": see faults_table.ts`);
  Deno.test({
    name: `stop does not ask when it cannot write that down: ${name}`,
    ignore: fault.needsMount === true && !MOUNTS,
    fn: async () => {
      using session = await StopSession.start();
      await session.prompt(RULE.prompt);
      session.append([session.row("user", RULE.prompt), session.row("assistant", RULE.answer)]);
      assertEquals((await session.home.mneme(["process"])).code, 0); // nothing is left in the write-ahead log
      const lift = fault.arrange?.(session.home);
      const outcome = await session.stop({}, fault.run?.(session.home) ?? {});
      lift?.();
      assertHarmless(outcome, name);
      assertEquals(outcome.stdout, "");
    },
  });
}

Deno.test("stop asks about the end of a transcript of 100 MB, whatever its rows hold", async () => {
  using session = await StopSession.start();
  const filler = asLines([userRow([toolResultBlock("t", "x".repeat(200_000))])]);
  await Deno.mkdir(session.transcript.slice(0, session.transcript.lastIndexOf("/")), { recursive: true });
  using file = await Deno.open(session.transcript, { append: true, create: true });
  const block = new TextEncoder().encode(filler.repeat(50));
  for (let i = 0; i < 10; i++) await file.write(block);
  const outcome = await session.turn(LIMIT);
  assertEquals(askedLines(outcome), [LIMIT_LINE]);
  assert((await file.stat()).size > 100_000_000);
});

Deno.test("stop takes the last answer and sums the session up where the transcript cannot be read", async () => {
  using session = await StopSession.start();
  await session.prompt(LIMIT.prompt);
  session.append([session.row("user", LIMIT.prompt), session.row("assistant", LIMIT.answer)]);
  Deno.chmodSync(session.transcript, 0);
  const outcome = await session.stop({ last_assistant_message: LIMIT.answer }, { wrap: AS_USER });
  assertHarmless(outcome, "transcript unreadable");
  assertEquals(askedLines(askOf(outcome)), [LIMIT_LINE]);
  const [row] = session.home.rows("select summary from sessions");
  assertMatch(String(row?.summary), /Answered last: The API does not support/);
  assertMatch(session.home.log(), /Cannot read the transcript/);
});
