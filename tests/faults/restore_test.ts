// A restore lets go of the database now and then, and others come between.
import { DatabaseSync } from "node:sqlite";
import { backupCommand, restoreCommand } from "../../src/cli/backup/backup_command.ts";
import { processCommand } from "../../src/cli/process/process_command.ts";
import { Keeper } from "../../src/hook/keeper.ts";
import { replacementOf } from "../../src/hook/prepare_home.ts";
import { setAside } from "../../src/machine/set_aside.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";
import { namesIn, rowsIn } from "../_support/test_home.ts";
import { editCaptured } from "../_support/tool_captured.ts";
import {
  asLines,
  assistantRow,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";

/** Does something whenever this process has closed a database, which is when it lets go of one. */
class WhenClosed implements Disposable {
  readonly #close = DatabaseSync.prototype.close;

  constructor(work: () => void) {
    const close = this.#close;
    DatabaseSync.prototype.close = function () {
      close.call(this);
      work();
    };
  }

  [Symbol.dispose](): void {
    DatabaseSync.prototype.close = this.#close;
  }
}

/** As a hook does it: what the database refuses waits for the keeper to settle. */
function capture(home: CliHome, id: string): Keeper {
  const keeper = new Keeper(home.paths, () => {});
  const at = new Date().toISOString();
  logCall(home, id, at);
  const call = { session: home.session("session-1"), at, toolUseId: id, file: `${home.project}/${id}.ts` };
  keeper.keep(false, [editCaptured(call)]);
  return keeper;
}

/** As the client does it, before it tells the hook. */
function logCall(home: CliHome, id: string, timestamp: string): void {
  const folder = `${home.root}/home/.claude/projects/-project`;
  const fields = { timestamp, sessionId: "session-1", cwd: home.project };
  const input = { file_path: `${home.project}/${id}.ts`, old_string: "a", new_string: "b" };
  const rows = [
    assistantRow([toolUseBlock(id, "Edit", input)], { ...fields, uuid: `a-${id}` }),
    userRow([toolResultBlock(id, "done")], { ...fields, uuid: `r-${id}`, toolUseResult: {} }),
  ];
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/session-1.jsonl`, asLines(rows), { append: true });
}

/** Breaks the first page of a table. */
function spoil(path: string, table: string): void {
  const database = new DatabaseSync(path);
  database.exec("pragma wal_checkpoint(truncate)");
  const { page } = database.prepare("select rootpage as page from sqlite_schema where name = ?").get(table)!;
  database.close();
  using file = Deno.openSync(path, { write: true });
  file.seekSync((Number(page) - 1) * 4096, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(4096).fill(0x5a));
}

function captured(path: string): string[] {
  return rowsIn(path, "select tool_use_id as id from pending_queue").map(({ id }) => String(id));
}

async function run(home: CliHome, command: ReturnType<typeof restoreCommand>, ...args: string[]) {
  const { stdout, error } = await home.run(command, [...args, "--json"]);
  assertEquals(error, undefined);
  return JSON.parse(stdout);
}

for (const table of ["search_fts_data", "forgotten_memories", "observations"]) {
  Deno.test(`what is captured between the steps of a restore is kept or restored where ${table} is damaged`, async () => {
    using home = new CliHome();
    home.prepare();
    const file = `${home.root}/copy.db`;
    await run(home, backupCommand(), file);
    spoil(home.paths.database, table);
    const hooks: Keeper[] = [];
    let replaced: string;
    {
      using _hooks = new WhenClosed(() => hooks.push(capture(home, `toolu_${hooks.length}`)));
      ({ replaced } = await run(home, restoreCommand(), file));
    }
    for (const hook of hooks) hook.spoolRefusedRecords();
    await run(home, processCommand());
    const [kept, now] = [captured(replaced), captured(home.paths.database)];
    assert(kept.length > 0 && now.length > 0, `${kept.length} are kept, ${now.length} restored`);
    const wanted = hooks.map((_, at) => `toolu_${at}`).sort();
    assertEquals([...new Set([...kept, ...now])].sort(), wanted); // the transcript has what a hook still spools
    for (const ids of [kept, now]) assertEquals(new Set(ids).size, ids.length);
  });
}

Deno.test("what somebody else sets aside during a restore is not what is restored into, and does not come back beside it", async () => {
  using home = new CliHome();
  home.prepare();
  capture(home, "before");
  const file = `${home.root}/copy.db`;
  await run(home, backupCommand(), file);
  capture(home, "between");
  let movedTo: string | undefined;
  let replaced: string;
  {
    using _other = new WhenClosed(() => {
      // Not before the restore has made its own copy of the file there.
      if (movedTo !== undefined || namesIn(home.paths.backups).length === 0) return;
      movedTo = setAside(home.paths.database, undefined, replacementOf(home.paths, () => {}));
      home.prepare();
    });
    ({ replaced } = await run(home, restoreCommand(), file));
  }
  assert(movedTo !== undefined);
  await run(home, processCommand());
  assertEquals(captured(replaced).sort(), ["before", "between"]);
  assertEquals(captured(home.paths.database), ["before"]);
});
