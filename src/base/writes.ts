import type { ForeignClient } from "./clients.ts";

/**
 * A record that a hook wants kept, as data: the same records go into the database, or into a spool file when it cannot
 * be written, and are applied by the same code. All text in them is already clean of private parts and secrets.
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

/** Names the session that a record belongs to; enough to make its row when SessionStart never fired. */
export interface SessionKey {
  readonly sessionId: string;
  readonly project: string;
  readonly cwd: string | null;
  /** Absent for Claude Code, as in what older versions have spooled. */
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
  /** A script runs it; absent where nobody knows, as in what an older version has spooled. */
  readonly isUnattended?: boolean;
}

export interface PromptSubmitted extends Recorded {
  readonly kind: "prompt-submitted";
  readonly promptId: string | null;
  /** `null` for a wholly private prompt: it is counted and not kept. */
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

/** A run in the background has ended: completes the outcome of its capture, which was `…:unknown` until then. */
export interface OutcomeKnown extends Recorded {
  readonly kind: "outcome-known";
  readonly toolUseId: string;
  readonly result: "pass" | "fail";
  /** JSON text of what else is known of it. */
  readonly details: string | null;
}

/** A run has ended while an entry was open; comes behind the record of the run, and goes where that was a repetition. */
export interface PredictionMet extends Recorded {
  readonly kind: "prediction-met";
  /** The number of the entry. */
  readonly entry: number;
  readonly suggestedAction: string | null;
  /** `tests:fail`. */
  readonly label: string;
  /** JSON text of what the entry remembers of the run. */
  readonly outcome: string;
}

/**
 * Something that was answered, as the line of an observation that no tool call stands behind: by an agent at the end of a
 * turn, of which its last words count, or by the user to a question of the agent's.
 */
export interface Answered extends Recorded {
  readonly kind: "turn-answered" | "question-answered";
  readonly text: string;
  readonly weight: number;
}

/** The beginning of what an agent answered, by which it is known among the answers of a session. */
export const AGENT_ANSWERED = "Answered: ";

export interface EventLogged extends Recorded {
  readonly kind: "event-logged";
  readonly event: string;
  /** The thing that it is about (a prompt id, an agent id, a source): the same event of the same subject comes once. */
  readonly subject: string | null;
  readonly data: unknown;
  readonly durationMs: number | null;
}

export interface SessionEnded extends Recorded {
  readonly kind: "session-ended";
  readonly reason: string;
}
