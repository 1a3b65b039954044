import type { HookSettings } from "../base/settings.ts";
import { sharedWords, wordsIn, writtenWords } from "../search/question.ts";
import { COMPANIONS, leastNear, leastShown, NEAR, RELEVANCE_FLOOR } from "../search/relevance_floor.ts";
import { unasked } from "../search/scores.ts";
import type { SearchHit } from "../search/search_types.ts";
import { questionWords, snippetOf } from "../search/snippet.ts";
import { withoutAsked } from "../session/reasons.ts";
import { type AssembledContext, contextOf, type HitRoom } from "./fit_items.ts";
import { CONTEXT_KINDS, type ContextKind, describeHits } from "./item_details.ts";
import { search } from "./search.ts";
import { sharesOf } from "./search_tables.ts";
import type { Store } from "./store.ts";

export interface ContextRequest extends HitRoom {
  readonly project: string;
  readonly kinds: readonly ContextKind[];
}

/** More than are shown in one window are not looked through for one that was not. */
const MAX_HITS = 60;

/** What was done and said answers less surely than what was kept of it: little of it comes back, and the best alone. */
const HISTORY = { limit: 3, tokenBudget: 300, companions: 1, isBestFirst: true };
/** Shared by what is shown, of which each gets as much as one of two at most: cut short, an answer lacks what it came to. */
const PART_UNITS = 840;
/** One word, whatever its parts, is no subject: what happened has to share more with what is asked. */
const FEWEST_SHARED = 2;

/**
 * What of all that is kept fits: few items, or none. Where nothing does but summaries of sessions, what was done and
 * answered stands beside them. Changes nothing.
 */
export function assembleContext(store: Store, request: ContextRequest): AssembledContext {
  const kinds = request.kinds.filter((kind) => kind !== "observation");
  const stated = findHits(store, { ...request, kinds });
  const context = contextOf(store, stated, { ...request, outro: moreThatFits(store, stated, request) });
  const isKnown = context.items.some(({ kind }) => kind !== "session");
  if (isKnown || kinds.length === request.kinds.length) return context;
  const done = findDone(store, request);
  return done.length === 0
    ? context
    : contextOf(store, [...stated, ...done], historyRoom(request, done.length));
}

/** Names the search that shows what fits a little less than what is shown, by the words that it has of what is asked. */
function moreThatFits(store: Store, hits: readonly SearchHit[], request: ContextRequest): string | undefined {
  const fresh = hits.filter(({ id }) => !request.window?.shown.has(id));
  const scores = fresh.map(({ score }) => score);
  const [least, shown] = [leastNear(scores, request), leastShown(scores, request)];
  const near = describeHits(store, fresh.filter(({ score }) => score >= least && score < shown));
  if (near.length === 0) return undefined;
  const texts = near.map(({ text }) => text);
  const words = sharedWords(request.texts.join("\n"), texts, (stems) => sharesOf(store, stems));
  return words.length === 0
    ? undefined
    : `${near.length} more may fit: \`mneme search "${words.join(" ")}"\``;
}

/** Of what was done only what tells something, before it is known how near the best of it is. */
function findDone(store: Store, request: ContextRequest): SearchHit[] {
  const hits = findHits(store, { ...request, kinds: ["observation"] });
  const near = hits.filter(({ score }) => score >= request.floor);
  const asked = writtenWords(request.texts.join("\n"));
  const telling = describeHits(store, near).filter(({ text }) =>
    wordsIn(asked, [text]).length >= FEWEST_SHARED
  );
  const ids = new Set(telling.map(({ id }) => id));
  return near.filter(({ id }) => ids.has(id));
}

function historyRoom(request: ContextRequest, done: number): HitRoom {
  const units = PART_UNITS / Math.min(Math.max(done, 2), HISTORY.limit);
  const words = questionWords(request.texts.join("\n"));
  return {
    ...request,
    ...HISTORY,
    limit: Math.min(HISTORY.limit, request.limit),
    tokenBudget: Math.min(HISTORY.tokenBudget, request.tokenBudget),
    partOf: (item) =>
      item.kind === "observation"
        ? { ...item, text: snippetOf(withoutAsked(item.text), words, units) }
        : item,
  };
}

/** The best answer to any of the texts counts. */
function findHits(store: Store, request: ContextRequest): SearchHit[] {
  const { project, kinds, now } = request;
  const limit = Math.min(MAX_HITS, request.limit + (request.window?.shown.size ?? 0));
  const best = new Map<string, SearchHit>();
  for (const text of request.texts) {
    for (const hit of search(store, { text, project, kinds, now, limit, isAlone: true }).map(unasked)) {
      if (hit.score > (best.get(hit.id)?.score ?? 0)) best.set(hit.id, hit);
    }
  }
  return [...best.values()];
}

/** Of a light context for a prompt: the few best, and no code. */
const LIGHT_LIMIT = 3;
const LIGHT_TOKENS = 300;

export function promptRequest(
  settings: HookSettings["user_prompt_submit"],
  project: string,
  now: Date,
): Omit<ContextRequest, "texts"> {
  const { context_depth, token_budget, limit, relevance_floor, include_code } = settings;
  const isLight = context_depth === "light";
  const hasCode = include_code && !isLight;
  return {
    project,
    now,
    kinds: hasCode ? CONTEXT_KINDS : CONTEXT_KINDS.filter((kind) => kind !== "code"),
    tokenBudget: isLight ? Math.min(LIGHT_TOKENS, token_budget) : token_budget,
    limit: context_depth === "none" ? 0 : isLight ? Math.min(LIGHT_LIMIT, limit) : limit,
    ...(relevance_floor === "auto"
      ? { floor: RELEVANCE_FLOOR, companions: COMPANIONS, near: NEAR }
      : { floor: relevance_floor }),
  };
}
