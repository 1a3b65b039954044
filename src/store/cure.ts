import { signatureOf } from "../search/error_signature.ts";
import { SAME_FAILURE, type SoughtFailure } from "../search/repair_match.ts";
import type { ScorePart } from "../search/search_types.ts";
import { fillContext, type WeighedItem } from "../session/fill_context.ts";
import { quoteCode } from "../session/wording.ts";
import { type FoundRepair, repairsOf } from "./found_repairs.ts";
import type { ContextWindow } from "./tellings.ts";
import type { Store } from "./store.ts";

/** The repair of a failure, as an item that an agent is told. */
export type CureItem = WeighedItem & { readonly why: readonly ScorePart[] };

export interface CurePlace {
  readonly window: ContextWindow;
  readonly project: string;
}

/** Finds the surest repair that this window has not seen. */
export function surestCure(
  store: Store,
  sought: SoughtFailure,
  { window, project }: CurePlace,
): CureItem | undefined {
  const best = repairsOf(store, sought, { project, floor: SAME_FAILURE }).find(({ row, sessionId, at }) =>
    !window.shown.has(`r${row}`) && (sessionId !== window.sessionId || at < window.since)
  );
  return best === undefined ? undefined : { ...itemOf(best), score: FIRST };
}

/** A repair scores above everything that is found by words. */
const FIRST = 2;

function itemOf({ row, session, at, command, worked, sessions, score }: FoundRepair): CureItem {
  const others = sessions === 1 ? "" : ` and ${sessions - 1} more`;
  const source = `solved before in s${session}${others}`;
  return {
    id: `r${row}`,
    group: "mended",
    source,
    text: `${worked.text}; then ${quoteCode(command, 120)} passed`,
    createdAt: at,
    score,
    why: [{ name: "repair", value: score }],
  };
}

/** Returns a block with the repair of the error that a prompt quotes, if the prompt quotes one. */
export function quotedCure(
  store: Store,
  prompt: string,
  { tokenBudget, now, ...place }: CurePlace & { readonly tokenBudget: number; readonly now: Date },
) {
  const lines = signatureOf(prompt);
  const cure = lines.length === 0 ? undefined : surestCure(store, { lines, calls: [] }, place);
  return fillContext<CureItem>(cure === undefined ? [] : [cure], {
    ...{ tokenBudget, now, limit: 1 },
    intro: "On the error that the prompt quotes:",
  });
}
