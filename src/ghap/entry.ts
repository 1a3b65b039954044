import type { Outcome, OutcomeKind } from "../outcome/outcome.ts";

export const GHAP_DOMAINS = [
  "debugging",
  "refactoring",
  "feature",
  "testing",
  "configuration",
  "documentation",
  "performance",
  "security",
  "integration",
] as const;

export const GHAP_STRATEGIES = [
  "systematic-elimination",
  "trial-and-error",
  "research-first",
  "divide-and-conquer",
  "root-cause-analysis",
  "copy-from-similar",
  "check-assumptions",
  "read-the-error",
  "ask-user",
] as const;

export const GHAP_STATUSES = ["active", "confirmed", "falsified", "abandoned"] as const;

/** The results that an agent can expect of the next run; with `either`, the result does not decide the prediction. */
export const GHAP_EXPECTS = ["pass", "fail", "either"] as const;
/** The kinds of runs with which a prediction is compared. */
export const RUN_KINDS: readonly OutcomeKind[] = ["tests", "builds"];

export type GhapDomain = typeof GHAP_DOMAINS[number];
export type GhapStrategy = typeof GHAP_STRATEGIES[number];
export type GhapStatus = typeof GHAP_STATUSES[number];
type GhapExpects = typeof GHAP_EXPECTS[number];
export type GhapEnd = Exclude<GhapStatus, "active">;
/** The reliability of a resolved entry, which is computed from recorded runs and cannot be claimed. */
export type GhapTier = "gold" | "silver" | "bronze";

export interface RootCause {
  readonly category: string;
  readonly description: string;
}

export interface Lesson {
  readonly what_worked: string;
  readonly takeaway: string;
  /** The lesson in one line; absent if none was given. */
  readonly title?: string;
  /** The phrases in which somebody would ask for it; absent if none were given. */
  readonly recall_when?: readonly string[];
}

/** One change of an entry: the replaced parts as they were before, or a note. */
export interface Iteration extends Partial<Omit<GhapStatements, "goal"> & GhapExpectation> {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly strategy?: string;
  readonly note?: string;
}

/** The four statements of an entry, whose initials give GHAP its name. */
export interface GhapStatements {
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

/** The result that an agent expects of the next runs. The properties have the names of the columns. */
export interface GhapExpectation {
  /** `null` if the agent said nothing. */
  readonly expects: GhapExpects | null;
  /** `null` if runs of both kinds are meant. */
  readonly expects_of: OutcomeKind | null;
}

/** A run as it is kept in the evidence of an entry; its texts are clean. */
export interface MetOutcome extends Outcome {
  /** UTC, ISO 8601. */
  readonly at: string;
}

export function ghapId(row: number): string {
  return `g${row}`;
}

export function valueId(row: number): string {
  return `v${row}`;
}

export type Verdict = "confirms" | "falsifies" | "unclear";

/** A run with a result; without `command`, nobody knows if it was limited to some tests. */
type RunResult = Pick<Outcome, "kind" | "result"> & Partial<Pick<Outcome, "command">>;
/** An entry's expectation, with the statements that may name tests. */
type Expected = GhapExpectation & Partial<Pick<GhapStatements, "goal" | "prediction">>;

/**
 * Compares a run with the result that the agent expects. The verdict is `unclear` if the result is unknown, or if the
 * agent expects nothing, either result, or another run, as no suggestion is better than a wrong one.
 */
export function verdictOf(said: Expected, run: RunResult): Verdict {
  const { expects } = said;
  if (expects === null || expects === "either") return "unclear";
  if (run.result === "unknown" || isOtherRun(said, run)) return "unclear";
  return expects === run.result ? "confirms" : "falsifies";
}

/** Returns the suggested action for a verdict, as the agent and the log see it; `undefined` for an unclear one. */
export function suggestedAction(verdict: Verdict): "resolve_confirmed" | "resolve_falsified" | undefined {
  if (verdict === "unclear") return undefined;
  return verdict === "confirms" ? "resolve_confirmed" : "resolve_falsified";
}

/**
 * Returns true if a run supports the status in which an entry was resolved. If the agent expected no certain result, any
 * run of the right kind with a result supports it.
 */
export function bearsOut(said: Expected, status: GhapEnd, run: RunResult): boolean {
  if (status === "abandoned" || run.result === "unknown" || isOtherRun(said, run)) return false;
  const verdict = verdictOf(said, run);
  return verdict === "unclear" || verdict === (status === "confirmed" ? "confirms" : "falsifies");
}

/**
 * Returns true if the agent expects a result of the other kind of run, or of other test files or tests than those to
 * which this run was limited, so that this run decides nothing.
 */
export function isOtherRun(
  { expects_of, prediction = "", goal = "" }: Expected,
  { kind, command = "" }: Pick<RunResult, "kind" | "command">,
): boolean {
  if (expects_of !== null && expects_of !== kind) return true;
  const said = `${prediction} ${goal}`;
  return isApart(said.match(TEST_FILE), command.match(TEST_FILE)) ||
    isApart(said.match(TEST), command.match(LIMITED_TO));
}

/** Matches the file name of a test: `test_cart.py`, `cart.spec.ts`, `CartTest.java`; but not in `--ignore=test_cart.py`. */
const TEST_FILE = /(?<!=\S*)\b(?:test_[\w-]+|\w[\w.-]*[-_.](?:test|spec)|[A-Z]\w*Test)\.(?!sh\b)[a-z]\w*/g;
/** Matches the name of a test: `test_total`, `TestTotal`, `CartTest`. */
const TEST = /\b(?:test_\w+|[Tt]est[A-Z]\w*|[A-Z]\w*Test)\b(?!\.\w)/g;
/** Matches a test to which a run is limited, and not a target as in `make test_unit`. */
const LIMITED_TO = new RegExp(`(?<=::|\\s-(?:[kt]|run|Dtest|-tests|-filter)[ =]["']?)${TEST.source}`, "g");

function isApart(some: readonly string[] | null, others: readonly string[] | null): boolean {
  return some !== null && others !== null && new Set(some).isDisjointFrom(new Set(others));
}

/** Returns the tier. Gold needs a recorded run; the agent's claim that a run showed the result is not enough. */
export function tierOf({ isAutoCaptured, hasMatchingOutcome, hasRootCause, hasLesson }: {
  /** The agent's claim, its argument `auto_captured`. */
  readonly isAutoCaptured: boolean;
  /** True if a run is recorded by the same agent, after the start of the entry, with a fitting result. */
  readonly hasMatchingOutcome: boolean;
  readonly hasRootCause: boolean;
  readonly hasLesson: boolean;
}): GhapTier {
  if (isAutoCaptured && hasMatchingOutcome) return "gold";
  return hasRootCause || hasLesson ? "silver" : "bronze";
}
