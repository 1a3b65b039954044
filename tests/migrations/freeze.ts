// `deno run -A tests/migrations/freeze.ts VERSION…` writes the schema of a fresh database as that of these versions,
// or of the current one. For versions that are not released yet; a released one stays as it is, and a change of it is
// a migration.
import { migrate } from "../../src/store/migrate.ts";
import { MIGRATIONS } from "../../src/store/migrations.ts";
import { openAnyVersion, SCHEMA_VERSION } from "../../src/store/store.ts";
import { dumpSchema, frozenSchemaFile } from "./schema_dump.ts";

function freeze(version: number): void {
  const folder = Deno.makeTempDirSync();
  try {
    const store = openAnyVersion(`${folder}/fresh.db`);
    migrate(store, MIGRATIONS.slice(0, version));
    store.close();
    Deno.writeTextFileSync(frozenSchemaFile(version), dumpSchema(`${folder}/fresh.db`));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const versions = Deno.args.length === 0 ? [SCHEMA_VERSION] : Deno.args.map(Number);
for (const version of versions) freeze(version);
