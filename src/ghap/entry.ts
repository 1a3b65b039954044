// Predictions: entries of goal, hypothesis, action and prediction (GHAP), and how a run of tests bears on one.
import type { Outcome, OutcomeKind } from "../outcome/outcome.ts";
import builds from "./builds.json" with { type: "json" };

export const GHAP_STATUSES = ["active", "confirmed", "falsified", "abandoned"] as const;

/** The results that an agent can expect of the next run. With `either`, no result decides the prediction. */
export const GHAP_EXPECTS = ["pass", "fail", "either"] as const;
export const RUN_KINDS: readonly OutcomeKind[] = ["tests", "builds"];

export type GhapStatus = typeof GHAP_STATUSES[number];
export type GhapEnd = Exclude<GhapStatus, "active">;
/** The reliability of a resolved entry. Gold: `auto_captured`, and a run supports it. Silver: lesson or root cause. */
export type GhapTier = "gold" | "silver" | "bronze";

export type RootCause = Readonly<{ category: string; description: string }>;

export interface Lesson {
  readonly what_worked: string;
  readonly takeaway: string;
  readonly title?: string;
  readonly recall_when?: readonly string[];
}

/** A change of an entry, with its time (UTC): the parts that it replaced, as they were before, or a note. */
export interface Iteration extends Partial<Omit<GhapStatements, "goal"> & GhapExpectation> {
  readonly at: string;
  readonly strategy?: string;
  readonly note?: string;
}

export interface GhapStatements {
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

/** The result that an agent expects of the next runs, under the names of the columns. */
export interface GhapExpectation {
  /** `null` if the agent said nothing. */
  readonly expects: typeof GHAP_EXPECTS[number] | null;
  /** The kind of run that is meant; `null` if only the words of the prediction tell it. */
  readonly expects_of: OutcomeKind | null;
}

/** The outcome of a run that ended while the entry was open, with the time of its end (UTC). */
export interface MetOutcome extends Outcome {
  readonly at: string;
}

export const ghapId = (row: number): string => `g${row}`;

export const valueId = (row: number): string => `v${row}`;

/** The status that a run suggests for an entry; `undefined` if the run decides nothing. */
export type Verdict = "confirmed" | "falsified" | undefined;

/** Without `command`, nobody knows if the run was limited to some tests. */
type RunResult = Pick<Outcome, "kind" | "result"> & Partial<Outcome>;
/** An entry's expectation, with the statements that may name tests. */
type Expected = GhapExpectation & Partial<Pick<GhapStatements, "goal" | "prediction">>;

/**
 * Compares a run with the result that the agent expects. A wrong suggestion is worse than none: a run decides
 * nothing if its result is unknown, if the agent expects `either` or said nothing, if it expects another run, or
 * if the prediction names tests, but not the one that failed first (the only one whose name is kept).
 */
export function verdictOf(said: Expected, run: RunResult): Verdict {
  if (said.expects === null || said.expects === "either") return undefined;
  if (run.result === "unknown" || isOtherRun(said, run)) return undefined;
  if (areOthers(said.prediction ?? "", run.firstFailure ?? "", NAME)) return undefined;
  return said.expects === run.result ? "confirmed" : "falsified";
}

/** Returns true if a run supports an end but `abandoned`: it is the run meant, has a result and no other verdict. */
export function bearsOut(said: Expected, status: GhapEnd, run: RunResult): boolean {
  if (status === "abandoned" || run.result === "unknown" || isOtherRun(said, run)) return false;
  return (verdictOf(said, run) ?? status) === status;
}

/** Returns true if the prediction is about the other kind of run, or about other tests than this run was limited to. */
export function isOtherRun(
  { expects_of, prediction = "", goal = "" }: Expected,
  { kind, command = "" }: Pick<RunResult, "kind" | "command">,
): boolean {
  const isOfBuild = OF_BUILD.test(prediction) && !OF_TESTS.test(prediction) && prediction.search(TEST) < 0;
  if (kind !== (expects_of ?? (isOfBuild ? "builds" : "tests"))) return true;
  const run = command.replace(/\s--(?:ignore|deselect|exclude)[ =]\S+/g, "");
  return areOthers(`${prediction} ${goal}`, run, LIMITED_TO);
}

/** Returns true if a text names only other tests than `said`; `test` matches their names in the text. */
function areOthers(said: string, text: string, test: RegExp): boolean {
  return isApart(said.match(TEST_FILE), text.match(TEST_FILE)) || isApart(said.match(TEST), text.match(test));
}

/** A prediction with one of these words is about tests, whatever it says of a build. */
const OF_TESTS =
  /\b(?:py|vi|c)?tests?\b|\btest_|_tests?\b|\bjest\b|\bspecs?\b|\bsuite\b|\bmake check\b|тест|テスト|测试|測試|테스트/i;
/** Matches a build's command, and a build with its result: "make" and "build" alone may mean anything. */
const OF_BUILD = new RegExp(builds.join("|"), "i");
/** Matches `test_cart.py`, `cart.spec.ts`, `CartTest.java`; not scripts (`run_test.sh`), nor after `--ignore=`. */
const TEST_FILE = /(?<!=\S*)\b(?:test_[\w-]+|\w[\w.-]*[-_.](?:test|spec)|[A-Z]\w*Test)\.(?!sh\b)[a-z]\w*/g;
/** Match `test_total`, `TestTotal`, `CartTest` and `CartTests`; `TEST` not before a dot, as in `test_cart.py`. */
const NAME = /\b(?:test_\w+|[Tt]est[A-Z]\w*|[A-Z]\w*Tests?)\b/g;
const TEST = new RegExp(`${NAME.source}(?!\\.\\w)`, "g");
/** Matches names after `::` or options such as `-k`, not `exec -t` or `timeout -k`. A run's command has no quotes. */
const LIMITED_TO =
  /(?<=::|(?<!exec|timeout)\s-(?:[kt]|run|Dtest|-tests)[ =](?:[^\s|,^(*]*(?: or | and |[|,^(*]))*)(?!not\b)[\w.][\w.#-]*/g;

/** Returns true if both lists have names, and none of one contains one of the other: `-k total` runs `test_total`. */
function isApart(some: readonly string[] | null, others: readonly string[] | null): boolean {
  const isIn = (one: string, other: string) => one.toLowerCase().includes(other.toLowerCase());
  return some !== null && others !== null &&
    !some.some((one) => others.some((other) => isIn(one, other) || isIn(other, one)));
}
