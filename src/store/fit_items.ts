import type { SearchHit } from "../search/search_types.ts";
import { type ContextRoom, fillContext, type FilledContext } from "../session/fill_context.ts";
import { type ContextWindow, type LeftOut, type LeftOutReason, sift } from "./tellings.ts";
import { describeHits, type FoundItem } from "./item_details.ts";
import type { Store } from "./store.ts";

export interface AssembledContext extends Omit<FilledContext<FoundItem>, "omitted"> {
  /** The items left out, best first. */
  readonly leftOut: readonly LeftOut[];
}

interface Bounds {
  /** The least score of items that are shown, from 0 to 1. */
  readonly floor: number;
  /** The context window: items that it was shown, or that its session saved, are left out. */
  readonly window?: ContextWindow | undefined;
}

/** Returns the reason for not showing an item, as far as it is known without the item's text. */
export function reasonAgainst(
  hit: Pick<SearchHit, "id" | "kind" | "score" | "sessionId" | "createdAt">,
  { floor, window }: Bounds,
): LeftOutReason | undefined {
  if (hit.score < floor) return "below the floor";
  if (window?.shown.has(hit.id)) return "shown before";
  if (window === undefined || hit.sessionId !== window.sessionId) return undefined;
  const isEcho = hit.kind === "session" || hit.kind === "prompt"; // the session's own prompts and what was made of them
  return isEcho || hit.createdAt >= window.since ? "saved by this session" : undefined;
}

export interface HitRoom extends ContextRoom, Bounds {
  /** Tells by the text of an item whether the item is about the matter; by default all are. */
  readonly fits?: (item: FoundItem) => boolean;
}

export function contextOf(store: Store, hits: readonly SearchHit[], room: HitRoom): AssembledContext {
  const { fits = () => true } = room;
  const { kept: wanted, leftOut } = sift(hits, (hit) => reasonAgainst(hit, room));
  const found = sift(describeHits(store, wanted), (item) => fits(item) ? undefined : "about something else");
  const { omitted, ...filled } = fillContext(found.kept, room);
  const outOfRoom = omitted.map(({ id, score }): LeftOut => ({ id, score, reason: "no room" }));
  const all = [...leftOut, ...found.leftOut, ...outOfRoom];
  return { ...filled, leftOut: all.sort((a, b) => b.score - a.score) };
}
