// The titles that an agent is told with a prompt.

import { frameContext } from "../base/frame.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import type { SearchHit } from "../search/search_types.ts";
import { contentsLine } from "../session/contents.ts";
import { itemsCalled } from "./contents.ts";
import { type ContextWindow, sift } from "./tellings.ts";
import { search } from "./search.ts";
import { awayFrom } from "./memories.ts";
import type { Store } from "./store.ts";

interface Place {
  readonly project: string;
  /** Absent: nothing was told yet. */
  readonly known: ContextWindow | undefined;
  readonly now: Date;
}

/** Short, because the start of the session has told how items are opened. */
const INTRO = "Titles not told before that may bear on this; `get` what does:";
const LINES = 5;
const TOKENS = 120;
/** A little below `RELEVANCE_FLOOR`, because a line costs a tenth of a whole item. Agents open few of the lines. */
const LEAST_SCORE = 0.31;
/** The least share of the best score, which may be that of a known item; items below are about something else. */
const LEAST_SHARE = 0.75;
const KINDS = ["memory", "ghap"] as const;

export type PromptLines = ReturnType<typeof promptLines>;

/** Finds the titles that answer a prompt best and that its window does not know. `text` is `undefined` for none. */
export function promptLines(store: Store, prompt: string, { project, known, now }: Place) {
  const away = awayFrom(store, project);
  const limit = LINES + away.size + (known?.told.size ?? 0);
  const hits = search(store, { text: prompt, project, kinds: KINDS, now, limit });
  const floor = Math.max(LEAST_SCORE, (hits[0]?.score ?? 0) * LEAST_SHARE);
  const { kept: fresh, leftOut } = sift(hits, ({ id, score, sessionId }) => {
    if (score < floor) return "below the floor";
    if (known?.told.has(id)) return "told before";
    if (away.has(id)) return "not to be told here";
    return sessionId !== null && sessionId === known?.sessionId ? "saved by this session" : undefined;
  });
  const called = itemsCalled(store, fresh.map(({ id }) => id));
  const lines = new Map(called.map((item) => [item.id, contentsLine(item)]));
  const items: (SearchHit & { readonly line: string; readonly tokens: number })[] = [];
  let tokens = estimateTokens(frameContext([INTRO]));
  for (const hit of fresh) {
    const line = lines.get(hit.id);
    if (line === undefined) continue;
    const more = estimateTokens(line) + 1;
    if (items.length === LINES || tokens + more > TOKENS) {
      leftOut.push({ id: hit.id, score: hit.score, reason: "no room" });
      continue;
    }
    items.push({ ...hit, line, tokens: more });
    tokens += more;
  }
  const text = items.length === 0 ? undefined : frameContext([INTRO, ...items.map(({ line }) => line)]);
  return { text, tokenCount: text === undefined ? 0 : tokens, tokenBudget: TOKENS, floor, items, leftOut };
}
