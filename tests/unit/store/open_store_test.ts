import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { openAnyVersion, openStore } from "../../../src/store/store.ts";
import { SCHEMA_VERSION } from "../../../src/store/schema_version.ts";

function inFolder(work: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    work(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("openStore makes no database, and leaves the log of one that is being set aside", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/memory.db-wal`, "what a hook has just written");
    assertThrows(() => openStore(`${folder}/memory.db`));
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["memory.db-wal"]);
    assertEquals(Deno.readTextFileSync(`${folder}/memory.db-wal`), "what a hook has just written");
  });
});

for (const name of ["plain", "with blanks", "100%41", "a?mode=ro&b", "c#d", "ü"]) {
  Deno.test(`openStore opens the database in a folder named ${name}`, () => {
    inFolder((folder) => {
      const path = `${folder}/${name}/memory.db`;
      Deno.mkdirSync(`${folder}/${name}`);
      const made = openAnyVersion(path);
      made.execute(`create table seen (n integer); pragma user_version = ${SCHEMA_VERSION}`);
      made.close();
      const store = openStore(path);
      store.execute("insert into seen values (7)");
      assertEquals(store.first("select n from seen")?.n, 7);
      store.close();
    });
  });
}
