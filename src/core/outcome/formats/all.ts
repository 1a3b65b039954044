import { BUILD_SIGNS } from "./builds.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { MANAGED } from "./managed.ts";
import { OTHERS } from "./others.ts";
import { PYTHON } from "./python.ts";
import { SYSTEMS } from "./systems.ts";

/** Every format, for who reads many outputs. */
export const ALL_FORMATS: Formats = formatsOf({
  python: PYTHON,
  javascript: JAVASCRIPT,
  systems: SYSTEMS,
  managed: MANAGED,
  others: OTHERS,
  builds: BUILD_SIGNS,
});
