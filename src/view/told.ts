import { parseTexts } from "../store/columns.ts";
import { memoryByRow } from "../store/memories.ts";
import { sessionsCalled } from "../store/sessions.ts";
import { sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import type { Part } from "./listings.ts";
import { labelsOf } from "./listings.ts";
import { placeOfStep } from "./session_steps.ts";
import { listed } from "./queries.ts";

/** A telling as it is stored: a text that a hook printed into the model's context. */
interface TellingRow {
  readonly id: string;
  readonly at: string;
  readonly hook: string;
  readonly agent_id: string;
  readonly tokens: number;
  /** `null` after pruning, or if it contained a text that was forgotten. */
  readonly text: string | null;
  readonly items: string;
  readonly lines: string;
  readonly prompt: string | null;
}

/**
 * Reads a part of the tellings of a session, with their items: where each came from, and whether an agent of the session
 * opened it. `id` names the session or one of its tellings. Returns `undefined` if there is no such session.
 */
export function readTold(store: Store, id: string, { offset, limit }: Part) {
  const step = id.startsWith("t") ? placeOfStep(store, id) : undefined;
  const [session] = sessionsCalled(store, step?.session ?? id, 1);
  if (session === undefined) return undefined;
  const { session_id } = session;
  const rows = store.all<TellingRow>(sql`
    select 't' || t.id as id, created_at as at, hook, agent_id, tokens, text, items, lines, (select text from prompts
    where session_id = t.session_id and number = t.prompt_number and t.hook = 'prompt' limit 1) as prompt
    from tellings t where session_id = ${session_id} order by t.id limit ${limit} offset ${offset}`);
  const ids = [...new Set(rows.flatMap(({ items }) => parseTexts(items)))];
  const opened = new Set(
    store.column<string>(sql`select item from openings where session_id = ${session_id}`),
  );
  const memories = listed(
    store,
    ids.filter((one) => one.startsWith("m")).flatMap((one) => memoryByRow(store, Number(one.slice(1))) ?? []),
  );
  const sources = new Map(memories.map((memory) => [memory.id, memory]));
  const labels = labelsOf(store, ids);
  return {
    session,
    total: store.value<number>(sql`select count(*) from tellings where session_id = ${session_id}`) ?? 0,
    rows: rows.map(({ items, lines, ...row }) => ({
      ...row,
      items: parseTexts(items),
      titled: parseTexts(lines),
    })),
    items: Object.fromEntries(ids.map((one) => {
      const memory = sources.get(one);
      return [one, {
        label: labels[one]?.text ?? "",
        is_opened: opened.has(one),
        status: memory?.status ?? null,
        scope: memory?.scope ?? null,
        source: memory?.source ?? null,
        saved_at: memory?.created_at ?? null,
        session: memory?.session ?? null,
      }];
    })),
  };
}
