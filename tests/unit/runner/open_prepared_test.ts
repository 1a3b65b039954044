import { pathsBelow } from "../../../src/host/paths.ts";
import { openPrepared } from "../../../src/runner/open_prepared.ts";
import { prepareHome } from "../../../src/runner/prepare_home.ts";
import { openAnyVersion } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";
import { TestHome } from "../../_support/test_home.ts";

/** What a session start may find instead of a folder that is in order. */
const DISORDER: Readonly<Record<string, (home: TestHome) => void>> = {
  "no data folder": (home) => Deno.removeSync(home.data, { recursive: true }),
  "no log folder": (home) => Deno.removeSync(`${home.data}/logs`, { recursive: true }),
  "no file of pauses": (home) => Deno.removeSync(`${home.data}/paused.json`),
  "no index of open entries": (home) => Deno.removeSync(`${home.data}/state/ghap`),
  "a device in the place of the pauses": (home) => {
    Deno.removeSync(`${home.data}/paused.json`);
    Deno.symlinkSync("/dev/zero", `${home.data}/paused.json`);
  },
  "a link to nowhere in the place of the database": (home) => {
    Deno.removeSync(home.database);
    Deno.symlinkSync("nowhere", home.database);
  },
  "a spooled file": (home) => home.write("data/spool/1.jsonl", ""),
  "a file in the spool's place": (home) => {
    Deno.removeSync(`${home.data}/spool`);
    home.write("data/spool", "");
  },
  "no database": (home) => Deno.removeSync(home.database),
  "no database but a text": (home) =>
    home.write("data/memory.db", "not a database, and long enough to be read"),
  "an older database": (home) => setVersion(home, 1),
  "a newer database": (home) => setVersion(home, 999),
};

Deno.test("openPrepared() opens the database of a folder that is in order", () => {
  using home = preparedHome();
  using store = openPrepared(pathsBelow(home.data));
  assertEquals(store?.first<{ n: number }>("select count(*) as n from sessions")?.n, 0);
});

Deno.test("openPrepared() follows a person's own links to files", () => {
  using home = preparedHome();
  for (const name of ["memory.db", "paused.json", "state/ghap"]) {
    Deno.renameSync(`${home.data}/${name}`, `${home.data}/${name}.there`);
    Deno.symlinkSync(`${home.data}/${name}.there`, `${home.data}/${name}`);
  }
  using store = openPrepared(pathsBelow(home.data));
  assertEquals(store?.first<{ n: number }>("select count(*) as n from sessions")?.n, 0);
});

for (const [name, disturb] of Object.entries(DISORDER)) {
  Deno.test(`openPrepared() leaves ${name} to the preparation`, () => {
    using home = preparedHome();
    disturb(home);
    assertEquals(openPrepared(pathsBelow(home.data)), undefined);
  });
}

function preparedHome(): TestHome {
  const home = new TestHome();
  prepareHome(pathsBelow(home.data), { drainLimit: 0, log: () => {} }).store.close();
  return home;
}

function setVersion(home: TestHome, version: number): void {
  using store = openAnyVersion(home.database);
  store.execute(`pragma user_version=${version}`);
}
