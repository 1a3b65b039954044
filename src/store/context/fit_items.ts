import type { WeighedItem } from "../../core/context/context_item.ts";
import { type ContextRoom, fillContext } from "../../core/context/fill_context.ts";
import { type Floor, leastShown } from "../../core/search/relevance_floor.ts";
import type { ItemKind, ScorePart } from "../../core/search/search_types.ts";
import type { Store } from "../store.ts";
import { lowered } from "./ignored_before.ts";
import { neglectFactors } from "./neglect.ts";
import { weakness } from "./reason_against.ts";

/** An item that may be shown, and why. */
export interface FoundItem extends WeighedItem {
  readonly kind: ItemKind;
  readonly why: readonly ScorePart[];
}

/** An item that is shown. */
export interface ShownItem extends FoundItem {
  readonly tokens: number;
}

export type LeftOutReason =
  | "below the floor"
  | "far below the best"
  | "about something else"
  | "says nothing more"
  | "shown before"
  | "saved by this session"
  | "no room";

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

/** As many of the items as there is room for, without those that were brought back again and again for nothing. */
export function fitItems(
  store: Store,
  items: readonly FoundItem[],
  room: ContextRoom & Floor,
): AssembledContext {
  const leftOut: LeftOut[] = [];
  const weighed = weigh(store, items);
  const least = leastShown(weighed.map(({ score }) => score), room);
  const found = weighed.filter(({ id, score }) => {
    if (score >= least) return true;
    leftOut.push({ id, score, reason: weakness(score, room.floor) });
    return false;
  });
  const { text, tokenCount, placed, left } = fillContext(found, room);
  for (const { id, score } of left) leftOut.push({ id, score, reason: "no room" });
  return { text, tokenCount, items: placed.map(({ item, tokens }) => ({ ...item, tokens })), leftOut };
}

function weigh(store: Store, items: readonly FoundItem[]): FoundItem[] {
  const factors = neglectFactors(store, items.map(({ id }) => id));
  return items.map((item) => lowered(item, factors.get(item.id) ?? 1));
}
