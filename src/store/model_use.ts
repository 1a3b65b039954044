import { MODEL_USE_EVENT, type ModelPurpose, type ModelUse } from "../base/model_use.ts";
import { logEvent } from "./event_log.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Logs a question to a model; `sessionId` is empty where it was not about one session. */
export function noteModelUse(
  store: Store,
  use: ModelUse,
  { sessionId, at }: { readonly sessionId: string; readonly at: string },
): void {
  logEvent(store, { sessionId, event: MODEL_USE_EVENT, data: use, durationMs: use.ms, at });
}

interface ModelTotals {
  readonly calls: number;
  /** The calls that got no answer. */
  readonly failed: number;
  /** The length of all questions. */
  readonly characters: number;
}

/** Counts the questions to models and their length by purpose, from the moment `since` on (ISO 8601). */
export function modelTotals(
  store: Store,
  since: string = "",
): Readonly<Partial<Record<ModelPurpose, ModelTotals>>> {
  const rows = store.all<ModelTotals & { readonly purpose: ModelPurpose }>(sql`
    select data ->> 'purpose' as purpose, count(*) as calls, sum(not (data ->> 'ok')) as failed,
    sum(data ->> 'characters') as characters from event_log
    where event = ${MODEL_USE_EVENT} and created_at >= ${since} group by purpose order by purpose`);
  return Object.fromEntries(rows.map(({ purpose, ...totals }) => [purpose, totals]));
}
