import type { ForeignClient } from "./clients.ts";

/**
 * A record for the database. While the database cannot be written, hooks put records into spool files, from
 * which the same code stores them later. The texts contain no private parts and no secrets.
 */
export type Write =
  | SessionStarted
  | PromptSubmitted
  | ToolCaptured
  | OutcomeKnown
  | PredictionMet
  | Answered
  | EventLogged
  | SessionEnded;

/** The session of a record, with all columns of a new session row: SessionStart may never have run. */
export interface SessionKey {
  readonly sessionId: string;
  readonly project: string;
  readonly cwd: string | null;
  /** Absent for Claude Code, and in spool files of older versions. */
  readonly client?: ForeignClient;
}

interface Recorded {
  readonly session: SessionKey;
  /** UTC, ISO 8601. */
  readonly at: string;
}

export interface SessionStarted extends Recorded {
  readonly kind: "session-started";
  readonly source: string;
  /** True if a script runs the session. Absent in spool files of older versions. */
  readonly isUnattended?: boolean;
}

export interface PromptSubmitted extends Recorded {
  readonly kind: "prompt-submitted";
  readonly promptId: string | null;
  /** `null` for a prompt that is private as a whole: it is counted, but its text is not stored. */
  readonly text: string | null;
}

export interface ToolCaptured extends Recorded {
  readonly kind: "tool-captured";
  readonly toolUseId: string | null;
  readonly agentId: string | null;
  readonly agentType: string | null;
  readonly promptId: string | null;
  readonly toolName: string;
  readonly priority: "high" | "normal" | "low";
  readonly filesTouched: readonly string[];
  readonly outcome: string | null;
  /** JSON text. */
  readonly payload: string;
}

/** The result of a background run. It replaces the outcome `tests:unknown` of the tool call that started it. */
export interface OutcomeKnown extends Recorded {
  readonly kind: "outcome-known";
  readonly toolUseId: string;
  readonly result: "pass" | "fail";
  /** JSON text with the details of the outcome. */
  readonly details: string | null;
}

/** The end of a run while a prediction (GHAP entry) was open. It must follow the record of that run. */
export interface PredictionMet extends Recorded {
  readonly kind: "prediction-met";
  /** The row id of the GHAP entry. */
  readonly entry: number;
  readonly suggestedAction: string | null;
  /** The outcome of the run, such as `tests:fail`. */
  readonly label: string;
  /** The run in the form in which the entry stores it, as JSON text. */
  readonly outcome: string;
}

/**
 * An answer, stored as an observation without a tool call: the agent's last message of a turn, or the user's
 * answer to a question of the agent.
 */
export interface Answered extends Recorded {
  readonly kind: "turn-answered" | "question-answered";
  readonly text: string;
  readonly weight: number;
}

/** The prefix of observations of agents' answers, which distinguishes them from users' answers. */
export const AGENT_ANSWERED = "Answered: ";

/**
 * Returns the subject of the event for a wholly private prompt. The prefix distinguishes it from the other prompts of its
 * turn, which have the same id.
 */
export function privateSubject(promptId: string): string {
  return `private ${promptId}`;
}

export interface EventLogged extends Recorded {
  readonly kind: "event-logged";
  readonly event: string;
  /** The id of a prompt or an agent. The same event of one subject within two seconds is stored once. */
  readonly subject: string | null;
  readonly data: unknown;
  readonly durationMs: number | null;
}

export interface SessionEnded extends Recorded {
  readonly kind: "session-ended";
  readonly reason: string;
}
