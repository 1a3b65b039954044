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

/** The facts about a test run that decide how its output is read. */
export interface TestRun extends Pick<ExitClues, "failureIsOwn"> {
  /** The name of its runner's format; `undefined` if the runner is not known. */
  readonly format: string | undefined;
  readonly code: number | undefined;
  /** True if it is the only run of its line and runs once. */
  readonly isLone: boolean;
  /** True if it runs through a starter such as `npm` or `make`, and this is the only run and starter of the line. */
  readonly isOnlyStarted: () => boolean;
}

/**
 * Reads the verdict of a test run from its output: by the format of its runner, else by any format. A failure
 * before the summary of a lone run was printed by the tests and does not count. If the runner is unknown, that
 * holds only for exit code 0.
 */
export function readTests(text: string, { format, code, isLone, ...run }: TestRun): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  // If an earlier command may have kept a known runner from running, the errors are those of that command.
  const built = code !== 0 && !(code === undefined && known.length > 0 && run.failureIsOwn === "earlier");
  const own = readTestsBy(text, format, built);
  const found = own.verdict === undefined && code === undefined ? readTestsBy(text, undefined, built) : own;
  // If there are several runs, one may have printed the hint, and another the summary.
  if (found.verdict === "pass" && found.isHinted && !isLone) return { ...found, verdict: undefined };
  if (found.verdict === "pass" && code === undefined && run.isOnlyStarted()) {
    // Although the tests passed, the starter may have failed, for example at a check of types or of coverage.
    const failure = readStarterFailure(text);
    return failure === undefined ? found : { ...failure, passed: found.passed, failed: found.failed };
  }
  if (found.verdict !== "fail" || !isLone) return found;
  for (const each of known.length === 0 && code === 0 ? TEST_FORMATS : known) {
    const end = withoutTestOutput(text, each, found.failed);
    if (end === text) continue;
    const last = readTestsBy(end, format, built);
    if (known.length > 0 || last.verdict === "pass") return last;
  }
  return found;
}

/**
 * Reads the verdict of tests by their runner's format, else by any. If there is none, a failed build counts
 * if `countsBuild`. A build that passed shows nothing about tests.
 */
export function readTestsBy(text: string, format: string | undefined, countsBuild: boolean): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  const own = merge(known.flatMap((each) => readSummary(text, each) ?? []));
  if (own.verdict !== undefined) return own;
  const others = known.length === 0 ? readAnyTests(text) : NOTHING;
  if (others.verdict !== undefined) return others;
  const build = readBuild(text, format);
  return build.verdict === "pass" || (build.verdict === "fail" && !countsBuild) ? NOTHING : build;
}

/** Matches the prefixes of lines if several packages are tested: `packages/a test: `, `web:test: `, `[a]: `. */
const PACKAGE_PREFIX = /^(?:[\w@./-]+[ :][\w:.-]+: |@[\w-]+\/[\w.-]+: |\[[\w@./-]+\]:? | *[\w+.-]+ +\| )/gm;

/** Reads the summary of any runner. If there is none, reads the format `plain`, which belongs to no runner. */
function readAnyTests(text: string): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name !== "plain");
  const own = merge(readBySigns(text, known));
  if (own.verdict !== undefined) return own;
  const bare = text.replace(PACKAGE_PREFIX, "");
  for (const formats of [known, TEST_FORMATS]) {
    const found = merge(readBySigns(bare, formats));
    if (found.verdict !== undefined) return found;
  }
  return NOTHING;
}

/** Formats of programs that both test and build: a failed test fails their build. */
const ALSO_BUILDS = wordSet("maven gradle dotnet sbt zig bazel xcode");

/** The format of an interpreter's last lines when a script fails. Read only if no other command can have printed them. */
export const SCRIPT = "script";

/** Reads the verdict of a build: by the format `own` of its compiler, and by every format that has a sign in the output. */
export function readBuild(text: string, own?: string): Evidence {
  const tests = TEST_FORMATS.filter(({ name }) => ALSO_BUILDS.has(name));
  return merge([merge(readBySigns(text, BUILD_FORMATS, own)), ...readBySigns(text, tests)]);
}

/** Formats of programs that start a project's own commands, and report at the end if one failed. */
const STARTERS = wordSet("make package-manager workspace");
/** The most lines of a starter's report; `npm` prints the longest. */
const STARTER_LINES = 12;

/** Reads the failure that a starter reports at the end, after the tests' summary; `undefined` without one. */
function readStarterFailure(text: string): Evidence | undefined {
  const starters = BUILD_FORMATS.filter(({ name }) => STARTERS.has(name));
  const lines = text.trimEnd().split("\n").slice(-STARTER_LINES);
  for (let at = lines.length - 1; at >= 0; at--) {
    const end = `${lines.slice(at).join("\n")}\n`;
    const found = merge(readBySigns(end, starters));
    if (found.verdict === "fail") return readAnyTests(end).verdict === "pass" ? undefined : found;
  }
  return undefined;
}

/** Reads an output by the formats that have a sign in it, and by the format `own`. */
function readBySigns(text: string, formats: readonly Format[], own?: string): Evidence[] {
  return formats
    .filter(({ name, signs }) =>
      name === own || (name !== SCRIPT && signs.some((sign) => text.includes(sign)))
    )
    .flatMap((each) => readSummary(text, each) ?? []);
}

/**
 * Merges what several formats found. A failure outweighs all else, except a mere hint beside tests that a
 * format counts as passed. The counts are those of the first format with the same verdict, else of any.
 */
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
