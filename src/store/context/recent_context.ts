import { sessionsThatMatter } from "../../core/light_context.ts";
import { type ContextRoom, fillContext } from "../../core/context/fill_context.ts";
import type { ItemKind } from "../../core/search/search_types.ts";
import { itemId } from "../../core/search/item_id.ts";
import type { SessionKey } from "../../core/writes.ts";
import { standingRules } from "../standing_rules.ts";
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
const LOOKED_AT = 30;

/** What there is to know of a project where nobody says what for: its rules and what was done last. */
export function recentContext(store: Store, { session, kinds, ...room }: RecentRequest): AssembledContext {
  const ranked = (kind: ItemKind, rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }, i) => ({ id: itemId({ kind, ref: id }), kind, ref: id, score: 1 / (i + 1), why: [] }));
  const hits = [
    ...(kinds.includes("value") ? rulesOf(store, session.project) : []),
    ...(kinds.includes("session") ? ranked("session", sessionsOf(store, session)) : []),
  ];
  const { text, tokenCount, placed, left } = fillContext(describeHits(store, hits), room);
  return {
    text,
    tokenCount,
    items: placed.map(({ item, tokens }) => ({ ...item, tokens })),
    leftOut: left.map(({ id, score }) => ({ id, score, reason: "no room" })),
  };
}

function rulesOf(store: Store, project: string) {
  return standingRules(store, project, MAX_RULES).best.map(({ id }, i) => {
    const kind = id.startsWith("v") ? "value" as const : "memory" as const;
    return { id, kind, ref: Number(id.slice(1)), score: 1 / (i + 1), why: [] };
  });
}

function sessionsOf(store: Store, session: SessionKey) {
  const recent = recentSessions(store, session, { limit: LOOKED_AT, enough: MAX_SESSIONS });
  return sessionsThatMatter(recent, MAX_SESSIONS);
}
