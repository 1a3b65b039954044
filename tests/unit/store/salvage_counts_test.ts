import { DatabaseSync } from "node:sqlite";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { recountSession } from "../../../src/store/salvage_counts.ts";
import { recentSessions } from "../../../src/store/sessions.ts";
import { Store } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";
import { editCaptured } from "../../_support/tool_captured.ts";

const SESSION = { sessionId: "s", project: "/p", cwd: null };
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute)).toISOString();

/** With prompts 1 to 4, of which the third was private, and calls 1 to 3. */
function worked(): Store {
  const store = new Store(new DatabaseSync(":memory:"));
  migrate(store);
  store.transaction(() => {
    for (const [index, text] of ["one", "two", null, "four"].entries()) {
      const minute = index + 1;
      applyWrites(store, [
        { kind: "prompt-submitted", session: SESSION, at: at(minute), promptId: `p${minute}`, text },
      ]);
    }
    for (const id of ["1", "2", "3"]) {
      applyWrites(store, [
        editCaptured({ session: SESSION, at: at(Number(id)), toolUseId: id, file: `/p/${id}.ts` }),
      ]);
    }
  });
  store.run("update sessions set summary = 'done', summary_covers = '4.3'");
  store.run(
    "insert into asks (session_id, category, key, prompt_count, created_at) values ('s', 'c', 'k', 4, '')",
  );
  return store;
}

interface Case {
  readonly why: string;
  readonly lost: string;
  readonly lossy: readonly string[];
  readonly counts: string;
}

const CASES: readonly Case[] = [
  {
    why: "a prompt was lost",
    lost: "delete from prompts where number = 2",
    lossy: ["prompts"],
    counts: "2 3",
  },
  {
    why: "calls were lost",
    lost: "delete from pending_queue where tool_use_id <> '1'",
    lossy: ["pending_queue"],
    counts: "4 1",
  },
  { why: "nothing of it was lost", lost: "select 1", lossy: ["pending_queue"], counts: "4 3" },
  { why: "nothing was lost at all", lost: "delete from prompts", lossy: ["asks"], counts: "4 3" },
  {
    why: "its calls show that it was pruned",
    lost: "delete from prompts; delete from pending_queue",
    lossy: ["prompts"],
    counts: "4 3",
  },
  {
    why: "its prompts show that it was pruned before it went on",
    lost: "delete from prompts where number < 4; delete from pending_queue where tool_use_id <> '3'",
    lossy: ["pending_queue"],
    counts: "4 3",
  },
];
for (const { why, lost, lossy, counts } of CASES) {
  Deno.test(`recountSession() where ${why}`, () => {
    using store = worked();
    store.execute(lost);
    recountSession(store, "s", new Set(lossy));
    const [session] = store.all(
      `select prompt_count || ' ' || tool_count as counts, summary, replace(summary_covers, '.', ' ') as covers
       from sessions`,
    );
    assertEquals({ ...session }, { counts, summary: "done", covers: counts });
  });
}

Deno.test("recountSession() lets numbers and asks go on from what is left", () => {
  using store = worked();
  store.run("delete from prompts where number = 1");
  recountSession(store, "s", new Set(["prompts", "pending_queue"]));
  assertEquals(store.all("select number, text from prompts order by number").map((row) => ({ ...row })), [
    { number: 1, text: "two" },
    { number: 2, text: "four" },
  ]);
  assertEquals(store.first<{ n: number }>("select prompt_count as n from asks")?.n, 2);
});

Deno.test("a session of which all rows were lost is still one of the last", () => {
  using store = worked();
  store.execute("delete from prompts; delete from pending_queue");
  recountSession(store, "s", new Set(["prompts", "pending_queue"]));
  const recent = recentSessions(store, { ...SESSION, sessionId: "next" }, { limit: 3, enough: 3 });
  assertEquals(recent.map(({ title, promptCount }) => [title, promptCount]), [["one", 0]]);
});
