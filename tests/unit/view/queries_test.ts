import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { PRUNED_PAYLOAD } from "../../../src/store/columns.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { forgetMemories } from "../../../src/store/forget.ts";
import { readPrivacy } from "../../../src/view/figures.ts";
import { ensureSession } from "../../../src/store/sessions.ts";
import { sql } from "../../../src/store/sql.ts";
import { newestSteps, stepsAround, stepTexts } from "../../../src/view/session_steps.ts";
import { promptBefore, readInbox, readNow, readSession, readSessions } from "../../../src/view/queries.ts";
import { draft, PROJECT, test } from "../store/memory_store.ts";

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

/** What the page reads after these statements: the steps of the session `s1`, the texts of `o1`, and Now. */
for (const { name, rows, ...wanted } of casesOf<Record<"name" | "rows", string>>(import.meta.filename)) {
  test(name, ({ store }) => {
    store.execute(rows);
    const now = readNow(store, PROJECT);
    const shown = (steps: Readonly<typeof now.steps>) =>
      steps.map(({ kind, id, text }) => `${kind} ${id}: ${text}`);
    const found: Record<string, unknown> = {
      steps: shown(readSession(store, "s1", { offset: 0, limit: 20 })!.rows),
      texts: stepTexts(store, "o1"),
      sessions: now.sessions.slice(0, 3).map(({ id }) => id),
      newest: shown(now.steps.slice(0, 2)),
    };
    assertEquals(Object.keys(wanted).map((key) => found[key]), Object.values(wanted));
  });
}

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
  store.run("update sessions set prompt_count = 1");
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

test("readPrivacy() counts the texts, and the files that are still there, with words of forgotten memories", ({ store }) => {
  const [row, file] = [{ table: "prompts", id: 1 }, import.meta.filename];
  for (
    const [i, traces] of [{}, { rows: [], files: [file, "/gone"] }, { rows: [row], files: [] }].entries()
  ) {
    store.run(sql`
      insert into forgotten_memories (key, memory_id, forgotten_at, traces)
      select value, ${i}, ${`2026-03-0${i + 1}`}, iif(value like 'a%', ${JSON.stringify(traces)}, '{}')
      from json_each(${[`a${i}`, `b${i}`]})`);
  }
  const left = readPrivacy(store, undefined).left.map(({ id, texts, files }) => [id, texts, files]);
  assertEquals(left, [["m2", 1, 0], ["m1", 0, 1]]);
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
