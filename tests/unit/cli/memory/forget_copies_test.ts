// What mneme itself made of the words, cut short or worded otherwise, goes with them.
import { observeQueue } from "../../../../src/cli/process/read_captures.ts";
import { summarizeSessions } from "../../../../src/cli/process/summarize_sessions.ts";
import { USUAL_BOUNDS, Workload } from "../../../../src/cli/frame/workload.ts";
import { summarizeSession } from "../../../../src/session/session_summary.ts";
import { sessionTitle } from "../../../../src/session/session_facts.ts";
import { sessionFacts, writeSummary } from "../../../../src/store/session_facts.ts";
import { recentSessions } from "../../../../src/store/sessions.ts";
import { openStore } from "../../../../src/store/store.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { bytes, memory } from "../../../_support/commands.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";

const AT = "2026-03-01T10:00:00.000Z";
const LONG =
  "We decided that the payment ledger of Quokkabank keeps every amount as whole wombats and never as floats, " +
  "since rounding errors of the platypus only show at the end of the month, when the accountants of the echidna " +
  "compare the totals with the statements that\nthe `numbat` has sent, and nobody can tell any more which of the " +
  "three bilbies was wrong; so from now on each quoll is counted twice, in the bandicoot and in the dunnart, too.";
const ANIMALS = /quokka|wombat|platypus|echidna|numbat|bilb|quoll|bandicoot|dunnart/i;

