import { assertEquals } from "../../_support/assert.ts";
import { turnAnswered } from "../../../src/session/answers.ts";
import { keepAnswer } from "../../../src/store/apply_writes.ts";
import { keepAsks } from "../../../src/store/asks.ts";
import { settleBy } from "../../../src/store/candidates.ts";
import { PRUNED_PAYLOAD } from "../../../src/store/columns.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { forgetMemories } from "../../../src/store/forget.ts";
import { readPrivacy } from "../../../src/view/figures.ts";
import { supersede } from "../../../src/store/save_memory.ts";
import { ensureSession } from "../../../src/store/sessions.ts";
import { sql } from "../../../src/store/sql.ts";
import { newestSteps, stepsAround, stepTexts } from "../../../src/view/session_steps.ts";
import { promptBefore, readInbox, readNow, readSession, readSessions } from "../../../src/view/queries.ts";
import { draft, finding, PROJECT, test } from "../store/memory_store.ts";

test("promptBefore() and stepsAround() find the moment of a memory in a session of any length", ({ store }) => {
  store.run(`insert into prompts (session_id, prompt_id, number, text, created_at)
    with recursive series(i) as (select 1 union all select i + 1 from series where i < 3000)
    select 'session-1', i, i, 'Step ' || i, strftime('%Y-%m-%dT%H:%M:%fZ', 1772359200 + i, 'unixepoch') from series`);
  const at = new Date((1772359200 + 2500) * 1000).toISOString();
  const row = insertMemory(store, draft("Deploy on Fridays"), { status: "candidate", at });
  assertEquals(promptBefore(store, memoryByRow(store, row)!)?.text, "Step 2500");
  const found = stepsAround(store, "session-1", at).map(({ id }) => id).join(" ");
  assertEquals(found, "p2496 p2497 p2498 p2499 p2500 p2501 p2502 p2503 p2504 p2505");
});

test("newestSteps() has the steps of the session last active first, though an older one was replayed later", ({ store }) => {
  for (const [id, day] of [["new", "02"], ["old", "01"]] as const) {
    const at = `2026-03-${day}T10:00:00.000Z`;
    ensureSession(store, { sessionId: id, project: PROJECT, cwd: PROJECT }, at);
    for (const n of [1, 2]) {
      store.run(
        sql`insert into pending_queue (session_id, tool_use_id, tool_name, priority, created_at, payload)
        values (${id}, ${n}, 'Bash', 'normal', ${at}, '{}')`,
      );
    }
  }
  store.run(
    `insert into observations (session_id, text, created_at, capture_id) values ('new', 'Ran', '2026', 2)`,
  );
  assertEquals(newestSteps(store, PROJECT, 2).map((step) => step.session_id), ["new", "new"]);
  assertEquals(readSession(store, "o1", { offset: 1, limit: 1 })?.rows.map(({ id }) => id), ["q1"]);
  assertEquals(readSession(store, "o1", { offset: 0, limit: 1 })?.place, 0);
});

test("readNow() has the sessions used last, and steps of one that ended beside many that never reported an end", ({ store }) => {
  const run = (sessionId: string, minute: number, change = sql`title = title`) => {
    const at = new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
    ensureSession(store, { sessionId, project: PROJECT, cwd: PROJECT }, at);
    store.run(sql`insert into prompts (session_id, prompt_id, number, text, created_at)
      values (${sessionId}, 'p', 1, ${`Prompt of ${sessionId}`}, ${at})`);
    store.run(sql`update sessions set ${change} where session_id = ${sessionId}`);
  };
  const isClosed = sql`status = 'closed', ended_at = '2026-03-01T12:00:00.000Z'`;
  run("resumed", 0, sql`last_started_at = '2026-03-01T12:01:00.000Z'`);
  for (let i = 1; i < 45; i++) run(`open${i}`, i);
  run("ended", 50, isClosed);
  const { sessions, steps } = readNow(store, PROJECT);
  assertEquals(sessions.map((one) => one.session_id).slice(0, 3), ["resumed", "ended", "open44"]);
  assertEquals([steps[0]?.text, steps[1]?.text], ["Prompt of ended", "Prompt of open44"]);
  // An open session begun before forty shorter ones may still go on.
  store.run(sql`update sessions set ${isClosed}, last_started_at = null where session_id glob 'open*'`);
  store.run(sql`update sessions set last_started_at = null where session_id = 'resumed'`);
  store.run(sql`update prompts set created_at = '2026-03-01T12:02:00.000Z' where session_id = 'resumed'`);
  assertEquals(readNow(store, PROJECT).steps[0]?.text, "Prompt of resumed");
});

test("a step of an answer has the agent's words alone, and says when only their beginning is kept", ({ store }) => {
  const session = { sessionId: "session-1", project: PROJECT, cwd: PROJECT };
  for (const [i, said] of ["It hung as the index lacked", "It hung. ".repeat(100).trim()].entries()) {
    const answer = turnAnswered(said, "Why?", { session, at: `2026-03-01T10:0${i}:00.000Z` });
    store.transaction(() => keepAnswer(store, answer));
    const step = readSession(store, "session-1", { offset: i, limit: 1 })!.rows[0]!;
    const shown = said.length < 600 ? { name: "Answer", text: said } : {
      name: "Beginning of the answer",
      text: `${said.slice(0, 599)}…`,
    };
    assertEquals([step.text, stepTexts(store, step.id!)], [shown.text, [{ ...shown, cut: 0 }]]);
  }
});

