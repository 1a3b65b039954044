/** The kinds of work that an entry can be about. */
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

/** The ways of going about it. */
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

/** The agent says with one of these how the next run will end; `either`: its result does not decide the prediction. */
export const GHAP_EXPECTS = ["pass", "fail", "either"] as const;
/** The kinds of runs that a prediction is held against. */
export const RUN_KINDS = ["tests", "builds"] as const;

export type GhapDomain = typeof GHAP_DOMAINS[number];
export type GhapStrategy = typeof GHAP_STRATEGIES[number];
export type GhapStatus = typeof GHAP_STATUSES[number];
export type GhapExpects = typeof GHAP_EXPECTS[number];
export type RunKind = typeof RUN_KINDS[number];
/** The ends that an entry can come to. */
export type GhapEnd = Exclude<GhapStatus, "active">;
/** A tier says how far a resolved entry can be relied on; it follows from the record and cannot be claimed. */
export type GhapTier = "gold" | "silver" | "bronze";

export interface RootCause {
  readonly category: string;
  readonly description: string;
}

export interface Lesson {
  readonly what_worked: string;
  readonly takeaway: string;
  /** The lesson in a line; absent where nobody gave one. */
  readonly title?: string;
  /** The phrases in which somebody would ask for it; absent where it has none. */
  readonly recall_when?: readonly string[];
}

/** A change keeps the parts that it replaced, as they were before, or a note. */
export interface Iteration {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly hypothesis?: string;
  readonly action?: string;
  readonly prediction?: string;
  readonly strategy?: string;
  /** `null` where nothing was said. */
  readonly expects?: GhapExpects | null;
  readonly expects_of?: RunKind | null;
  readonly note?: string;
}

/** The four statements that an entry is named after. */
export interface GhapStatements {
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

/** An expectation is what the agent said of the next runs; its parts are named as their columns are. */
export interface GhapExpectation {
  /** `null` where nothing was said. */
  readonly expects: GhapExpects | null;
  /** `null` where both kinds of runs are meant. */
  readonly expects_of: RunKind | null;
}

/** A test run or a build as a prediction is held against it. */
export interface RunOutcome {
  readonly kind: RunKind;
  readonly result: "pass" | "fail" | "unknown";
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly firstFailure?: string | undefined;
  readonly command: string;
}

/** A run as an entry remembers it; its texts are clean. */
export interface MetOutcome extends RunOutcome {
  /** UTC, ISO 8601. */
  readonly at: string;
}

/** An entry's id as people and agents see it. */
export function ghapId(row: number): string {
  return `g${row}`;
}

/** A value's id as people and agents see it. */
export function valueId(row: number): string {
  return `v${row}`;
}
