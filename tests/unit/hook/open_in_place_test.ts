import { pathsBelow } from "../../../src/machine/paths.ts";
import { setAside } from "../../../src/machine/set_aside.ts";
import { openInPlace } from "../../../src/hook/keeper.ts";
import { prepareHome } from "../../../src/hook/prepare_home.ts";
import { openAnyVersion, openStore, type Store } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";
import { onlyWith } from "../../_support/windows.ts";

const renames = onlyWith("renames", TestHome);

const PROMPT = "insert into prompts (session_id, number, text, created_at) values ('s', 1, 'late', '')";

function faultOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError) return error.fault;
    throw error;
  }
}

function prepared(home: TestHome): string {
  const paths = pathsBelow(home.data);
  prepareHome(paths, { drainLimit: 0, log: () => {} }).store.close();
  return paths.database;
}

const texts = (store: Store): unknown[] => store.all("select text from prompts").map(({ text }) => text);

Deno.test("openInPlace makes no database where there is none", () => {
  using home = new TestHome();
  assertEquals(faultOf(() => openInPlace(`${home.data}/memory.db`, openAnyVersion)), "absent");
  assertThrows(() => Deno.statSync(`${home.data}/memory.db`), Deno.errors.NotFound);
});

/** Opens the database and lets another process set it aside and begin a fresh one before the first is of use. */
function openTooLate(home: TestHome, path: string, opened: Store[]): Store {
  const store = openStore(path);
  setAside(path);
  const fresh = openInPlace(prepared(home), openStore);
  fresh.run(PROMPT);
  opened.push(store, fresh);
  return store;
}

renames.test("openInPlace opens the fresh database where the old one was set aside meanwhile", (home) => {
  const path = prepared(home);
  const opened: Store[] = [];
  using store = openInPlace(
    path,
    () => opened.length === 0 ? openTooLate(home, path, opened) : openStore(path),
  );
  assertEquals(texts(store), ["late"]);
  for (const each of opened) each.close();
  assertEquals(texts(store), ["late"]);
});

renames.test("openInPlace gives up where that happens again", (home) => {
  const path = prepared(home);
  const opened: Store[] = [];
  assertEquals(faultOf(() => openInPlace(path, () => openTooLate(home, path, opened))), "busy");
  for (const each of opened) each.close();
});

renames.test("what is opened in place writes to its own log, wherever that is moved to", (home) => {
  const path = prepared(home);
  using store = openInPlace(path, openAnyVersion);
  const movedTo = setAside(path);
  assert(movedTo !== undefined);
  store.run(PROMPT);
  using aside = openStore(movedTo);
  assertEquals(texts(aside), ["late"]);
});
