import type { ContextItem, WeighedItem } from "../../core/context/context_item.ts";
import { fillContext } from "../../core/context/fill_context.ts";
import { itemId } from "../../core/search/item_id.ts";
import type { ItemKind, ScorePart, SearchHit } from "../../core/search/search_types.ts";
import { search } from "../search/search.ts";
import type { Store } from "../store.ts";
import type { ContextWindow } from "../injections.ts";
import { CONTEXT_KINDS, type ContextKind, itemDetails } from "./item_details.ts";
import { neglectFactors } from "./neglect.ts";

/** What context is wanted for, and how much of it. */
export interface ContextRequest {
  readonly text: string;
  readonly project: string;
  readonly kinds: readonly ContextKind[];
  readonly tokenBudget: number;
  readonly limit: number;
  /** Items that score lower are left out. */
  readonly floor: number;
  readonly now: Date;
  /** What was shown in it, and what its session saved in it, is known to the model already. */
  readonly window?: ContextWindow | undefined;
  readonly files?: readonly string[];
}

/** An item of a context, and why it is there. */
export interface FoundItem extends WeighedItem {
  readonly kind: ItemKind;
  readonly why: readonly ScorePart[];
}

/** An item that is shown. */
export interface ShownItem extends FoundItem {
  readonly tokens: number;
}

export type LeftOutReason = "below the floor" | "shown before" | "saved by this session" | "no room";

/** An item that was found and is not shown. */
export interface LeftOut {
  readonly id: string;
  readonly score: number;
  readonly reason: LeftOutReason;
}

export interface AssembledContext {
  /** `undefined` where nothing fits. */
  readonly text: string | undefined;
  readonly tokenCount: number;
  /** In the order of the text. */
  readonly items: readonly ShownItem[];
  /** The best first. */
  readonly leftOut: readonly LeftOut[];
}

/** More than are shown in one window are not looked through for one that was not. */
const MAX_HITS = 60;

/** What of all that is kept fits a text: few items, or none. Changes nothing. */
export function assembleContext(store: Store, request: ContextRequest): AssembledContext {
  const leftOut: LeftOut[] = [];
  const { text, project, kinds, now, files } = request;
  const limit = Math.min(MAX_HITS, request.limit + (request.window?.shown.size ?? 0));
  const hits = search(store, { text, project, kinds, now, limit, ...(files === undefined ? {} : { files }) });
  const wanted = hits.filter((hit) => {
    const reason = reasonAgainst(hit, request);
    if (reason !== undefined) leftOut.push({ id: hit.id, score: hit.score, reason });
    return reason === undefined;
  });
  if (wanted.length === 0) return { text: undefined, tokenCount: 0, items: [], leftOut };
  const found = weigh(store, describe(store, wanted)).filter(({ id, score }) => {
    if (score >= request.floor) return true;
    leftOut.push({ id, score, reason: "below the floor" });
    return false;
  });
  const filled = fillContext(found, { tokenBudget: request.tokenBudget, limit: request.limit, now });
  for (const { id, score } of filled.left) leftOut.push({ id, score, reason: "no room" });
  return {
    text: filled.text,
    tokenCount: filled.tokenCount,
    items: filled.placed.map(({ item, tokens }) => ({ ...item, tokens })),
    leftOut: leftOut.sort((a, b) => b.score - a.score),
  };
}

function reasonAgainst(hit: SearchHit, { floor, window }: ContextRequest): LeftOutReason | undefined {
  if (hit.score < floor) return "below the floor";
  if (window?.shown.has(hit.id)) return "shown before";
  if (window === undefined || hit.sessionId !== window.sessionId) return undefined;
  return hit.kind === "session" || hit.createdAt >= window.since ? "saved by this session" : undefined;
}

/** The hits with what they say now; without those that have gone since they were indexed. */
function describe(store: Store, hits: readonly SearchHit[]): FoundItem[] {
  const details = new Map<string, Omit<ContextItem, "id">>();
  for (const kind of CONTEXT_KINDS) {
    const refs = hits.filter((hit) => hit.kind === kind).map(({ ref }) => ref);
    if (refs.length === 0) continue;
    for (const detail of itemDetails(store, kind, refs)) details.set(itemId(detail), detail);
  }
  return hits.flatMap(({ id, kind, score, why }) => {
    const detail = details.get(id);
    return detail === undefined ? [] : [{ ...detail, id, kind, score, why }];
  });
}

function weigh(store: Store, items: readonly FoundItem[]): FoundItem[] {
  const factors = neglectFactors(store, items.map(({ id }) => id));
  return items.map((item) => {
    const factor = factors.get(item.id);
    if (factor === undefined) return item;
    const loss = item.score * (factor - 1);
    return { ...item, score: item.score + loss, why: [...item.why, { name: "ignored before", value: loss }] };
  });
}