/** A session in which the words were said, written to a file and saved by a command, told as far as it went. */
async function homeWithCopies(body: string, when: "stopped" | "ended"): Promise<CliHome> {
  const home = new CliHome();
  const session = home.session("session-1");
  const call = (toolUseId: string, toolName: string, toolInput: unknown) =>
    toolCaptured({ session, at: AT, toolUseId, toolName, promptId: "p2", payload: payloadOf(toolInput) });
  home.keep(
    { kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Tidy the notes of the shop please" },
    { kind: "prompt-submitted", session, at: AT, promptId: "p2", text: `Good. ${body}` },
    call("t1", "Bash", { command: `/opt/bin/mneme memory add --category DECISION "${body}"` }),
    call("t2", "Write", { file_path: `${home.project}/d.md`, content: body }),
    call("t3", "Bash", { command: "make check" }),
  );
  await decide(home, body);
  await tell(home, body, when);
  return home;
}

/** Saves it as one of the session's own. */
async function decide(home: CliHome, body: string): Promise<void> {
  await memory(home, "add", "--category", "DECISION", body);
  home.withStore((store) => store.run("update memories set session_id = 'session-1'"));
}

function payloadOf(toolInput: unknown): string {
  return JSON.stringify({ tool_input: toolInput, tool_response: { stdout: "ok" } });
}

/** As a stop does, and `mneme process` when the session is over. */
async function tell(home: CliHome, answer: string, when: "stopped" | "ended"): Promise<void> {
  using store = openStore(home.paths.database);
  const workload = new Workload(store, USUAL_BOUNDS);
  await observeQueue(store, { pruneBefore: "" }, workload);
  const facts = { ...sessionFacts(store, home.session("session-1")), lastAnswer: `I see. ${answer}` };
  writeSummary(store, "session-1", { title: sessionTitle(facts), summary: summarizeSession(facts) });
  if (when === "stopped") return;
  const asker = { ask: () => Promise.resolve({ kind: "none" } as const) };
  await summarizeSessions(store, { sessionId: "session-1", now: new Date(), asker }, workload);
}

for (const length of [150, 270, LONG.length]) {
  for (const when of ["stopped", "ended"] as const) {
    Deno.test(`memory forget --source of ${length} units leaves no cut copy of a session that has ${when}`, async () => {
      using home = await homeWithCopies(LONG.slice(0, length), when);
      assertMatch(bytes(home), ANIMALS);
      assertMatch(
        await memory(home, "forget", "m1", "--source"),
        /^Forgot m1\n {2}cleared 1 prompt, 2 tool calls, [23] observations, 1 session that it came from;/,
      );
      assertEquals(ANIMALS.exec(bytes(home))?.[0], undefined);
    });
  }
}

Deno.test("memory forget counts the copies that were cut short, and a second call clears them", async () => {
  using home = await homeWithCopies(LONG, "ended");
  const summary = "select summary from sessions";
  assertMatch(
    JSON.stringify(home.rows(summary)),
    /Decided: We decided that the payment ledger of Quokkabank.*…/,
  );
  home.withStore((store) => store.run("update prompts set text = 'Gone' where number = 2"));
  home.withStore((store) => store.run("delete from pending_queue"));
  assertMatch(
    await memory(home, "forget", "m1"),
    /^Forgot m1\n {2}it still stands in \d observations, 1 session;/,
  );
  await memory(home, "forget", "m1", "--source");
  assertEquals(ANIMALS.exec(bytes(home))?.[0], undefined);
});

Deno.test("memory forget --source tells the session anew, with what is left of it", async () => {
  using home = await homeWithCopies(LONG, "ended");
  await decide(home, "Notes are kept in English, as the auditors read them");
  await memory(home, "forget", "m1", "--source");
  const [session] = home.rows<{ title: string; summary: string }>("select title, summary from sessions");
  assertEquals(session?.title, "Tidy the notes of the shop please");
  assertEquals(
    session?.summary,
    "- Asked: Tidy the notes of the shop please\n- Decided: Notes are kept in English, as the auditors read them",
  );
});

Deno.test("memory forget --source keeps what only begins alike", async () => {
  using home = await homeWithCopies(LONG, "ended");
  const other =
    "We decided that the payment ledger of the shop is printed on Mondays, as nobody reads it before";
  const session = home.session("session-2");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p9", text: other });
  home.withStore((store) =>
    store.run(
      "update sessions set summary = ? where session_id = 'session-2'",
      `- Asked: ${other.slice(0, 60)}…`,
    )
  );
  await memory(home, "forget", "m1", "--source");
  assertMatch(JSON.stringify(home.rows("select * from prompts")), /printed on Mondays/);
  assertMatch(JSON.stringify(home.rows("select summary from sessions")), /ledger of the shop is/);
});

test("memory forget --source gives a session the title of a prompt that still stands", async (home) => {
  const session = home.session("session-1");
  const body = "Quokkas live in the wombatorium behind the gate";
  home.keep(
    { kind: "prompt-submitted", session, at: AT, promptId: "p1", text: body },
    { kind: "prompt-submitted", session, at: AT, promptId: "p2", text: "Tidy the notes of the shop please" },
  );
  await memory(home, "add", "--category", "DECISION", body);
  await memory(home, "forget", "m1", "--source");
  assertEquals(home.rows("select title from sessions"), [{ title: "Tidy the notes of the shop please" }]);
});

Deno.test("memory forget --source leaves the copies of another session's prompt that begins with the same words", async () => {
  using home = await homeWithCopies(LONG, "ended");
  const session = home.session("session-2");
  const other = "- Asked: Good. We decided that the payment is due on Mondays…";
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p9", text: "Go on" });
  home.withStore((store) => {
    store.run("update prompts set text = ? where number = 2", `Print all of the ledgers on Mondays. ${LONG}`);
    const summary = `${other}\n- Asked last: Print all of the ledgers on Mondays…`;
    writeSummary(store, "session-2", { title: undefined, summary });
  });
  await memory(home, "forget", "m1", "--source");
  const found = JSON.stringify(home.rows("select summary from sessions where session_id = 'session-2'"));
  assertMatch(found, /due on Mondays….*Print all of the ledgers/);
});

Deno.test("what a forgotten memory left in a session's summary is not told at the start of the next", async () => {
  const body = "The wombatorium never starts while the quokka holds its lock";
  using home = await homeWithCopies(body, "stopped");
  const told = () =>
    home.withStore((store) =>
      recentSessions(store, home.session("next"), { limit: 5, enough: 5 }).map((
        { title, summary },
      ) => [title, summary ?? ""])
    );
  assertMatch(told()[0]?.[1] ?? "", /^- Decided: The wombatorium/m);
  await memory(home, "forget", "m1");
  assertEquals(told(), [["Tidy the notes of the shop please", ""]]);
  await memory(home, "forget", "m1", "--source");
  assertEquals(told(), [["Tidy the notes of the shop please", "- Asked: Tidy the notes of the shop please"]]);
});
