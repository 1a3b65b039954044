import { keywordsJson } from "./keyword_table.ts";

await Deno.writeTextFile(new URL("../../src/privacy/keywords.json", import.meta.url), keywordsJson());
