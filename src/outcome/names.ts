// Finds the kind of a run by the name of a script, target or file, and the options with which a run has no result.
import { wordSet } from "../shell/command_words.ts";
import type { OutcomeKind } from "./outcome.ts";
import { findIdleWords, type Runner } from "./runners.ts";
import tables from "./runners.json" with { type: "json" };

export interface Classified extends Runner {
  /** Why the run has no result: it only `prints`, or it `waits` without end or stops before its work. */
  readonly idle: "prints" | "waits" | undefined;
}

const TESTS = wordSet(tables.words.test_names);
const BUILDS = wordSet(tables.words.build_names);
const MAKE_TESTS = wordSet(tables.words.make_tests);
const MAKE_BUILDS = wordSet(tables.words.make_builds);
/** A name with one of these words runs no tests and builds nothing, even if it names them: `test-setup`. */
const OTHER_WORK = wordSet(tables.words.other_work);
const CHECKS = wordSet(tables.words.checks);
const WATCHING = wordSet(tables.words.watching);

/** Returns the kind of run that a name suggests. `loose` knows the usual names in makefiles, too. */
export function targetKind(name: string, style: "script" | "loose"): OutcomeKind | undefined {
  const parts = partsOf(name);
  if (parts[0] === "migrate" || parts.some((part) => OTHER_WORK.has(part))) return undefined; // `migrate:test`
  for (const part of parts) {
    if (TESTS.has(part) || (style === "loose" && MAKE_TESTS.has(part))) return "tests";
    if (BUILDS.has(part) || (style === "loose" && MAKE_BUILDS.has(part))) return "builds";
  }
  return undefined;
}

/** Tells whether a session of tox or nox is about other work than tests: `lint`, `py312-type_check`. */
export function isCheck(name: string): boolean {
  const parts = partsOf(name);
  return parts.some((part) => CHECKS.has(part)) && !parts.some((part) => TESTS.has(part));
}

export function watches(name: string): boolean {
  const parts = partsOf(name);
  const isBuild = parts.some((part) => BUILDS.has(part)); // `build:dev` builds for development
  return parts.some((part) => WATCHING.has(part) && !(isBuild && part === "dev"));
}

const partsOf = (name: string) => name.replace("type-check", "typecheck").toLowerCase().split(/[-_:./]/);

export function classifyScript(script: string, words: readonly string[]): Classified | undefined {
  const name = script.replace(/([a-z])([A-Z])/g, "$1-$2"); // `testUnit`
  const kind = targetKind(name, "script");
  return kind && { kind, format: undefined, idle: findIdle(words, [], watches(name)) };
}

/** Returns the kind of run that the name of a script's file suggests: `run_tests.sh`, `cart.spec.ts`, `build.py`. */
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

const PRINTING_OPTIONS = wordSet(tables.words.printing_options);
const WAITING_OPTIONS = wordSet(tables.words.waiting_options);
const OFF = /^--(?:watch|watchAll|dry-run)=(?:false|0|no|none)$/; // an option that is switched off

/** Finds why a run with these words has no result. `names`: of rows of `idle` in `runners.json`. `command`: a subcommand. */
export function findIdle(
  words: readonly string[],
  names: string[] = [],
  waits = false,
  command: string[] = [],
) {
  // Behind a subcommand, words that are no options may name tests: `cargo test watch`.
  const counts = (word: string) => word.startsWith("-") || [undefined, word].includes(command.at(-1));
  const own = (column: number) =>
    new Set(names.flatMap((name) => [...findIdleWords(name)[column] ?? []].filter(counts)));
  if (hasWord(words, PRINTING_OPTIONS.union(own(0)))) return "prints";
  return waits || hasWord(words, WAITING_OPTIONS.union(own(1))) ? "waits" : undefined;
}

function hasWord(words: readonly string[], wanted: ReadonlySet<string>): boolean {
  const nameOf = (word: string) => word.startsWith("--") && !OFF.test(word) ? word.split("=", 1)[0]! : word;
  return words.some((word, i) => words[i + 1] !== "false" && wanted.has(nameOf(word))); // `--watch false`
}
