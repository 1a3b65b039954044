/**
 * Has the property tests try the same cases in every run of `tests/main.ts`, which sets `MNEME_TEST_SEED`, so that a
 * failure is one of the change at hand. Another seed tries other cases; without one, each run tries others.
 */
import * as fc from "fast-check";

const seed = Deno.env.get("MNEME_TEST_SEED");
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
