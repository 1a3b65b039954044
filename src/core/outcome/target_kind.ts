import type { OutcomeKind } from "./outcome.ts";
import { wordSet } from "./words.ts";

/** What the name of a script or of a target promises. */
export interface NamedRun {
  readonly kind: OutcomeKind;
  /** It never ends by itself. */
  readonly watches: boolean;
}

const TESTS = wordSet(
  "test tests testing unit units unittest unittests spec specs e2e integration coverage cov smoke " +
    "jest vitest pytest mocha cypress playwright selftest",
);
const BUILDS = wordSet("build builds bundle compile typecheck tsc rebuild buildall");
const MAKE_TESTS = wordSet("check checks verify ci tck installcheck distcheck");
const MAKE_BUILDS = wordSet("all dist release debug binary binaries lib exe app");
/** With one of these before or behind, it is about the tests or the build and runs neither. */
const OTHER_WORK = wordSet(
  "lint fmt format clean install setup prepare fixture fixtures data db deploy publish report " +
    "serve start stop seed deps generate gen up down env logs shell push pull help list rm remove",
);
const WATCHING = wordSet("watch dev open interactive");

/** `loose` also takes the names that targets of `make` and its like have by custom. */
export function targetKind(name: string, style: "script" | "loose"): NamedRun | undefined {
  const parts = name.replace("type-check", "typecheck").split(/[-_:./]/).map((part) => part.toLowerCase());
  if (parts.some((part) => OTHER_WORK.has(part))) return undefined;
  const watches = parts.some((part) => WATCHING.has(part));
  for (const part of parts) {
    if (TESTS.has(part) || (style === "loose" && MAKE_TESTS.has(part))) return { kind: "tests", watches };
    if (BUILDS.has(part) || (style === "loose" && MAKE_BUILDS.has(part))) return { kind: "builds", watches };
  }
  const camel = /(Test|Tests|Build)$/.exec(name)?.[1];
  if (camel === undefined) return undefined;
  return { kind: camel === "Build" ? "builds" : "tests", watches };
}

/** What the name of a program or script file says: `./run_tests.sh`, `tests/test_cart.py`, `build.mjs`. */
export function fileKind(path: string): OutcomeKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,4}$/, "").toLowerCase();
  const isTest = path.endsWith(".t") || // a test of Perl's or Raku's
    /^(?:(?:run|do|all|unit|integration|e2e|smoke|functional|system)[-_.]?){0,3}tests?(?:[-_.]|$)/.test(
      name,
    ) ||
    /[-_.](?:tests?|specs?)$/.test(name) || name === "runtests" ||
    /(?:^|\/)tests?\/(?:\S+\/)?(?:run|all|main|index)(?:[-_.][^/]*)?$/.test(path);
  if (isTest) return "tests";
  return /^(?:(?:run|do)[-_.]?)?(?:build|compile)(?:[-_.]|$)/.test(name) || /[-_.]build$/.test(name)
    ? "builds"
    : undefined;
}
