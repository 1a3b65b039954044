import assert from "node:assert/strict";
import { englishIndexFile } from "./index_english.ts";

Deno.test("the index of English cues is the one that the cues give", () => {
  const file = new URL("../../src/core/triage/cues/english_index.ts", import.meta.url);
  const hint = "run `deno run -A tests/triage/index_english.ts`";
  assert.equal(Deno.readTextFileSync(file), englishIndexFile(), hint);
});
