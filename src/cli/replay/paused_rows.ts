import type { SessionKey } from "../../core/writes.ts";
import { type PauseTime, wasPaused } from "../../host/pause_times.ts";

/** A row, as far as it tells when and by whom it was said. */
export interface TimedRow {
  readonly uuid: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly session: SessionKey;
}

/** Which rows were said while mneme was paused there: no hook would have kept them. */
export class PausedRows {
  readonly #times: readonly PauseTime[];
  readonly #uuids = new Set<string>();

  constructor(times: readonly PauseTime[]) {
    this.#times = times;
  }

  /** Rows are to be asked for in the order of the files: a fork begins with those of another session under its name. */
  has({ uuid, at, session }: TimedRow): boolean {
    if (this.#times.length === 0) return false;
    if (uuid !== "" && this.#uuids.has(uuid)) return true;
    const { project, sessionId } = session;
    const isPaused = wasPaused(this.#times, { project, session: sessionId, now: at });
    if (isPaused && uuid !== "") this.#uuids.add(uuid);
    return isPaused;
  }
}
