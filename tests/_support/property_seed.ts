/**
 * Has every run of the property tests try new cases. `tests/main.ts` chooses the seed and prints it, and what fails names
 * its own: `MNEME_TEST_SEED` tries the same ones again.
 */
import * as fc from "fast-check";

const seed = Deno.env.get("MNEME_TEST_SEED");
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
