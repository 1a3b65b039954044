/** What kind of work an entry is about. */
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

/** How it is gone about. */
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

export type GhapDomain = typeof GHAP_DOMAINS[number];
export type GhapStrategy = typeof GHAP_STRATEGIES[number];
export type GhapStatus = typeof GHAP_STATUSES[number];
/** How an entry can end. */
export type GhapEnd = Exclude<GhapStatus, "active">;
/** How far a resolved entry can be relied on; it follows from what happened and cannot be claimed. */
export type GhapTier = "gold" | "silver" | "bronze";

export interface RootCause {
  readonly category: string;
  readonly description: string;
}

export interface Lesson {
  readonly what_worked: string;
  readonly takeaway: string;
}

/** What an entry said before it was changed, or what was noted on the way; only what the change is about. */
export interface Iteration {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly hypothesis?: string;
  readonly action?: string;
  readonly prediction?: string;
  readonly strategy?: string;
  readonly note?: string;
}

/** The four statements that an entry is named after. */
export interface GhapStatements {
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

/** A test run or a build as a prediction is held against it. */
export interface RunOutcome {
  readonly kind: "tests" | "builds";
  readonly result: "pass" | "fail" | "unknown";
  readonly passed?: number | undefined;
  readonly failed?: number | undefined;
  readonly firstFailure?: string | undefined;
  readonly command: string;
}
