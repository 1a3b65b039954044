// The records that hooks write: into the database, or into spool files while it cannot be written.
import type { ForeignClient } from "./clients.ts";

/** The texts in a record contain no private parts and no secrets. */
export type Write =
  | SessionStarted
  | PromptSubmitted
  | ToolCaptured
  | OutcomeKnown
  | PredictionMet
  | Answered
  | EventLogged
  | SessionEnded;

/** A record's session, with what a new row of it needs: SessionStart may never have run. */
export interface SessionKey {
  readonly sessionId: string;
  readonly project: string;
  readonly cwd: string | null;
  readonly client?: ForeignClient; // absent for Claude Code, and in old spool files
}

interface Recorded {
  readonly session: SessionKey;
  readonly at: string; // UTC, ISO 8601
}

export interface SessionStarted extends Recorded {
  readonly kind: "session-started";
  readonly source: string;
  /** True if a script runs the session. Absent in old spool files. */
  readonly isUnattended?: boolean;
}

export interface PromptSubmitted extends Recorded {
  readonly kind: "prompt-submitted";
  readonly promptId: string | null;
  /** `null` for a wholly private prompt, which is only counted. */
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
  readonly payload: string; // JSON
}

/** The end of a background run. It replaces the outcome, such as `tests:unknown`, of the call that started it. */
export interface OutcomeKnown extends Recorded {
  readonly kind: "outcome-known";
  /** The id of the call, or of the task, if the client gives calls no ids. */
  readonly toolUseId: string;
  readonly result: "pass" | "fail";
  readonly details: string | null; // JSON
}

/** The end of a run while a prediction (GHAP entry) is open, about it or not. Must follow the run's own record. */
export interface PredictionMet extends Recorded {
  readonly kind: "prediction-met";
  readonly entry: number; // the number of its row
  readonly suggestedAction: string | null; // such as `resolve_confirmed`
  readonly label: string; // such as `tests:fail`
  /** The run as the entry stores it, in JSON. */
  readonly outcome: string;
}

/** The agent's last message of a turn, or the user's answer to its question, stored as an observation. */
export interface Answered extends Recorded {
  readonly kind: "turn-answered" | "question-answered";
  readonly text: string;
  readonly weight: number; // how much the observation says, from 1 to 3
  readonly since?: string | undefined; // the beginning of the turn; if absent, the newest prompt began it
}

/** The beginning of observations of agents' answers, which distinguishes these from users' answers. */
export const AGENT_ANSWERED = "Answered: ";

/** Returns the subject of a wholly private prompt's event, by which a stop skips its turn. Others have the id. */
export const privateSubject = (promptId: string): string => `private ${promptId}`;

export interface EventLogged extends Recorded {
  readonly kind: "event-logged";
  readonly event: string;
  /** Tells events of one name apart, such as a prompt's id. An equal pair within two seconds is stored once. */
  readonly subject: string | null;
  readonly data: unknown;
  readonly durationMs: number | null;
}

export interface SessionEnded extends Recorded {
  readonly kind: "session-ended";
  readonly reason: string;
}
