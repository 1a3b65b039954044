import { withoutReason } from "../../core/observations/reasons.ts";
import type { Store } from "../store.ts";
import type { NewObservation } from "./observations.ts";

/** A hook notes a call this close to the client. */
const SAME_CALL_MS = 60_000;

interface LoneObservation {
  readonly id: number;
  readonly text: string;
  readonly created_at: string;
}

/**
 * Observations that came back from a damaged database without their capture, which was lost. Where that is replayed from
 * its transcript, they are its own again: it gets no second one. Read once for each session.
 */
export class LoneObservations {
  readonly #store: Store;
  readonly #bySession = new Map<string, LoneObservation[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** True where one tells of this capture already. In the caller's transaction. */
  takeUp(one: NewObservation): boolean {
    const left = this.#of(one.sessionId);
    const distance = ({ created_at }: LoneObservation) =>
      Math.abs(Date.parse(created_at) - Date.parse(one.createdAt));
    const [known] = left.filter((each) => withoutReason(each.text) === withoutReason(one.text))
      .toSorted((a, b) => distance(a) - distance(b));
    if (known === undefined || distance(known) > SAME_CALL_MS) return false;
    left.splice(left.indexOf(known), 1);
    this.#store.run("update or ignore observations set capture_id = ? where id = ?", one.captureId, known.id);
    return true;
  }

  #of(sessionId: string): LoneObservation[] {
    const known = this.#bySession.get(sessionId);
    if (known !== undefined) return known;
    const found = this.#store.all<LoneObservation>(
      "select id, text, created_at from observations where session_id = ? and capture_id is null",
      sessionId,
    );
    this.#bySession.set(sessionId, found);
    return found;
  }
}
