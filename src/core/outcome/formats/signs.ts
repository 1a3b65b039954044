import { PYTHON_SIGNS } from "./signs_python.ts";
import { JAVASCRIPT_SIGNS } from "./signs_javascript.ts";
import { SYSTEMS_SIGNS } from "./signs_systems.ts";
import { MANAGED_SIGNS } from "./signs_managed.ts";
import { OTHERS_SIGNS } from "./signs_others.ts";
import { SIGNS_OF_BUILDS } from "./signs_builds.ts";

/**
 * Words of which one stands in every summary of a format: looked for before its patterns are even loaded. By the
 * families in which formats are loaded together; each in a file of its own, as a family needs no other's.
 */
export const SIGNS = {
  python: PYTHON_SIGNS,
  javascript: JAVASCRIPT_SIGNS,
  systems: SYSTEMS_SIGNS,
  managed: MANAGED_SIGNS,
  others: OTHERS_SIGNS,
  builds: SIGNS_OF_BUILDS,
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type Family = keyof typeof SIGNS;
