import type { Verdict } from "./verdict.ts";

/** How a resolution is suggested. */
export type SuggestedAction = "resolve_confirmed" | "resolve_falsified";

/** The suggestion for a verdict; an unclear one has none. */
export function suggestedAction(verdict: Verdict): SuggestedAction | undefined {
  if (verdict === "unclear") return undefined;
  return verdict === "confirms" ? "resolve_confirmed" : "resolve_falsified";
}
