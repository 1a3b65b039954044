// Whole items that fit some texts: for prompts (`light`, `rich`), failures, `mneme context` and `assemble_context`.
import type { HookSettings } from "../base/settings.ts";
import { favourKept, RELEVANCE_FLOOR } from "../search/scores.ts";
import type { SearchHit } from "../search/search_types.ts";
import { type ContextRoom, fillContext } from "../session/fill_context.ts";
import { CONTEXT_KINDS, type ContextKind, describeHits, type FoundItem } from "./item_details.ts";
import { search } from "./search.ts";
import type { Store } from "./store.ts";
import { type Bounds, type LeftOut, reasonAgainst, sift } from "./tellings.ts";

export type AssembledContext = Readonly<ReturnType<typeof assembleContext>>;

export interface ContextRequest extends ContextRoom, Bounds {
  readonly project: string;
  /** The texts that say what the work is about now. Each is a query of its own. */
  readonly texts: readonly string[];
  readonly kinds: readonly ContextKind[];
  /** Tells if an item is about the matter; by default all are. */
  readonly fits?: (item: FoundItem) => boolean;
}

const MAX_HITS = 60; // the most hits that are looked through for items that the window has not seen

/** Assembles whole items that fit these texts: a few, or none. Changes nothing. */
export function assembleContext(store: Store, request: ContextRequest) {
  const { fits = () => true } = request;
  const { kept: fresh, leftOut } = sift(findHits(store, request), (hit) => reasonAgainst(hit, request));
  const found = sift(describeHits(store, fresh), (it) => fits(it) ? undefined : "about something else");
  const { omitted, ...filled } = fillContext(found.kept, request);
  const outOfRoom = omitted.map(({ id, score }): LeftOut => ({ id, score, reason: "no room" }));
  const all = [...leftOut, ...found.leftOut, ...outOfRoom];
  return { ...filled, leftOut: all.sort((a, b) => b.score - a.score) };
}

function findHits(store: Store, request: ContextRequest): SearchHit[] {
  const { project, kinds, now } = request;
  const limit = Math.min(MAX_HITS, request.limit + (request.window?.shown.size ?? 0));
  const best = new Map<string, SearchHit>();
  for (const text of request.texts) {
    for (const hit of favourKept(search(store, { text, project, kinds, now, limit, isAlone: true }))) {
      if (hit.score > (best.get(hit.id)?.score ?? 0)) best.set(hit.id, hit);
    }
  }
  return [...best.values()];
}

/** The most items for a prompt with `context_depth: light`, and their tokens; code is not among them. */
const LIGHT_LIMIT = 3;
const LIGHT_TOKENS = 300;

export function promptRequest(settings: HookSettings["user_prompt_submit"], project: string, now: Date) {
  const { context_depth, token_budget, limit, relevance_floor, include_code } = settings;
  const isLight = context_depth === "light";
  const hasCode = include_code && !isLight;
  return {
    project,
    now,
    kinds: hasCode ? CONTEXT_KINDS : CONTEXT_KINDS.filter((kind) => kind !== "code"),
    tokenBudget: isLight ? Math.min(LIGHT_TOKENS, token_budget) : token_budget,
    limit: isLight ? Math.min(LIGHT_LIMIT, limit) : limit,
    floor: relevance_floor === "auto" ? RELEVANCE_FLOOR : relevance_floor,
  };
}
