import { isIdle } from "./idle.ts";
import type { OutcomeKind } from "./outcome.ts";
import type { Runner } from "./runners.ts";
import { wordSet } from "./words.ts";

/** The runner of a command without wrappers. `isIdle`: it only prints something, or never ends. */
export interface Classified extends Runner {
  readonly isIdle: boolean;
}

const TESTS = wordSet(
  "test tests testing unit units unittest unittests spec specs e2e integration coverage cov smoke " +
    "jest vitest pytest mocha cypress playwright selftest",
);
const BUILDS = wordSet("build builds bundle compile typecheck tsc rebuild buildall");
const MAKE_TESTS = wordSet("check checks verify ci tck installcheck distcheck");
const MAKE_BUILDS = wordSet("all dist release debug binary binaries lib exe app");
/** A name that holds one of these words is about tests or a build and runs neither: `test-setup`. */
const OTHER_WORK = wordSet(
  "lint fmt format clean install setup prepare fixture fixtures data db deploy publish report " +
    "serve start stop seed deps generate gen up down env logs shell push pull help list rm remove",
);
const WATCHING = wordSet("watch dev open interactive");

/**
 * Returns the kind that the name of a script or a target promises; `loose` also takes the names that are
 * customary with `make` and its like.
 */
export function targetKind(name: string, style: "script" | "loose"): OutcomeKind | undefined {
  const parts = partsOf(name);
  if (parts.some((part) => OTHER_WORK.has(part))) return undefined;
  for (const part of parts) {
    if (TESTS.has(part) || (style === "loose" && MAKE_TESTS.has(part))) return "tests";
    if (BUILDS.has(part) || (style === "loose" && MAKE_BUILDS.has(part))) return "builds";
  }
  return undefined;
}

/** Tells whether a script or a target never ends by itself. */
export function watches(name: string): boolean {
  return partsOf(name).some((part) => WATCHING.has(part));
}

function partsOf(name: string): readonly string[] {
  return name.replace("type-check", "typecheck").toLowerCase().split(/[-_:./]/);
}

/** Classifies a script by its name; `undefined` for one that neither tests nor builds. */
export function named(script: string, words: readonly string[]): Classified | undefined {
  const kind = targetKind(script, "script");
  return kind && { kind, format: undefined, isIdle: watches(script) || isIdle(words, undefined) };
}

/**
 * Returns the kind that the name of a program or a script promises: `./run_tests.sh`, `tests/test_cart.py`,
 * `build.mjs`.
 */
export function fileKind(path: string): OutcomeKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,4}$/, "").toLowerCase();
  const isTest = path.endsWith(".t") || // a test of Perl's or Raku's
    /^(?:(?:run|do|all|unit|integration|e2e|smoke|functional|system)[-_.]?){0,3}tests?(?:[-_.]|$)/.test(
      name,
    ) ||
    /[-_.](?:tests?|specs?)$/.test(name) || name === "runtests" ||
    /(?:^|\/)tests?\/(?:\S+\/)?(?:run|all|main|index)(?:[-_.][^/]*)?$/.test(path);
  if (isTest) return "tests";
  return /^(?:(?:run|do)[-_.]?)?(?:build|compile)(?:[-_.]|$)|[-_.]build$/.test(name) ? "builds" : undefined;
}
