import { prepareHome } from "../../src/hook/prepare_home.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { setAside } from "../../src/machine/set_aside.ts";
import type { Store } from "../../src/store/store.ts";
import { assert, assertEquals, assertThrows } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { namesIn, rowsIn } from "../_support/test_home.ts";
import { soundHome } from "./sound_home.ts";

// A hook opens the database by its name, and a moment later the log beside it by its own: between the two the database
// may be set aside.

/** Opens the database, says so, and writes to it a little after it was told to; ends with 1 where that is refused. */
const HOOK = `
  import { DatabaseSync } from "node:sqlite";
  const database = new DatabaseSync(Deno.args[0]);
  console.log("open");
  Deno.stdin.readSync(new Uint8Array(1));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
  try {
    database.exec("insert into prompts (session_id, number, text, created_at) values ('s', 1, 'late', '')");
  } catch {
    Deno.exit(1);
  }
  Deno.exit();
`;

/** Opens whatever has the name, again and again, without a look at it, until it is told to end. */
const OPENER = `
  import { DatabaseSync } from "node:sqlite";
  let isOver = false;
  Deno.stdin.read(new Uint8Array(1)).then(() => isOver = true);
  for (let round = 0; !isOver; round++) {
    try {
      const database = new DatabaseSync(Deno.args[0]);
      database.exec("pragma user_version");
    } catch {
      // It has no name just now.
    }
    if (round === 0) console.log("open");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  Deno.exit();
`;

/** A data folder of its own, whose database is prepared as often as a hook would. */
class Folder implements Disposable {
  readonly root = Deno.makeTempDirSync({ prefix: "mneme-test-" });
  readonly database = pathsBelow(this.root).database;

  prepared(): Store {
    return prepareHome(pathsBelow(this.root), { drainLimit: 0, log: () => {} }).store;
  }

