import type { SearchHit } from "../../core/search/search_types.ts";
import type { ContextWindow } from "../injections.ts";
import type { LeftOutReason } from "./fit_items.ts";

/** Why an item is not to be shown, from what is known before its text is; `undefined` where nothing speaks against it. */
export function reasonAgainst(
  hit: Pick<SearchHit, "id" | "kind" | "score" | "sessionId" | "createdAt">,
  { floor, window }: { readonly floor: number; readonly window?: ContextWindow | undefined },
): LeftOutReason | undefined {
  if (hit.score < floor) return "below the floor";
  if (window?.shown.has(hit.id)) return "shown before";
  if (window === undefined || hit.sessionId !== window.sessionId) return undefined;
  return hit.kind === "session" || hit.createdAt >= window.since ? "saved by this session" : undefined;
}