test("readSession() has steps of one moment in the order of a turn, without a candidate that another memory settled", ({ store }) => {
  const session = { sessionId: "session-1", project: PROJECT, cwd: PROJECT };
  const at = "2026-03-01T10:00:00.000Z";
  for (let i = 0; i < 8; i++) {
    insertMemory(store, draft("Old", { sessionId: null }), { status: "active", at });
  }
  const found = [finding("Deploy on Fridays only"), finding("All money is in cents")];
  keepAsks(store, { found, dismissed: [] }, { sessionId: "session-1", promptCount: 1, at });
  const row = insertMemory(store, draft("Deploys: Fridays only", { source: "agent" }), {
    status: "active",
    at,
  });
  store.transaction(() => {
    settleBy(store, [9], row, at);
    keepAnswer(store, turnAnswered("Deploys are on Fridays.", "When?", { session, at }));
  });
  const part = { offset: 0, limit: 20 };
  const ids = () => readSession(store, "session-1", part)!.rows.map(({ kind, id }) => `${kind} ${id}`);
  assertEquals(ids(), ["answer o1", "asked m9", "asked m10", "saved m11"]);
  // A stop found in the answer what the agent had saved, which another memory replaced later.
  store.run(sql`insert into asks (session_id, category, key, prompt_count, created_at, memory_id, outcome)
    values ('session-1', 'DECISION', 'k', -1, ${at}, ${row}, 'settled')`);
  supersede(store, row, null, at);
  assertEquals(ids(), ["answer o1", "asked m9", "asked m10", "saved m11"]);
  assertEquals(newestSteps(store, PROJECT, 2).map(({ id }) => id), ["m11", "o1"]);
});

test("readInbox() leaves out what was forgotten since it was found doubtful; readNow() counts its candidates", ({ store }) => {
  const at = "2026-03-01T10:00:00.000Z";
  const row = insertMemory(store, draft("Deploy on Fridays"), { status: "active", at });
  const doubtful = [{ memory: memoryByRow(store, row)!, doubts: ["its file is gone: a.ts"] }];
  const waiting = () => readInbox(store, PROJECT, doubtful, { offset: 0, limit: 10 });
  assertEquals([waiting().total, waiting().rows.length], [1, 1]);
  forgetMemories(store, [memoryByRow(store, row)!], at);
  assertEquals([waiting().total, waiting().rows], [0, []]);
  insertMemory(store, draft("No mocks", { scope: "user", project: null }), { status: "candidate", at });
  assertEquals([waiting().candidates, readNow(store, PROJECT).waiting], [1, 1]);
});

test("readSessions() finds the session of a pasted prompt of any length", ({ store }) => {
  const words = Array.from({ length: 2000 }, (_, i) => `word${i}`);
  const at = "2026-03-01T10:00:00.000Z";
  ensureSession(store, { sessionId: "long", project: PROJECT, cwd: PROJECT }, at);
  store.run(sql`insert into prompts (session_id, prompt_id, number, text, created_at)
    values ('long', 'p', 1, ${words.join(" ")}, ${at})`);
  const page = { offset: 0, limit: 10 };
  assertEquals(readSessions(store, { project: undefined, words }, page).total, 1);
  assertEquals(readSessions(store, { project: undefined, words: [...words].reverse() }, page).total, 1);
  assertEquals(readSessions(store, { project: undefined, words: ["absent", ...words] }, page).total, 0);
});

test("readPrivacy() leaves out tool calls whose texts were pruned or forgotten when it looks for the oldest", ({ store }) => {
  const payloads = [
    PRUNED_PAYLOAD,
    '{"forgotten":true}',
    '{"tool_input":{"command":"make"},"tool_response":{}}',
  ];
  for (const [i, payload] of payloads.entries()) {
    store.run(
      sql`insert into pending_queue (session_id, tool_use_id, tool_name, priority, created_at, payload)
      values ('session-1', ${`toolu_${i}`}, 'Bash', 'low', ${`2026-03-0${i + 1}T12:00:00.000Z`}, ${payload})`,
    );
  }
  assertEquals(readPrivacy(store, undefined).oldest, "2026-03-03");
});

test("readPrivacy() counts what was redacted by day and kind, in their order", ({ store }) => {
  for (const [i, kind] of ["jwt", "aws-key", "slack", "aws-key", "jwt", "jwt"].entries()) {
    const at = `2026-03-0${i < 3 ? 2 : 1}T12:00:00.000Z`;
    store.run(sql`insert into prompts (session_id, prompt_id, number, text, created_at)
      values ('session-1', ${i}, ${i}, ${`Use [redacted:${kind}]`}, ${at})`);
  }
  const told = readPrivacy(store, undefined).redacted.map(({ day, kind, count }) =>
    `${day.slice(-1)} ${count} ${kind}`
  );
  assertEquals(told, ["1 1 aws-key", "1 2 jwt", "2 1 aws-key", "2 1 jwt", "2 1 slack"]);
});
