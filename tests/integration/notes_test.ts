import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { estimateTokens } from "../../src/base/token_estimate.ts";
import { askOf, StopSession, TALK } from "../_support/stop_session.ts";
import type { RunOptions } from "../_support/test_home.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";

const IDS = { sessionId: "session-1" };
const SCRIPT = { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" };

/** A turn in which a test failed, files changed, and the test passed; what it says of that decides nothing by itself. */
async function repair(
  session: StopSession,
  name: string,
  options: RunOptions & { readonly command?: string; readonly answer?: string } = {},
): Promise<string> {
  const { command = "npm test" } = options;
  await session.prompt(`The test of the ${name} fails, please have a look.`);
  session.append([session.row("user", `The test of the ${name} fails, please have a look.`)]);
  const call = (id: string, tool: string, input: Record<string, unknown>, result: string, isError = false) =>
    session.append([
      assistantRow([toolUseBlock(`${name}-${id}`, tool, input)], { ...IDS, uuid: `${name}-${id}-call` }),
      userRow([toolResultBlock(`${name}-${id}`, result, { is_error: isError })], {
        ...IDS,
        uuid: `${name}-${id}-result`,
      }),
    ]);
  call("1", "Bash", { command }, "1 failed, 3 passed", true);
  for (const file of ["a", "b", "c"]) call(file, "Read", { file_path: `/home/dev/${file}.ts` }, "text");
  for (const file of ["a", "b"]) {
    call(`${file}-edit`, "Edit", { file_path: `/home/dev/${file}.ts` }, "updated");
  }
  call("2", "Bash", { command }, "4 passed");
  const answer = options.answer ??
    `The ${name} read its clock twice, once before and once after the lock was taken, so that a slow ` +
      "machine could see the two on different days. It now reads the clock once and hands that moment on. "
        .repeat(3);
  session.append([assistantRow([textBlock(answer)], { ...IDS, uuid: `${name}-answer` })]);
  return askOf(await session.stop({ last_assistant_message: answer }, options));
}

/** What the prompt is given. */
async function given(session: StopSession, prompt: string, options: RunOptions = {}): Promise<string> {
  return askOf(
    await session.home.fire("UserPromptSubmit", { prompt_id: `p-${prompt.length}`, prompt }, options),
  );
}

Deno.test("a failure that passes: one note with the next prompt, no ask", async () => {
  using session = await StopSession.start();
  assertEquals(await repair(session, "scheduler"), "");
  const note = await given(session, "ok");
  assertMatch(note, /^<mneme-context>\nLast turn, `npm test` failed, then passed\./);
  assertMatch(note, /save_memory/);
  assert(estimateTokens(note) <= 90, `${estimateTokens(note)} tokens`);
  assertEquals(await given(session, "go on"), "", "never twice");
});

Deno.test("a stop that finds no newer prompt in the transcript: no second note about the turn before", async () => {
  using session = await StopSession.start();
  await repair(session, "scheduler", { answer: "They pass now." });
  const first = askOf(await session.prompt("Good morning."));
  session.append([assistantRow([textBlock("Good morning to you.")], { ...IDS, uuid: "greeting" })]);
  assertEquals(askOf(await session.stop({ last_assistant_message: "Good morning to you." })), "");
  assertMatch(first, /failed, then passed/);
  assertEquals(askOf(await session.prompt("And the weather?")), "");
});

Deno.test("a note names what was run without secrets, whatever is cut of it", async () => {
  using session = await StopSession.start();
  const command = "curl https://bob:s3cretpass99@status.example.org/health";
  await repair(session, "scheduler", { command });
  const reasons = String(session.home.column("select reasons from notes"));
  assert(!reasons.includes("s3cretpass99"), reasons);
  assertMatch(
    await given(session, "ok"),
    /^<mneme-context>\nLast turn, `curl https:\/\/.*` failed, then passed\./,
  );
  assertEquals(session.home.rows("select reasons from notes"), [{ reasons: "[]" }]);
});

Deno.test("small talk: neither a note nor an ask", async () => {
  using session = await StopSession.start();
  for (let i = 0; i < 4; i++) {
    assertEquals(await session.turn(TALK), "");
    assertEquals(await given(session, `And in Lima, number ${i}?`), "");
  }
});

Deno.test("a memory saved in the turn: no note", async () => {
  using session = await StopSession.start();
  await session.prompt("Look at the scheduler.");
  const save = ["memory", "add", "--category", "RUNBOOK", "The scheduler reads the clock once."];
  await session.home.json(save, { env: { CLAUDE_CODE_SESSION_ID: "session-1" } });
  await repairWithoutPrompt(session);
  assertEquals(await given(session, "ok"), "");
});

Deno.test("a script: no note", async () => {
  using session = await StopSession.start();
  await repair(session, "scheduler", { env: SCRIPT });
  assertEquals(session.home.count("notes"), 0);
});

Deno.test("notes: at most as many as configured, and none where switched off", async () => {
  using session = await StopSession.start("triage: { nudge: { max_per_session: 1 } }");
  await repair(session, "scheduler");
  assertMatch(await given(session, "ok"), /Last turn/);
  await repair(session, "mailer");
  assertEquals(await given(session, "fine"), "");
  using off = await StopSession.start("triage: { nudge: { enabled: false } }");
  await repair(off, "scheduler");
  assertEquals(await given(off, "ok"), "");
});

Deno.test("what follows a note is recorded", async () => {
  using session = await StopSession.start();
  await repair(session, "scheduler");
  await given(session, "ok");
  await session.stop({ prompt_id: "another", last_assistant_message: "Done." });
  const outcomes = session.home.column("select outcome from notes where shown_at is not null");
  assertEquals(outcomes, ["ignored"]);
  assertEquals((await session.home.json(["stats"])).notes, { shown: 1, saved: 0 });
});

async function repairWithoutPrompt(session: StopSession): Promise<void> {
  const answer = "Reads the clock once now. ".repeat(60);
  session.append([session.row("user", "Look at the scheduler."), assistantRow([textBlock(answer)], IDS)]);
  await session.stop({ last_assistant_message: answer });
}
