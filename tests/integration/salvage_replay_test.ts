// What a damaged database has lost of a session can be replayed from its transcript; what was pruned cannot.
import { DatabaseSync } from "node:sqlite";
import { replayCommand } from "../../src/cli/commands/replay.ts";
import { removeSessionDetails } from "../../src/cli/keeping/remove_sessions.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { DamagedHome } from "../_support/damaged_home.ts";
import { workingSession } from "./replay_home.ts";

const TRANSCRIPT_SESSION = "s-1";

class ReplayedHome extends DamagedHome {
  readonly #file = `${this.root}/s-1.jsonl`;

  constructor() {
    super();
    const { rows } = workingSession(TRANSCRIPT_SESSION, this.project);
    Deno.writeTextFileSync(this.#file, rows.map((row) => JSON.stringify(row) + "\n").join(""));
  }

  async replay(): Promise<void> {
    await this.print(replayCommand(), this.#file);
  }

  /** Sets it aside once the first page of each of these tables was overwritten. */
  loose(...tables: readonly string[]): void {
    const database = new DatabaseSync(this.paths.database);
    database.exec("pragma wal_checkpoint(truncate)");
    const pages = database.prepare(
      "select rootpage as page from sqlite_schema where name in (select value from json_each(?))",
    ).all(JSON.stringify(tables));
    database.close();
    const file = Deno.openSync(this.paths.database, { write: true });
    for (const { page } of pages) {
      file.seekSync((Number(page) - 1) * 4096, Deno.SeekMode.Start);
      file.writeSync(new Uint8Array(4096).fill(0xaa));
    }
    file.close();
    this.setAside();
    this.prepare();
  }

  get kept(): unknown {
    return {
      prompts: this.rows("select number, text from prompts order by number"),
      calls: this.rows("select tool_use_id as id from pending_queue order by created_at, id"),
      observations: this.rows("select text from observations order by created_at, text"),
      sessions: this.rows(
        "select prompt_count as prompts, tool_count as calls, title, summary from sessions",
      ),
    };
  }
}

for (const tables of [["prompts", "pending_queue"], ["prompts"], ["pending_queue"]]) {
  Deno.test(`what was lost of ${tables.join(" and ")} comes back with a replay, and nothing twice`, async () => {
    using home = new ReplayedHome();
    await home.replay();
    await home.process();
    const before = home.kept;
    home.loose(...tables);
    await home.process();
    const summaries = home.rows("select summary from sessions");
    assert(summaries[0]?.summary !== null);
    await home.process();
    assertEquals(home.rows("select summary from sessions"), summaries);
    await home.replay();
    await home.process();
    assertEquals(home.kept, before);
  });
}

for (const lost of ["prompts", "pending_queue"]) {
  Deno.test(`what was pruned before ${lost} was lost stays away, as does what was pruned since`, async () => {
    using home = new ReplayedHome();
    await home.replay();
    await home.process();
    await prune(home);
    const before = home.kept;
    home.loose(lost);
    await home.process();
    await home.replay();
    await home.process();
    assertEquals(home.kept, before);
  });
}

Deno.test("what is pruned once a damaged database was brought back stays away though that is looked at again", async () => {
  using home = new ReplayedHome();
  await home.replay();
  await home.process();
  home.loose("prompts", "pending_queue");
  await home.process();
  await home.replay();
  await home.process();
  await prune(home);
  const before = home.kept;
  Deno.utimeSync(home.aside, Date.now() / 1000, Date.now() / 1000);
  await home.process();
  await home.replay();
  await home.process();
  assertEquals(home.kept, before);
});

async function prune(home: DamagedHome): Promise<void> {
  using store = openAnyVersion(home.paths.database);
  await removeSessionDetails(store, { sessions: new Set([TRANSCRIPT_SESSION]) });
}
