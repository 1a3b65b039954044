import type { Write } from "../../../src/base/writes.ts";
import { drainSpool } from "../../../src/hook/drain_spool.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { countRejected, listSpool, spoolWrites } from "../../../src/machine/spool.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { migrate } from "../../../src/store/migrations.ts";
import { openAnyVersion, type Store } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { toolCaptured } from "../../_support/tool_captured.ts";
import { testIn } from "../../_support/test_in.ts";

const SESSION = { sessionId: "s", project: "/p", cwd: null };

function capture(toolUseId: string): Write {
  return toolCaptured({ session: SESSION, at: "2026-01-02T03:04:05.678Z", toolUseId, toolName: "Bash" });
}

/** A home with a fresh store, and a log to look at. */
class DrainHome extends TestHome {
  readonly paths = pathsBelow(this.data);
  readonly logged: string[] = [];
  readonly store: Store;

  constructor() {
    super();
    Deno.mkdirSync(this.data);
    this.store = openAnyVersion(this.database);
    migrate(this.store);
  }

  drain = (drainLimit: number, store = this.store) =>
    drainSpool(store, this.paths, { drainLimit, log: (_, line) => this.logged.push(line) });

  override [Symbol.dispose](): void {
    this.store.close();
    super[Symbol.dispose]();
  }
}

const test = testIn(DrainHome);

function ids(store: Store): unknown[] {
  return store.all("select tool_use_id as id from pending_queue order by 1").map((row) => row.id);
}

test("drainSpool() brings files in oldest first, at most so many, and removes them", ({ paths, store, drain }) => {
  for (const id of ["1", "2", "3"]) spoolWrites(paths, [capture(id)]);
  const names = listSpool(paths);
  assertEquals(drain(2), { drained: 2, left: 1 });
  assertEquals(listSpool(paths), names.slice(2));
  assertEquals(drain(2), { drained: 1, left: 0 });
  assertEquals(drain(2), { drained: 0, left: 0 });
  assertEquals(ids(store), ["1", "2", "3"]);
});

test("drainSpool() does not repeat a file that was committed and not removed", ({ paths, store, drain }) => {
  spoolWrites(paths, [{ ...capture("1"), toolUseId: null } as Write]);
  const [name] = listSpool(paths);
  const text = Deno.readTextFileSync(`${paths.spool}/${name}`);
  drain(10);
  Deno.writeTextFileSync(`${paths.spool}/${name}`, text); // as if the process had been killed before the unlink
  assertEquals(drain(10), { drained: 0, left: 0 });
  assertEquals(ids(store), [null]);
  assertEquals(listSpool(paths), []);
});

test("drainSpool() comes to the others behind however many files that it cannot remove", ({ paths, store, drain }) => {
  for (const id of ["1", "2", "3"]) spoolWrites(paths, [capture(id)]);
  const stuck = listSpool(paths).map((name) => `${paths.spool}/${name}`);
  const texts = stuck.map((path) => Deno.readTextFileSync(path));
  const putBack = () => stuck.forEach((path, i) => Deno.writeTextFileSync(path, texts[i]!));
  assertEquals(drain(3), { drained: 3, left: 0 });
  putBack();
  spoolWrites(paths, [capture("4")]);
  assertEquals(drain(2), { drained: 1, left: 0 });
  putBack();
  assertEquals([drain(2), ids(store)], [{ drained: 0, left: 0 }, ["1", "2", "3", "4"]]);
});

test("drainSpool() gives a prompt the number of its time, though later ones were written before it", ({ paths, store, drain }) => {
  const prompt = (second: number): Write => {
    const [at, text] = [`2026-01-02T03:04:0${second}.000Z`, `prompt ${second}`];
    return { kind: "prompt-submitted", session: SESSION, at, promptId: null, text };
  };
  applyWrites(store, [prompt(5)]);
  spoolWrites(paths, [prompt(1)]);
  drain(1);
  const wanted = ["prompt 1", "prompt 5"];
  assertEquals(store.all("select text from prompts order by number").map(({ text }) => text), wanted);
});

test("drainSpool() keeps every file when the database is the trouble", (home) => {
  const { paths, store, drain, logged } = home;
  for (const id of ["1", "2"]) spoolWrites(paths, [capture(id)]);
  using other = openAnyVersion(home.database);
  other.execute("begin immediate");
  assertThrows(() => drain(10), (error: unknown) => error instanceof StoreError && error.fault === "busy");
  other.execute("rollback");
  store.execute("pragma query_only=on"); // stands for a disk that fails: every write is refused
  assertThrows(() => drain(10), StoreError);
  assertEquals([listSpool(paths).length, countRejected(paths), logged], [2, 0, []]);
});

test("drainSpool() lets others write between", (home) => {
  const { paths, store, drain } = home;
  for (let i = 0; i < 100; i++) spoolWrites(paths, [capture(String(i))]);
  const other = openAnyVersion(home.database, 0);
  const seen: number[] = [];
  const watched = watching(store, () => {
    other.run("insert into prompts (session_id, number, text, created_at) values ('s', 1, 'x', 'now')");
    seen.push(ids(other).length);
  });
  assertEquals(drain(200, watched), { drained: 100, left: 0 });
  assertEquals(seen, [0, 40, 80]);
  other.close();
});

test("drainSpool() removes no file that it could not see when it was to be brought in", ({ paths, store, drain }) => {
  spoolWrites(paths, [capture("1")]);
  const hidden = withTransaction(store, (work) => {
    Deno.renameSync(paths.spool, `${paths.spool}.away`); // as where no further folder may be opened
    const result = store.transaction(work);
    Deno.renameSync(`${paths.spool}.away`, paths.spool);
    return result;
  });
  drain(9, hidden);
  drain(9);
  assertEquals(ids(store), ["1"]);
});

/** The store, with something done before each of its transactions. */
function watching(store: Store, before: () => void): Store {
  return withTransaction(store, (work) => {
    before();
    return store.transaction(work);
  });
}

/** The store, with transactions of another kind. */
function withTransaction(store: Store, transaction: (work: () => unknown) => unknown): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value = target[name as keyof Store];
      return typeof value === "function" ? (value as (...words: unknown[]) => unknown).bind(target) : value;
    },
  });
}

test("drainSpool() comes to the others behind however many files that it cannot read", (home) => {
  const { paths, store, drain } = home;
  for (const id of ["1", "2", "3"]) spoolWrites(paths, [capture(id)]);
  for (let i = 0; i < 90; i++) home.write(`data/spool/00000000000000${i}-1-torn.jsonl`, '{"kind":"tool-capt');
  home.write("data/spool/rejected", "a file where the folder belongs");
  assertEquals(drain(2), { drained: 2, left: 1 });
  assertEquals(drain(2), { drained: 1, left: 0 });
  assertEquals([ids(store), listSpool(paths).length], [["1", "2", "3"], 90]);
});

test("drainSpool() moves away at most so many files, too", (home) => {
  const { paths, store, drain } = home;
  const unusable = ['{"kind":"nonsense"}', '{"kind":"tool-capt'];
  for (let i = 10; i < 20; i++) home.write(`data/spool/0000000000000${i}-1-x.jsonl`, unusable[i % 2]!);
  spoolWrites(paths, [capture("1")]);
  assertEquals([drain(4), countRejected(paths)], [{ drained: 0, left: 7 }, 4]);
  assertEquals([drain(9), countRejected(paths)], [{ drained: 1, left: 0 }, 10]);
  assertEquals(ids(store), ["1"]);
});
