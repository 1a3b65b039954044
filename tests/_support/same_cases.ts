/**
 * Makes every property test try the same cases in each run, so that a red run means that something changed. New cases
 * are the fuzzers' work; `MNEME_TEST_SEED` tries others here.
 */
import * as fc from "fast-check";

fc.configureGlobal({ seed: Number(Deno.env.get("MNEME_TEST_SEED") ?? 1) });
