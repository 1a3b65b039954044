import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import type { Outcome } from "../_support/run_program.ts";
import { namesIn, rowsIn, TestHome } from "../_support/test_home.ts";
import {
  asLines,
  assistantRow,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";
import { sleep } from "../_support/wait.ts";

const DAMAGES = 3;
const WRITERS = 6;
const KILLED_RESTORES_MS = [250, 700, 1150];

/** Breaks the index of the search, so that hooks go on writing, and `mneme process` finds it. */
function spoil(path: string): void {
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec("pragma wal_checkpoint(truncate)");
  const found = database.prepare("select rootpage as page from sqlite_schema where name = 'search_fts_data'");
  const page = Number(found.get()!.page);
  database.close();
  using file = Deno.openSync(path, { write: true });
  file.seekSync((page - 1) * 4096, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(4096).fill(0x5a));
}

/** Tells the hook of a call; the client has it in its transcript by then. */
function edit(home: TestHome, id: string): Promise<Outcome> {
  const tool_input = { file_path: `${home.project}/${id}.ts`, old_string: "a", new_string: "b" };
  const [timestamp, sessionId] = [new Date().toISOString(), "session-1"];
  const rows = [
    assistantRow([toolUseBlock(id, "Edit", tool_input)], { timestamp, sessionId, uuid: `a-${id}` }),
    userRow([toolResultBlock(id, "done")], { timestamp, sessionId, uuid: `r-${id}`, toolUseResult: {} }),
  ];
  const folder = `${home.home}/.claude/projects/-project`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/session-1.jsonl`, asLines(rows), { append: true });
  return home.fire("PostToolUse", { tool_name: "Edit", tool_use_id: id, tool_input, tool_response: {} });
}

/** Has hooks capture beside each other, one after another each, until `end` gives the ids of their calls. */
function captureOn(home: TestHome): { end(): Promise<string[]> } {
  let isOver = false;
  const ids: string[] = [];
  const writers = inParallel(Array.from({ length: WRITERS }, (_, at) => at), WRITERS, async (at) => {
    for (let round = 0; !isOver; round++) {
      const id = `toolu_${at}_${round}`;
      ids.push(id);
      assertHarmless(await edit(home, id), id);
    }
  });
  return {
    async end() {
      isOver = true;
      await writers;
      return ids;
    },
  };
}

Deno.test("captures beside a database that is damaged and replaced by killed processes: each once, from it or from the transcript", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  const captures = captureOn(home);
  for (let damage = 0; damage < DAMAGES; damage++) {
    await sleep(300);
    spoil(home.database);
    for (const killAfterMs of [120, 300, 480]) {
      await home.mneme(["process"], { killAfterMs: killAfterMs + 40 * damage });
    }
    assertEquals((await home.mneme(["process"])).code, 0, home.log());
  }
  const ids = await captures.end();
  for (let i = 0; i < 2; i++) assertEquals((await home.mneme(["process"])).code, 0, home.log());
  const aside = namesIn(home.data).filter((name) => /\.corrupt-[^.]*Z$/.test(name));
  assert(aside.length > 0, "nothing was set aside");
  assertEquals(home.column("select tool_use_id from pending_queue").sort(), ids.sort());
  assertEquals(home.column("select tool_count from sessions"), [ids.length]);
  assertEquals(home.column("select count(distinct capture_id) from observations"), [ids.length]);
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
});

Deno.test("captures beside restores over a damaged database, some of them killed: each is in a copy of what was replaced or in the database", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  const file = `${home.root}/copy.db`;
  assertEquals((await home.mneme(["backup", file])).code, 0);
  const captures = captureOn(home);
  for (const killAfterMs of KILLED_RESTORES_MS) {
    await sleep(100);
    spoil(home.database);
    await home.mneme(["restore", file], { killAfterMs });
    const { code, stderr } = await home.mneme(["restore", file]);
    assertEquals(code, 0, stderr);
  }
  const ids = await captures.end();
  assertEquals((await home.mneme(["process"])).code, 0, home.log());
  const copies = namesIn(`${home.data}/backups`).filter((name) => name.endsWith(".db"));
  const paths = [home.database, ...copies.map((name) => `${home.data}/backups/${name}`)];
  const found = new Set(
    paths.flatMap((path) => rowsIn(path, "select tool_use_id as id from pending_queue"))
      .map(({ id }) => id),
  );
  assertEquals(ids.filter((id) => !found.has(id)), []);
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
});
