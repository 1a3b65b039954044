import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

const MEMORIES = 400;

/** A home whose database was set aside as damaged, and in which a session has gone on since. */
async function damagedHome(): Promise<{ home: TestHome; pages: number }> {
  const home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart"));
  await home.hook(
    "user-prompt-submit",
    home.payload("UserPromptSubmit", { prompt: "said before the damage" }),
  );
  const database = new DatabaseSync(home.database);
  const insert = database.prepare(
    `insert into memories (project, category, body, source, created_at, updated_at)
     values (?, 'DECISION', ?, 'user', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
  );
  for (let i = 0; i < MEMORIES; i++) insert.run(home.project, `memory number ${i} ${"is long ".repeat(20)}`);
  database.exec("pragma wal_checkpoint(truncate)");
  const pages = Number(
    database.prepare("select rootpage as page from sqlite_schema where name = 'search_fts_data'").get()!.page,
  );
  database.close();
  return { home, pages };
}

function spoil(path: string, page: number): void {
  using file = Deno.openSync(path, { write: true });
  file.seekSync((page - 1) * 4096, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(4096).fill(0x5a));
}

Deno.test("mneme process brings back what a damaged database that was set aside still holds, once", async () => {
  const { home, pages } = await damagedHome();
  using _home = home;
  spoil(home.database, pages);
  const first = await home.mneme(["process", "--json"]);
  assertEquals(first.code, 0, first.stderr);
  assertMatch(first.stderr, /was damaged and is set aside as/);
  assert(JSON.parse(first.stdout).salvaged > MEMORIES);
  assertEquals(home.rows("select count(*) as n from memories"), [{ n: MEMORIES }]);
  assertEquals(home.rows("select text from prompts"), [{ text: "said before the damage" }]);
  assertEquals(home.rows("select title is not null as told from sessions where session_id = 'session-1'"), [{
    told: 1,
  }]);
  const found = await home.mneme(["search", "memory number 77", "--json", "--limit", "1"]);
  assertEquals(JSON.parse(found.stdout).length, 1);
  assertEquals(JSON.parse((await home.mneme(["process", "--json"])).stdout).salvaged, 0);
});

Deno.test("what is salvaged gets another number where its own is taken, and nothing new is lost", async () => {
  const { home, pages } = await damagedHome();
  using _home = home;
  Deno.renameSync(home.database, `${home.database}.corrupt-2026-01-02T03-04-05-678Z`);
  for (const suffix of ["-wal", "-shm"]) {
    try {
      Deno.removeSync(home.database + suffix);
    } catch {
      // no log was left
    }
  }
  spoil(`${home.database}.corrupt-2026-01-02T03-04-05-678Z`, pages);
  const start = { session_id: "later" };
  await home.hook("session-start", home.payload("SessionStart", start));
  await home.hook(
    "user-prompt-submit",
    home.payload("UserPromptSubmit", { ...start, prompt: "said after it" }),
  );
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.rows("select text from prompts order by text"), [
    { text: "said after it" },
    { text: "said before the damage" },
  ]);
  assertEquals(home.rows("select session_id as id from sessions order by id"), [{ id: "later" }, {
    id: "session-1",
  }]);
});

Deno.test("a salvage that was killed and is done again brings no row twice, whatever number it got", async () => {
  const { home } = await damagedHome();
  using _home = home;
  const aside = `${home.database}.corrupt-2026-01-02T03-04-05-678Z`;
  Deno.renameSync(home.database, aside);
  for (const suffix of ["-wal", "-shm"]) {
    try {
      Deno.removeSync(home.database + suffix);
    } catch {
      // no log was left
    }
  }
  const start = { session_id: "later" };
  await home.hook("session-start", home.payload("SessionStart", start));
  await home.hook(
    "user-prompt-submit",
    home.payload("UserPromptSubmit", { ...start, prompt: "said after it" }),
  );
  const counts = () =>
    ["prompts", "memories", "sessions", "event_log"].map((table) =>
      home.rows(`select count(*) as n from ${table}`)
    );
  assertEquals((await home.mneme(["process"])).code, 0);
  const once = counts();
  Deno.utimeSync(`${aside}.salvaged`, 0, 0); // as if it had been killed before it wrote that it was done
  assertEquals(JSON.parse((await home.mneme(["process", "--json"])).stdout).salvaged, 0);
  assertEquals(counts(), once);
});
