import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { forgetMemories } from "../../../src/store/forget.ts";
import { readPrivacy } from "../../../src/view/figures.ts";
import { sql } from "../../../src/store/sql.ts";
import { stepTexts } from "../../../src/view/session_steps.ts";
import {
  readInbox,
  readMemory,
  readNow,
  readSession,
  readSessions,
  readTurn,
} from "../../../src/view/queries.ts";
import type { Store } from "../../../src/store/store.ts";
import { draft, PROJECT, test } from "../store/memory_store.ts";

const all = { offset: 0, limit: 20 };
const READS: Readonly<Record<string, (store: Store, asked: never) => unknown>> = {
  session: (store, filter: { types: string; q: string }) => readSession(store, "q3", all, filter),
  sessions: (store, asked: object) => readSessions(store, { project: PROJECT, ...asked }, all),
  inbox: (store, q: string) => readInbox(store, { project: PROJECT, part: all, q }, []),
  memory: (store, id: number) => readMemory(store, memoryByRow(store, id)!),
};

type Case = Record<"name" | "rows" | "readAt", string> & {
  readonly reads?: [read: string, asked: never, part: object][];
};

/** What the page reads after these statements: parts of answers; of the session `s1`, of `o1`, Now, lists, and the turn of `m1`. */
for (const { name, rows, readAt, reads = [], ...wanted } of casesOf<Case>(import.meta.filename)) {
  test(name, ({ store }) => {
    store.execute(rows);
    const now = readNow(store, PROJECT);
    const sessions = readSessions(store, { project: PROJECT }, all);
    const memory = memoryByRow(store, 1);
    const { prompt, steps = [] } = memory ? readTurn(store, memory, readAt) : {};
    const shown = (steps: Readonly<typeof now.steps>) =>
      steps.map(({ kind, id, text }) => `${kind} ${id}: ${text}`);
    const found: Record<string, unknown> = {
      steps: shown(readSession(store, "s1", all)?.rows ?? []),
      texts: stepTexts(store, "o1"),
      place: readSession(store, "o1", all)?.place,
      second: readSession(store, "o1", { offset: 1, limit: 1 })?.rows.map(({ id }) => id),
      sessions: now.sessions.slice(0, 3).map(({ id }) => id),
      newest: shown(now.steps.slice(0, 2)),
      outcomes: now.steps.map(({ outcome }) => outcome),
      turn: [prompt?.id, ...steps.map(({ id }) => id)].join(" "),
      used: sessions.rows.map(({ id, last_at }) => `${id} ${last_at}`),
      oldest: readPrivacy(store, undefined).oldest,
      redacted: readPrivacy(store, undefined).redacted.map((one) => Object.values(one).join(" ")),
      inbox: Object.values(readInbox(store, { project: PROJECT, part: all }, [])).slice(3, 5),
    };
    assertEquals(Object.keys(wanted).map((key) => found[key]), Object.values(wanted));
    for (const [read, asked, is] of reads) {
      assertEquals({ ...READS[read]!(store, asked)!, ...is }, READS[read]!(store, asked));
    }
  });
}

test("readInbox() leaves out what was forgotten since it was found doubtful; readNow() counts its candidates", ({ store }) => {
  const at = "2026-03-01T10:00:00.000Z";
  const row = insertMemory(store, draft("Deploy on Fridays"), { status: "active", at });
  const doubtful = [{ memory: memoryByRow(store, row)!, doubts: ["its file is gone: a.ts"] }];
  const waiting = () => readInbox(store, { project: PROJECT, part: { offset: 0, limit: 10 } }, doubtful);
  assertEquals([waiting().total, waiting().rows.length], [1, 1]);
  forgetMemories(store, [memoryByRow(store, row)!], at);
  assertEquals([waiting().total, waiting().rows], [0, []]);
  insertMemory(store, draft("No mocks", { scope: "user", project: null }), { status: "candidate", at });
  assertEquals([waiting().candidates, readNow(store, PROJECT).waiting], [1, 1]);
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
