import type { ContextRoom } from "../../core/context/fill_context.ts";
import { type Floor, leastShown } from "../../core/search/relevance_floor.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import type { ContextWindow } from "../injections.ts";
import type { Store } from "../store.ts";
import { describeHits } from "./describe_hits.ts";
import { type AssembledContext, fitItems, type FoundItem, type LeftOut } from "./fit_items.ts";
import { reasonAgainst } from "./reason_against.ts";

/** How much of what was found may be shown. */
export interface HitRoom extends ContextRoom, Floor {
  /** What is going on, in any words; each is a question of its own. */
  readonly texts: readonly string[];
  /** What was shown in it, and what its session saved in it, is known to the model already. */
  readonly window?: ContextWindow | undefined;
  /** Whether an item says what is wanted, now that its text is known; absent: all do. */
  readonly fits?: (item: FoundItem) => boolean;
  /** The part of an item that is shown; absent: all of it. */
  readonly partOf?: (item: FoundItem) => FoundItem;
}

/** What of these hits may be shown. */
export function contextOf(
  store: Store,
  hits: readonly SearchHit[],
  room: HitRoom,
): AssembledContext {
  const leftOut: LeftOut[] = [];
  const { floor, window } = room;
  const least = leastShown(hits.map(({ score }) => score), room);
  const wanted = hits.filter((hit) => {
    const reason = reasonAgainst(hit, { floor, least, window });
    if (reason !== undefined) leftOut.push({ id: hit.id, score: hit.score, reason });
    return reason === undefined;
  });
  if (wanted.length === 0) return { text: undefined, tokenCount: 0, items: [], leftOut };
  const described = describeHits(store, wanted, room.texts);
  const said = new Set(described.map(({ id }) => id));
  for (const { id, kind, score } of wanted) {
    if (kind === "session" && !said.has(id)) leftOut.push({ id, score, reason: "says nothing more" });
  }
  const { fits = () => true, partOf = (item) => item } = room;
  const found = described.filter((item) => {
    const isFitting = fits(item);
    if (!isFitting) leftOut.push({ id: item.id, score: item.score, reason: "about something else" });
    return isFitting;
  });
  const fitting = fitItems(store, found.map(partOf), room);
  return { ...fitting, leftOut: [...leftOut, ...fitting.leftOut].sort((a, b) => b.score - a.score) };
}
