/**
 * Has the property tests try the same cases in every run, so that a failure is one of the change at hand. Another
 * `MNEME_TEST_SEED` tries others, as `deno task fuzz` does for as long as it is told.
 */
import * as fc from "fast-check";

const seed = Deno.env.get("MNEME_TEST_SEED");
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
