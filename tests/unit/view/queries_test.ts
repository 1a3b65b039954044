import { assertEquals } from "../../_support/assert.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { forgetMemory } from "../../../src/store/forget.ts";
import { readPrivacy } from "../../../src/view/figures.ts";
import { sql } from "../../../src/store/sql.ts";
import { promptBefore, readInbox } from "../../../src/view/queries.ts";
import { draft, PROJECT, test } from "../store/memory_store.ts";

test("promptBefore() finds the moment of a memory in a session of any length", ({ store }) => {
  store.run(`insert into prompts (session_id, prompt_id, number, text, created_at)
    with recursive series(i) as (select 1 union all select i + 1 from series where i < 3000)
    select 'session-1', i, i, 'Step ' || i, strftime('%Y-%m-%dT%H:%M:%fZ', 1772359200 + i, 'unixepoch') from series`);
  const at = new Date((1772359200 + 2500) * 1000).toISOString();
  const row = insertMemory(store, draft("Deploy on Fridays"), { status: "candidate", at });
  assertEquals(promptBefore(store, memoryByRow(store, row)!)?.text, "Step 2500");
});

test("readInbox() leaves out a memory that was forgotten since it was found doubtful", ({ store }) => {
  const at = "2026-03-01T10:00:00.000Z";
  const row = insertMemory(store, draft("Deploy on Fridays"), { status: "active", at });
  const doubtful = [{ memory: memoryByRow(store, row)!, doubts: ["its file is gone: a.ts"] }];
  const waiting = () => readInbox(store, PROJECT, doubtful, { offset: 0, limit: 10 });
  assertEquals([waiting().total, waiting().rows.length], [1, 1]);
  forgetMemory(store, memoryByRow(store, row)!, at);
  assertEquals([waiting().total, waiting().rows], [0, []]);
});

test("readPrivacy() counts what was redacted by kind, most first", ({ store }) => {
  for (const [i, kind] of ["slack", "aws-key", "jwt", "aws-key", "jwt", "jwt"].entries()) {
    store.run(sql`insert into prompts (session_id, prompt_id, number, text, created_at)
      values ('session-1', ${i}, ${i}, ${`Use [redacted:${kind}]`}, '2026-03-01T12:00:00.000Z')`);
  }
  const told = readPrivacy(store, undefined).redacted.map(({ kind, count }) => `${count} ${kind}`);
  assertEquals(told, ["3 jwt", "2 aws-key", "1 slack"]);
});
