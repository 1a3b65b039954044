import { type ContextRoom, fillContext } from "../../core/context/fill_context.ts";
import type { ItemKind } from "../../core/search/search_types.ts";
import { itemId } from "../../core/search/item_id.ts";
import type { SessionKey } from "../../core/writes.ts";
import { topValues } from "../project_values.ts";
import { recentSessions } from "../sessions.ts";
import type { Store } from "../store.ts";
import { describeHits } from "./describe_hits.ts";
import type { AssembledContext } from "./fit_items.ts";
import type { ContextKind } from "./item_details.ts";

/** Whoever asks, and for what. */
export interface RecentRequest extends ContextRoom {
  readonly session: SessionKey;
  readonly kinds: readonly ContextKind[];
}

const MAX_RULES = 10;
const MAX_SESSIONS = 5;

/** What there is to know of a project where nobody says what for: its rules and what was done last. */
export function recentContext(store: Store, { session, kinds, ...room }: RecentRequest): AssembledContext {
  const ranked = (kind: ItemKind, rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }, i) => ({ id: itemId({ kind, ref: id }), kind, ref: id, score: 1 / (i + 1), why: [] }));
  const hits = [
    ...(kinds.includes("value")
      ? [
        ...ranked("value", topValues(store, session.project, MAX_RULES)),
        ...ranked("memory", preferences(store, session.project)),
      ]
      : []),
    ...(kinds.includes("session") ? ranked("session", recentSessions(store, session, MAX_SESSIONS)) : []),
  ];
  const { text, tokenCount, placed, left } = fillContext(describeHits(store, hits), room);
  return {
    text,
    tokenCount,
    items: placed.map(({ item, tokens }) => ({ ...item, tokens })),
    leftOut: left.map(({ id, score }) => ({ id, score, reason: "no room" })),
  };
}

/** What the user wants always, of the project and everywhere, the newest first. */
function preferences(store: Store, project: string): { id: number }[] {
  return store.all<{ id: number }>(
    `select id from memories where status = 'active' and category = 'PREFERENCE'
       and (project = ? or scope = 'user')
     order by updated_at desc, id desc limit ?`,
    project,
    MAX_RULES,
  );
}
