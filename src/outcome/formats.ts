// The formats in which runners and compilers print results, and the reader of an output by one format.
import { wordSet } from "../shell/command_words.ts";
import table from "./formats.json" with { type: "json" };
import runners from "./runners.json" with { type: "json" };

/**
 * A row of `formats.json`, where `note` is a comment. A new runner needs a row there, with examples, and its
 * commands in `runners.json`. Patterns are used with the flag `m`.
 */
export interface Format {
  /** The name in `runners.json`; several rows may share it. */
  readonly name: string;
  /** An unknown runner's output is read by this format only if it contains one of these. */
  readonly signs: readonly string[];
  /** Matches counts: in groups `passed`, `failed`, `total`, `skipped`, in lines (`tap`), or as `1 failed, 2 passed`. */
  readonly counts?: string;
  /**
   * The way to combine several lines with counts; without it, they are added. `last`: the last one counts.
   * `once`: added, but a lone run prints one summary, so its tests printed the earlier ones. `parts`: added,
   * as each part of a run prints its own, and a failure after the last one is the run's.
   */
  readonly sums?: "last" | "once" | "parts";
  /** Matches a failure, even if all counted tests passed. `pass`: a pass, if no line has counts. */
  readonly fail?: string;
  readonly pass?: string;
  /** Matches a run without tests, if none passed and neither `pass` nor `passLast` matches. */
  readonly none?: string;
  /** Like `pass`, but on the last line only: a script may print this before it fails. */
  readonly passLast?: string;
  /** Matches a run that never started, was interrupted or found nothing to run. Only a counted failure outweighs it. */
  readonly calledOff?: string;
  /** Matches a likely failure. A test may print it, too, so a summary of passed tests outweighs it. */
  readonly hint?: string;
  /** The runs that print nothing if all passes; `quiet`: those with an option such as `-q`. */
  readonly silent?: "tests" | "builds" | "quiet";
  /** Patterns of the first failing test (groups: its name, or its file and its name); the first that matches counts. */
  readonly first?: readonly string[];
  /** Example outputs with their evidence: `fail 2/1 test_adds` for 2 passed tests and 1 failed. */
  readonly cases: Readonly<Record<string, string>>;
}

const { builds, unstarted, ...tests } = table as unknown as Readonly<Record<string, readonly Format[]>>;

export const TEST_FORMATS: readonly Format[] = Object.values(tests).flat();
export const BUILD_FORMATS: readonly Format[] = builds!;
/** The formats of a shell or another starter that could not start a run. */
export const UNSTARTED: readonly Format[] = unstarted!;

/** The numbers of tests; `undefined` if the output does not say. */
export type Counts = Readonly<Record<"passed" | "failed", number | undefined>>;

export interface Evidence extends Partial<Counts> {
  /** `none`: a runner says that it ran no test. `undefined`: nothing was found. */
  readonly verdict: "pass" | "fail" | "none" | undefined;
  readonly firstFailure?: string | undefined;
  /** True if `hint` matched: `fail` rests on it, or a summary says that all passed. */
  readonly isHinted?: boolean;
}

export function readSummary(text: string, format: Format): Evidence | undefined {
  const counts = readCounts(text, format);
  const certain = verdictOf(text, format, counts);
  const isHinted = certain !== "fail" && certain !== "none" && matches(text, format.hint);
  const verdict = certain ?? (isHinted ? "fail" : undefined);
  if (verdict === undefined) return undefined;
  return {
    ...counts,
    verdict,
    isHinted,
    firstFailure: verdict === "fail" ? firstFailureIn(text, format) : undefined,
  };
}

function verdictOf(
  text: string,
  { calledOff, fail, none, pass, passLast }: Format,
  { passed, failed }: Counts,
): Evidence["verdict"] {
  if ((failed ?? 0) > 0) return "fail";
  if (matches(text, calledOff)) return "none";
  if (matches(text, fail)) return "fail";
  const hasPassed = () =>
    matches(text, pass) || (passLast !== undefined && matches(text, `(?:${passLast})[^\\n]*\\n\\s*(?![^])`));
  if ((passed ?? 0) === 0 && matches(text, none) && !hasPassed()) return "none";
  if (passed !== undefined) return passed > 0 ? "pass" : "none";
  return hasPassed() ? "pass" : undefined;
}

export function matches(text: string, pattern: string | undefined): boolean {
  return pattern !== undefined && new RegExp(pattern, "m").test(text);
}

