import type { SearchHit } from "../../core/search/search_types.ts";
import type { ContextWindow } from "../injections.ts";
import type { LeftOutReason } from "./fit_items.ts";

interface Bounds {
  readonly floor: number;
  /** From which score on items are shown, where that is not the floor. */
  readonly least?: number;
  readonly window?: ContextWindow | undefined;
}

/** Why an item is not to be shown, from what is known before its text is; `undefined` where nothing speaks against it. */
export function reasonAgainst(
  hit: Pick<SearchHit, "id" | "kind" | "score" | "sessionId" | "createdAt">,
  { floor, least = floor, window }: Bounds,
): LeftOutReason | undefined {
  if (hit.score < least) return weakness(hit.score, floor);
  if (window?.shown.has(hit.id)) return "shown before";
  if (window === undefined || hit.sessionId !== window.sessionId) return undefined;
  const isEcho = hit.kind === "session" || hit.kind === "prompt"; // its own words, and what was made of them
  return isEcho || hit.createdAt >= window.since ? "saved by this session" : undefined;
}

/** Why a score is too low to be shown. */
export function weakness(score: number, floor: number): LeftOutReason {
  return score < floor ? "below the floor" : "far below the best";
}
