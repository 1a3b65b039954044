// `deno run -A tests/migrations/freeze.ts` writes the schema of a fresh database as that of the current version, while
// that is not released; a released one stays as it is, and a change of it is a migration.
import { migrate } from "../../src/store/migrations.ts";
import { openAnyVersion, SCHEMA_VERSION } from "../../src/store/store.ts";
import { dumpSchema, frozenSchemaFile } from "./schema_dump.ts";

const folder = Deno.makeTempDirSync();
try {
  const store = openAnyVersion(`${folder}/fresh.db`);
  migrate(store);
  store.close();
  Deno.writeTextFileSync(frozenSchemaFile(SCHEMA_VERSION), dumpSchema(`${folder}/fresh.db`));
} finally {
  Deno.removeSync(folder, { recursive: true });
}
