import { BUILDS } from "./builds.ts";
import type { Format } from "./format.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { MANAGED } from "./managed.ts";
import { OTHERS } from "./others.ts";
import { PYTHON } from "./python.ts";
import { SYSTEMS } from "./systems.ts";

/** Of runners of tests, in the order in which they are asked. */
export const TEST_FORMATS: readonly Format[] = [...PYTHON, ...JAVASCRIPT, ...SYSTEMS, ...OTHERS, ...MANAGED];
/** Of compilers, bundlers and the programs that start other programs. */
export const BUILD_FORMATS: readonly Format[] = BUILDS;
