import { UsageError } from "../../../src/base/user_error.ts";
import { requirePhrases, unitePhrases } from "../../../src/memory/recall_phrases.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

/** What the work gives, or the sentence with which it refuses. */
function orRefusal<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    assert(error instanceof UsageError);
    return `${error.message}; ${error.hint}`;
  }
}

testVerdicts(import.meta.filename, {
  unitePhrases,
  require: (phrases: string[], hint?: string) =>
    orRefusal(() => requirePhrases(phrases, (text) => text, hint)),
});

Deno.test("requirePhrases() cleans before it looks at anything", () => {
  const clean = (text: string) => text.replace(/<private>.*<\/private>/, "");
  assertEquals(requirePhrases([`<private>${"x".repeat(90)}</private>`, "kept <private>x</private>"], clean), [
    "kept",
  ]);
});
