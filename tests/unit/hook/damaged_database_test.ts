import { pathsBelow } from "../../../src/machine/paths.ts";
import { prepareHome } from "../../../src/hook/prepare_home.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { namesIn, TestHome } from "../../_support/test_home.ts";

/** What has become of the database, with the words by which it is known again. */
const DAMAGE: Readonly<Record<string, (database: string) => void>> = {
  "a text": (database) => Deno.writeTextFileSync(database, "DAMAGED ".repeat(2000)),
  "a database with pages of something else": (database) => {
    using file = Deno.openSync(database, { write: true });
    file.seekSync(4096, Deno.SeekMode.Start);
    file.writeSync(new TextEncoder().encode("DAMAGED ".repeat(50_000)));
  },
  "a folder": (database) => {
    Deno.removeSync(database);
    Deno.mkdirSync(database);
    Deno.writeTextFileSync(`${database}/file`, "DAMAGED");
  },
};

for (const [what, damage] of Object.entries(DAMAGE)) {
  Deno.test(`prepareHome() sets ${what} in the database's place aside, whole, and begins a fresh one`, () => {
    using home = new TestHome();
    const paths = pathsBelow(home.data);
    const options = { drainLimit: 0, log: () => {} };
    prepareHome(paths, options).store.close();
    damage(paths.database);
    const { store, setAside } = prepareHome(paths, options);
    using fresh = store;
    assert(setAside !== undefined);
    assertEquals(fresh.all("select text from prompts"), []);
    assert(Deno.readTextFileSync(what === "a folder" ? `${setAside}/file` : setAside).includes("DAMAGED"));
    const names = namesIn(home.data).filter((name) => name.startsWith("memory.db"));
    const kept = names.filter((name) => !/-(wal|shm)$/.test(name));
    assertEquals(kept, ["memory.db", setAside.slice(paths.root.length + 1)]);
  });
}