function firstFailureIn(text: string, { first = [] }: Format): string | undefined {
  for (const pattern of first) {
    const parts = new RegExp(pattern, "m").exec(text)?.slice(1).filter(Boolean);
    const name = parts?.join(" › ").replace(/\s+/g, " ").replace(/:? *$/, "").trim();
    if (name) return name.slice(0, 200);
  }
  return undefined;
}

/** Returns the part of a failed run's output that tests cannot have printed (see `sums`). */
export function withoutTestOutput(text: string, { counts, sums }: Format, failed: number | undefined) {
  if (counts === undefined || (sums !== "once" && sums !== "parts")) return text;
  const summaries = [...text.matchAll(new RegExp(counts, "gm"))];
  if (sums === "parts") return failed === 0 ? text.slice(summaries.at(-1)?.index ?? 0) : text;
  const before = summaries.at(-2);
  return before === undefined ? text : text.slice(before.index + before[0].length);
}

const NO_COUNTS: Counts = { passed: undefined, failed: undefined };

function readCounts(text: string, { counts, sums }: Format): Counts {
  const found = [...counts === undefined ? [] : text.matchAll(new RegExp(counts, "gm"))].map((match) =>
    fromGroups(match.groups ?? {}) ?? fromWords(match.slice(1).filter(Boolean).join(" "))
  );
  return (sums === "last" ? found.slice(-1) : found).reduce(sumOf, NO_COUNTS);
}

function sumOf(a: Counts, b: Counts): Counts {
  const add = (a?: number, b?: number) => a === undefined ? b : b === undefined ? a : a + b;
  return { passed: add(a.passed, b.passed), failed: add(a.failed, b.failed) };
}

function fromGroups({ tap, ...groups }: Readonly<Record<string, string>>): Counts | undefined {
  if (tap !== undefined) {
    const lines = tap.match(/^(?:not )?ok \d(?!.*# (?:skip|todo)).*/gim) ?? [];
    const failed = lines.filter((line) => line.startsWith("not")).length;
    return { passed: lines.length - failed, failed };
  }
  const [passed, failed, total, skipped = 0] = ["passed", "failed", "total", "skipped"].map((name) =>
    groups[name] === undefined ? undefined : Number(groups[name]) || 0 // Cypress prints a dash for none
  );
  if (total === undefined) {
    return passed === undefined && failed === undefined ? undefined : { passed, failed: failed ?? 0 };
  }
  const rest = passed === undefined ? 0 : Math.max(0, total - passed - skipped);
  return { passed: passed ?? Math.max(0, total - (failed ?? 0) - skipped), failed: failed ?? rest };
}

const PASSED = wordSet(runners.words.passed);
const FAILED = wordSet(runners.words.failed);
const TOTAL = wordSet(runners.words.total);
const SKIPPED = wordSet(runners.words.skipped);

/** Reads `1 failed, 2 passed`, or `Failures: 1` if the line begins with a word. */
function fromWords(line: string): Counts {
  const isWordFirst = /^[A-Za-z][A-Za-z ]*[:=]? *\d/.test(line) && !/^(?:Ran|Executed|All|OK)\b/.test(line);
  const found = isWordFirst
    ? [...line.matchAll(/([A-Za-z]+)[:=]? *(\d+)/g)].map(([, word = "", number]) => [word, number] as const)
    : [...line.matchAll(/(\d+) ([A-Za-z]+)(?: (passe[ds]|failed|pass|fails?)\b)?/g)]
      .map(([, number, word = "", verb]) => [verb ?? word, number] as const);
  // Python's unittest: `FAILED (failures=1, errors=2)`.
  for (const [, word = "", number] of line.matchAll(/(?<!expected )\b(failures|errors|skipped)=(\d+)/g)) {
    if (!isWordFirst) found.push([word, number]);
  }
  const sum = (words: ReadonlySet<string>) => {
    const own = found.filter(([word]) => words.has(word.toLowerCase()));
    return own.length === 0 ? undefined : own.reduce((total, [, number]) => total + Number(number), 0);
  };
  const [passed, failed, total, skipped = 0] = [PASSED, FAILED, TOTAL, SKIPPED].map(sum);
  if (passed === undefined && total !== undefined) {
    return { passed: Math.max(0, total - (failed ?? 0) - skipped), failed: failed ?? 0 };
  }
  return found.length === 0 ? NO_COUNTS : { passed: passed ?? 0, failed: failed ?? 0 };
}
