// Reads from an output how tests or a build ended. `judge.ts` combines this with the exit code.
import { withoutTerminalCodes } from "../base/frame.ts";
import { wordSet } from "../shell/command_words.ts";
import type { ExitClues } from "./exit_clues.ts";
import {
  BUILD_FORMATS,
  type Evidence,
  type Format,
  readSummary,
  TEST_FORMATS,
  withoutTestOutput,
} from "./formats.ts";

const NOTHING: Evidence = { verdict: undefined };

export interface TestRun extends Pick<ExitClues, "failureIsOwn"> {
  readonly format: string | undefined;
  readonly code: number | undefined;
  /** True if the line has no other run, and runs this one once. */
  readonly isLone: boolean;
  /** Returns true if the line has no other run, and outside of this one no starter such as `make` or `npm`. */
  readonly hasNoOtherStarter: () => boolean;
}

/** Matches the line by which a starter such as `make` says that its tests failed. */
const NAMES_TESTS = /Test failed\.|Lifecycle script `\S*test|: \S*(?:test|check)\] Error|script "\S*test/i;

/**
 * Reads the verdict of a test run: by its runner's format, else by any. A failure before the summary of a
 * lone run does not count, as the tests printed it; of an unknown runner it counts unless the exit code is 0.
 */
export function readTests(text: string, { format, code, isLone, ...run }: TestRun): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  // An earlier command may have printed errors and kept the tests from running.
  const isOwn = !/earlier|either/.test(run.failureIsOwn) || NAMES_TESTS.test(text);
  const countsBuild = code !== 0 && (code !== undefined || isOwn);
  const own = readTestsBy(text, format, countsBuild);
  const found = own.verdict === undefined && code === undefined
    ? readTestsBy(text, undefined, countsBuild)
    : own;
  // Of several runs, one may have printed the hint, and another the summary.
  if (found.verdict === "pass" && found.isHinted && !isLone) return { ...found, verdict: undefined };
  if (found.verdict === "pass" && code === undefined && run.hasNoOtherStarter()) {
    // The starter may fail after the tests, for example at a check of types or coverage.
    const failure = readStarterFailure(text, format === SCRIPT ? AFTER_SCRIPT : AFTER_TESTS);
    return failure === undefined ? found : { ...failure, passed: found.passed, failed: found.failed };
  }
  if (found.verdict !== "fail" || !isLone) return found;
  for (const each of known.length === 0 && code === 0 ? TEST_FORMATS : known) {
    const end = withoutTestOutput(text, each, found.failed);
    if (end === text) continue;
    const last = readTestsBy(end, format, countsBuild);
    if (known.length > 0 || last.verdict === "pass") return last;
  }
  return found;
}

/** Reads the tests' verdict by their format; without a known one, by any. If `countsBuild`, a failed build counts, too. */
export function readTestsBy(text: string, format: string | undefined, countsBuild: boolean): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  const own = merge(known.flatMap((each) => readSummary(text, each) ?? []));
  if (own.verdict !== undefined) return own;
  const others = known.length === 0 ? readAnyTests(text) : NOTHING;
  if (others.verdict !== undefined) return others;
  const build = readBuild(text, format);
  return build.verdict === "pass" || (build.verdict === "fail" && !countsBuild) ? NOTHING : build;
}

/** Matches the names of packages that tools write before the lines of their runs: `packages/a test: `, `[a]: `. */
const PACKAGE_PREFIX = /^(?:[\w@./-]+[ :][\w:.-]+: |@[\w-]+\/[\w.-]+: |\[[\w@./-]+\]:? | *[\w+.-]+ +\| )/gm;

/** Reads the summary of any runner; without one, by the format `plain`, which no runner has. */
function readAnyTests(text: string): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name !== "plain");
  const own = merge(readBySigns(text, known));
  if (own.verdict !== undefined) return own;
  const bare = text.replace(PACKAGE_PREFIX, "");
  const found = merge(readBySigns(bare, known));
  return found.verdict === undefined ? merge(readBySigns(bare, TEST_FORMATS)) : found;
}

/** Programs that both test and build: a failed test fails their build. */
const ALSO_BUILDS = wordSet("maven gradle dotnet sbt zig bazel xcode");

/** The format of an interpreter's last lines when a script fails. Read only for a lone command. */
export const SCRIPT = "script";

/** Reads the verdict of a build by its compiler's format `own`, and by formats with a sign in the output. */
export function readBuild(text: string, own?: string): Evidence {
  const tests = TEST_FORMATS.filter(({ name }) => ALSO_BUILDS.has(name));
  return merge([merge(readBySigns(text, BUILD_FORMATS, own)), ...readBySigns(text, tests)]);
}

/** Starters run a project's own commands, and report at the end if one failed. */
const STARTERS = wordSet("make package-manager workspace");
const AFTER_TESTS = STARTERS.union(wordSet("plain")); // `plain`: the format of a project's own scripts
const AFTER_SCRIPT = AFTER_TESTS.union(wordSet("tsc")); // `tsc`: often the last step of a script
const STARTER_LINES = 12; // the lines of the longest report of a starter, that of `npm`

/** Reads the failure that a starter reports at the end, if no summary of passed tests follows it. */
function readStarterFailure(text: string, names: ReadonlySet<string>): Evidence | undefined {
  const starters = [...BUILD_FORMATS, ...TEST_FORMATS].filter(({ name }) => names.has(name));
  const lines = text.trimEnd().split("\n").slice(-STARTER_LINES);
  for (let at = lines.length - 1; at >= 0; at--) {
    const end = `${lines.slice(at).join("\n")}\n`;
    const found = merge(readBySigns(end, starters));
    if (found.verdict === "fail") return readAnyTests(end).verdict === "pass" ? undefined : found;
  }
  return undefined;
}

/** Tells whether a starter reports at an output's end that it failed: a filter may hide its exit code. */
export function tellsFailure(output: string): boolean {
  return readStarterFailure(withoutTerminalCodes(output.slice(-4000)), STARTERS) !== undefined; // the report is shorter
}

function readBySigns(text: string, formats: readonly Format[], own?: string): Evidence[] {
  return formats
    .filter(({ name, signs }) =>
      name === own || (name !== SCRIPT && signs.some((sign) => text.includes(sign)))
    )
    .flatMap((each) => readSummary(text, each) ?? []);
}

/** A failure outweighs all else, but a mere hint outweighs no counted passes. Counts of the chosen verdict come first. */
function merge(found: readonly Evidence[]): Evidence {
  const hasPassed = found.some(({ verdict, passed }) => verdict === "pass" && passed !== undefined);
  const all = hasPassed ? found.filter((one) => one.verdict !== "fail" || !one.isHinted) : found;
  const verdict = (["fail", "pass", "none"] as const).find((each) => all.some((one) => one.verdict === each));
  const same = all.filter((one) => one.verdict === verdict);
  const counted = same.find((one) => one.passed !== undefined || one.failed !== undefined) ??
    all.find((one) => one.passed !== undefined);
  return {
    verdict,
    passed: counted?.passed,
    failed: counted?.failed,
    firstFailure: same.map((one) => one.firstFailure).find((name) => name !== undefined),
    isHinted: found.some((one) => one.isHinted),
  };
}