  /** The same, with a prompt in it. */
  withPrompt(): Store {
    const store = this.prepared();
    store.run("insert into prompts (session_id, number, text, created_at) values ('s', 0, 'early', '')");
    return store;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

Deno.test("a hook whose database is set aside while it opens it writes to that one or has to spool", async () => {
  using folder = new Folder();
  const first = folder.withPrompt();
  const hook = await spawnScript(HOOK, folder.database);
  const told = hook.write();
  const movedTo = setAside(folder.database);
  using fresh = folder.prepared();
  const isTaken = await told;
  assert(movedTo !== undefined);
  assertEquals(texts(movedTo), isTaken ? ["early", "late"] : ["early"]);
  assertEquals(fresh.all("pragma integrity_check").map((row) => ({ ...row })), [{ integrity_check: "ok" }]);
  assertEquals(fresh.all("select text from prompts"), []);
  first.close();
});

Deno.test("who opens the database by its name while it is set aside does not destroy its log", async () => {
  using folder = new Folder();
  using _first = folder.withPrompt();
  const opener = await spawnScript(OPENER, folder.database);
  const movedTo = setAside(folder.database);
  await opener.write();
  assert(movedTo !== undefined);
  assertEquals(texts(movedTo), ["early"]);
});

const NAME = "memory.db.corrupt-2026-03-02T03-04-05-678Z";
const KILLED: Readonly<Record<string, (database: string) => void>> = {
  "on a file system without links": (database) => Deno.renameSync(database, `${database}.leaving`),
  "once its name was given up": (database) => {
    Deno.renameSync(database, `${database}.leaving`);
    Deno.symlinkSync(`being-set-aside/${NAME}`, database);
  },
  "when its log had its new name": (database) => {
    Deno.renameSync(database, `${database}.leaving`);
    Deno.symlinkSync(`being-set-aside/${NAME}`, database);
    Deno.renameSync(`${database}-wal`, `${database.replace("memory.db", NAME)}-wal`);
  },
  "when all had their new names": (database) => {
    const target = database.replace("memory.db", NAME);
    for (const suffix of ["-wal", "-shm", ""]) Deno.renameSync(database + suffix, target + suffix);
    Deno.symlinkSync(`being-set-aside/${NAME}`, database);
  },
  "before its name was given up": (database) => {
    Deno.linkSync(database, `${database}.leaving`);
    Deno.symlinkSync(`being-set-aside/${NAME}`, `${database}.blind`);
    assert(setAside(database) !== undefined);
  },
};
for (const [when, kill] of Object.entries(KILLED)) {
  Deno.test(`a database whose setting aside was killed ${when} is set aside by whoever comes next`, () => {
    using folder = new Folder();
    const first = folder.withPrompt();
    kill(folder.database);
    using fresh = folder.prepared();
    assertEquals(fresh.all("select text from prompts"), []);
    const names = namesIn(folder.root).filter((name) =>
      name.startsWith("memory.db") && !/-(wal|shm)$/.test(name)
    );
    const [aside] = names.filter((name) => name.endsWith("Z"));
    assertEquals(names, ["memory.db", aside]);
    assertEquals(texts(`${folder.root}/${aside}`), ["early"]);
    first.close();
  });
}

Deno.test("a link in the place of a database whose set-aside file somebody has removed makes way for a fresh one", () => {
  using folder = new Folder();
  Deno.symlinkSync(`being-set-aside/${NAME}`, folder.database);
  using fresh = folder.prepared();
  assertEquals(fresh.all("select text from prompts"), []);
  assert(Deno.lstatSync(folder.database).isFile);
});

async function spawnScript(text: string, path: string): Promise<{ write: () => Promise<boolean> }> {
  const script = Deno.makeTempFileSync({ suffix: ".ts" });
  Deno.writeTextFileSync(script, text);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-read", "--allow-write", script, path],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  const writer = child.stdin.getWriter();
  return {
    write: async () => {
      await writer.write(new Uint8Array([10]));
      await reader.read();
      reader.releaseLock();
      await writer.close();
      const { code } = await child.status;
      await child.stdout.cancel();
      Deno.removeSync(script);
      return code === 0;
    },
  };
}

function texts(path: string): unknown[] {
  return rowsIn(path, "select text from prompts order by text").map(({ text }) => text);
}

Deno.test("a database that another program keeps locked stays, and is not waited for without end", () => {
  using folder = new Folder();
  const { root, database } = folder;
  Deno.writeTextFileSync(database, "damaged");
  // As a connection of SQLite does it to others on macOS and on Windows.
  using other = Deno.openSync(database);
  other.lockSync(true);
  const began = performance.now();
  assertThrows(() => setAside(database), Error, "another program");
  assert(performance.now() - began < 4000, "it was waited for");
  assertEquals(namesIn(root), ["memory.db"]);
  other.unlockSync();
  assert(setAside(database) !== undefined);
});

Deno.test("session-start, eight at once on a damaged database: one fresh database, no event lost", async () => {
  for (let round = 0; round < 6; round++) {
    using home = await soundHome();
    Deno.writeTextFileSync(home.database, "not a database\n".repeat(500));
    const call = { tool_name: "Bash", tool_input: {}, tool_response: "" };
    for (let n = 0; n < 3; n++) await home.fire("PostToolUse", { ...call, tool_use_id: `t${n}` });
    await inParallel([1, 2, 3, 4, 5, 6, 7, 8], 8, async (n) => {
      const start = await home.fire("SessionStart", { session_id: `s${n}`, source: "startup" });
      assertHarmless(start, `session ${n}`);
    });
    assertEquals((await home.mneme(["process"])).code, 0);
    const aside = namesIn(home.data).filter((name) => /\.corrupt-[^.]*Z$/.test(name));
    assertEquals({ round, aside: aside.length }, { round, aside: 1 });
    assertEquals(home.column("select tool_use_id from pending_queue order by 1"), ["t0", "t1", "t2"]);
    assertEquals(home.count("event_log where event = 'hook.session_start'"), 8);
  }
});
