// Run as a process of its own by a test: migrates the database that its argument names.
import { migrate } from "../../src/store/migrations.ts";
import { openAnyVersion } from "../../src/store/store.ts";

const store = openAnyVersion(Deno.args[0]!, 10_000);
migrate(store);
store.close();
