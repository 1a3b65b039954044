import type { GhapEnd, RunOutcome } from "../core/ghap/ghap_types.ts";
import { bearsOut } from "../core/ghap/verdict.ts";
import type { GhapRow } from "./ghap_rows.ts";
import type { Store } from "./store.ts";

/** A run as an entry remembers it; its texts are clean. */
export interface MetOutcome extends RunOutcome {
  /** UTC, ISO 8601. */
  readonly at: string;
}

/** Whether this agent's captures since the entry was started hold a run that bears out how it is resolved. */
export function hasMatchingOutcome(store: Store, entry: GhapRow, status: GhapEnd): boolean {
  return store.all<{ outcome: string }>(
    `select distinct outcome from pending_queue
     where session_id = ? and agent_id is ? and outcome is not null and created_at >= ?`,
    entry.session_id,
    entry.agent_id,
    entry.created_at,
  ).some(({ outcome }) => {
    const found = parseOutcome(outcome);
    return found !== undefined && bearsOut(entry.prediction, status, found);
  });
}

/** `tests:pass` as it stands in `pending_queue`. */
function parseOutcome(text: string): Pick<RunOutcome, "kind" | "result"> | undefined {
  const [, kind, result] = /^(tests|builds):(pass|fail)$/.exec(text) ?? [];
  return kind === undefined
    ? undefined
    : { kind: kind as RunOutcome["kind"], result: result as RunOutcome["result"] };
}
