import type { ForeignClient } from "./clients.ts";

/**
 * A record that a hook wants kept. It goes into the database, or into a spool file while the database cannot
 * be written; the same code applies both. Its texts are clean of private parts and secrets.
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

/** The session of a record, with all that its row needs: the hook for SessionStart may never have run. */
export interface SessionKey {
  readonly sessionId: string;
  readonly project: string;
  readonly cwd: string | null;
  /** Absent for Claude Code, and in the spool files of older versions. */
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
  /** True where a script runs the session. Absent in the spool files of older versions. */
  readonly isUnattended?: boolean;
}

export interface PromptSubmitted extends Recorded {
  readonly kind: "prompt-submitted";
  readonly promptId: string | null;
  /** `null` for a wholly private prompt, which is counted and not kept. */
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

/** The end of a background run, which completes the outcome of its capture: `tests:unknown` until then. */
export interface OutcomeKnown extends Recorded {
  readonly kind: "outcome-known";
  readonly toolUseId: string;
  readonly result: "pass" | "fail";
  /** JSON text with the details of the outcome. */
  readonly details: string | null;
}

/** The end of a run while a prediction (GHAP entry) was open. It stands behind the record of the run. */
export interface PredictionMet extends Recorded {
  readonly kind: "prediction-met";
  /** The row of the GHAP entry. */
  readonly entry: number;
  readonly suggestedAction: string | null;
  /** The outcome of the run, such as `tests:fail`. */
  readonly label: string;
  /** The run as the entry keeps it, as JSON text. */
  readonly outcome: string;
}

/**
 * An answer, kept as an observation without a tool call: the agent's last words in a turn, or the user's
 * answer to a question of the agent.
 */
export interface Answered extends Recorded {
  readonly kind: "turn-answered" | "question-answered";
  readonly text: string;
  readonly weight: number;
}

/** The first word of an observation of an agent's answer; it tells these from the answers of users. */
export const AGENT_ANSWERED = "Answered: ";

export interface EventLogged extends Recorded {
  readonly kind: "event-logged";
  readonly event: string;
  /** The id of the event's matter (a prompt, an agent). The same event within two seconds is not kept. */
  readonly subject: string | null;
  readonly data: unknown;
  readonly durationMs: number | null;
}

export interface SessionEnded extends Recorded {
  readonly kind: "session-ended";
  readonly reason: string;
}
