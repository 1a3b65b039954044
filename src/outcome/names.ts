// Finds the kind of a run by the name of a script, target or file, and options with which it has no result.
import { wordSet } from "../shell/command_words.ts";
import type { OutcomeKind } from "./outcome.ts";
import { findIdleWords, type Runner } from "./runners.ts";

export interface Classified extends Runner {
  /** True if the run has no result: it only prints, never ends, or stops before its work. */
  readonly isIdle: boolean;
}

const TESTS = wordSet(
  "test tests testing unit units unittest unittests spec specs e2e integration coverage cov smoke " +
    "jest vitest pytest mocha cypress playwright selftest",
);
const BUILDS = wordSet("build builds bundle compile typecheck tsc rebuild buildall");
const MAKE_TESTS = wordSet("check checks verify ci tck installcheck distcheck");
const MAKE_BUILDS = wordSet("all dist release debug binary binaries lib exe app");
/** Names with one of these words are about tests or builds, but run neither: `test-setup`. */
const OTHER_WORK = wordSet(
  "lint fmt format clean install setup prepare fixture fixtures data db deploy publish report " +
    "serve start stop seed deps generate gen up down env logs shell push pull help list rm remove",
);
const WATCHING = wordSet("watch dev open interactive");

/** Returns the kind of run that a name suggests. `loose` knows the usual names in makefiles, too. */
export function targetKind(name: string, style: "script" | "loose"): OutcomeKind | undefined {
  const parts = partsOf(name);
  if (parts.some((part) => OTHER_WORK.has(part))) return undefined;
  for (const part of parts) {
    if (TESTS.has(part) || (style === "loose" && MAKE_TESTS.has(part))) return "tests";
    if (BUILDS.has(part) || (style === "loose" && MAKE_BUILDS.has(part))) return "builds";
  }
  return undefined;
}

export function watches(name: string): boolean {
  return partsOf(name).some((part) => WATCHING.has(part));
}

function partsOf(name: string): readonly string[] {
  return name.replace("type-check", "typecheck").toLowerCase().split(/[-_:./]/);
}

export function classifyScript(script: string, words: readonly string[]): Classified | undefined {
  const kind = targetKind(script, "script");
  return kind && { kind, format: undefined, isIdle: watches(script) || isIdle(words, undefined) };
}

export function fileKind(path: string): OutcomeKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,4}$/, "").toLowerCase();
  const isTest = path.endsWith(".t") || // a test of Perl or Raku
    /^(?:(?:run|do|all|unit|integration|e2e|smoke|functional|system)[-_.]?){0,3}tests?(?:[-_.]|$)/.test(
      name,
    ) ||
    /[-_.](?:tests?|specs?)$/.test(name) || name === "runtests" ||
    /(?:^|\/)tests?\/(?:\S+\/)?(?:run|all|main|index)(?:[-_.][^/]*)?$/.test(path);
  if (isTest) return "tests";
  return /^(?:(?:run|do)[-_.]?)?(?:build|compile)(?:[-_.]|$)|[-_.]build$/.test(name) ? "builds" : undefined;
}

const PRINTING_OPTIONS = wordSet(
  "-h --help --version --dry-run --list --list-tests --listTests --collect-only --show-config --showConfig " +
    "--show-only --init",
);
const WAITING_OPTIONS = wordSet("--watch --watchAll --watch-all --ui");
const OFF = /^--(?:watch|watchAll|ui|dry-run)=(?:false|0|no|none)$/;

export function isIdle(words: readonly string[], format: string | undefined): boolean {
  return onlyPrints(words, format) || hasWord(words, WAITING_OPTIONS, findIdleWords(format ?? "")[1]);
}

export function onlyPrints(words: readonly string[], format: string | undefined): boolean {
  const [printing] = findIdleWords(format ?? "");
  return hasWord(words, PRINTING_OPTIONS, printing);
}

function hasWord(
  words: readonly string[],
  general: ReadonlySet<string>,
  ofFormat: ReadonlySet<string> | undefined,
): boolean {
  return words.some((word, i) => {
    if (words[i + 1] === "false") return false; // `--watch false`
    if (ofFormat?.has(word) || general.has(word)) return true;
    return word.startsWith("--") && !OFF.test(word) && general.has(word.split("=", 1)[0]!);
  });
}
