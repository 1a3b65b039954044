import type { Paths } from "./paths.ts";

/** What `mneme pause` switches off: everything, one project or one session, for a while or until `unpause`. */
export interface Pause {
  readonly scope: "all" | "project" | "session";
  /** The project's folder or the session's id; empty for `all`. */
  readonly key: string;
  /** Milliseconds since the epoch; `null`: until `mneme unpause`. */
  readonly until: number | null;
}

/** The pauses that are written down, expired ones too. Never throws: an unreadable file pauses nothing. */
export function readPauses(paths: Paths): Pause[] {
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(paths.paused));
    return Array.isArray(value) ? value.filter(isPause) : [];
  } catch {
    return [];
  }
}

/** Whether one of the pauses holds now for this session of this project. */
export function isPaused(pauses: readonly Pause[], subject: PauseSubject): boolean {
  return pauses.some((pause) =>
    (pause.until === null || pause.until > subject.now) &&
    (pause.scope === "all" || pause.key === subject[pause.scope])
  );
}

export interface PauseSubject {
  readonly project: string;
  readonly session: string;
  readonly now: number;
}

function isPause(value: unknown): value is Pause {
  const pause = value as Pause | null;
  return typeof pause === "object" && pause !== null && typeof pause.key === "string" &&
    ["all", "project", "session"].includes(pause.scope) &&
    (pause.until === null || typeof pause.until === "number");
}
