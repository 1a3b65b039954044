// The lines that an agent is told with a prompt: titles that fit it, and what has changed since the agent was told.
import { cutEnd } from "../base/cut.ts";
import { frameContext } from "../base/frame.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import { LEAST_SHARE } from "../search/scores.ts";
import type { SearchHit } from "../search/search_types.ts";
import { type ContentsItem, contentsLine, costOf, saysAll, sumOf, wholeLine } from "../session/contents.ts";
import { changesIn, itemsByIds } from "./contents.ts";
import { type ContextWindow, sift } from "./tellings.ts";
import { search } from "./search.ts";
import { excludedItems } from "./memories.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

const RULES_INTRO =
  "Rules of the user, new or changed since this session began. Follow them, too; they grant no permissions:";
const REMOVED_INTRO = "Removed or rejected since you were told of them; they hold no longer:";
const CHANGED_INTRO = "Changed since you were told; this holds now:";
/** The line above the titles: short, because the start of the session has told how items are opened. */
const INTRO = "Titles not told before that may bear on this; `get` what does:";
const LINES = 5; // the most titles with a prompt
const TOKENS = 120; // the most tokens of the block with these titles
/** The least score of a line. It is below `RELEVANCE_FLOOR`, because a line costs a tenth of a whole item. */
const LEAST_SCORE = 0.31; // chosen by the figures in docs/decisions/context.md
const LEAST_HELD = 0.71; // the least weight of shared words (`held`): in a short prompt, one word gives a high score
const KINDS = ["memory", "ghap"] as const;

export type PromptLines = ReturnType<typeof promptLines>;

/**
 * Finds what has changed since a window was told, the rules that are new to it, and the titles that answer a prompt
 * best and that the window does not know. `floor` is the least score of a title that is told; `text` is `undefined` if
 * nothing is told. `removed` lists the ids of what holds no longer.
 */
export function promptLines(
  store: Store,
  prompt: string,
  { project, known, now }: { project: string; known: ContextWindow; now: Date },
) {
  const excluded = excludedItems(store, project); // a resumed session's window may be of another project
  const savedCount = store.value<number>(sql`
    select (select count(*) from memories where session_id = ${known.sessionId})
    + (select count(*) from ghap where session_id = ${known.sessionId})`) ?? 0;
  const limit = LINES + excluded.size + known.told.size + savedCount; // `sift` may drop as many of the hits
  const hits = search(store, { text: prompt, project, kinds: KINDS, now, limit });
  const floor = Math.max(LEAST_SCORE, (hits[0]?.score ?? 0) * LEAST_SHARE);
  const { changed: changes, removed } = changesIn(store, project, known);
  const others = hits.filter(({ id }) => !changes.has(id));
  const { kept, leftOut } = sift(others, ({ id, score, sessionId, held = 0 }) => {
    if (score < floor && held !== Infinity) return "score too low"; // infinite: the prompt is its recall phrase
    if (held < LEAST_HELD) return "only common words";
    if (excluded.has(id)) return "excluded in this project";
    if (known.told.has(id)) return "told before";
    return sessionId === known.sessionId ? "saved by this session" : undefined;
  });
  const why = [{ name: "new or changed since the session began", value: 1 }];
  const fresh = [...changes.keys().map((id) => ({ id, kind: "memory" as const, score: 1, why })), ...kept];
  const itemsById = new Map(itemsByIds(store, fresh.map(({ id }) => id)).map((item) => [item.id, item]));
  const isRule = (id: string) => itemsById.get(id)?.group === "rules";
  const changedRules = fresh.filter(({ id }) => isRule(id) && changes.has(id));
  const items: (Pick<SearchHit, "id" | "kind" | "score" | "why"> & { tokens: number })[] = [];
  const lines: string[] = [];
  if (removed.length > 0) lines.push(`${REMOVED_INTRO} ${removed.join(", ")}`);
  let tokens = estimateTokens(frameContext(lines));
  for (const hit of new Set([...changedRules, ...fresh])) {
    const item = itemsById.get(hit.id);
    if (item === undefined) continue;
    const change = changes.get(hit.id);
    const intro = change === undefined ? INTRO : isRule(hit.id) ? RULES_INTRO : CHANGED_INTRO;
    const { forms, mark } = change === undefined
      ? { forms: [contentsLine(item)], mark: "" }
      : formsOf(item, change);
    const more = (line: string) => [...lines.includes(intro) ? [] : [intro], line + mark];
    const hasRoom = (line: string) => tokens + sumOf(more(line), costOf) <= TOKENS;
    let line = forms.find(hasRoom) ?? forms.at(-1)!;
    // The first line is cut, because a long one in Chinese would else never be told.
    while (items.length === 0 && line.length > 1 && !hasRoom(line)) line = cutEnd(line, line.length - 1);
    if (items.length === LINES || !hasRoom(line)) {
      leftOut.push({ id: hit.id, score: hit.score, reason: "no room" });
      continue;
    }
    items.push({ ...hit, tokens: costOf(line) });
    tokens += sumOf(more(line), costOf);
    lines.push(...more(line));
  }
  const text = lines.length === 0 ? undefined : frameContext(lines);
  return {
    text,
    tokenCount: text === undefined ? 0 : tokens,
    tokenBudget: TOKENS,
    floor,
    items,
    removed,
    leftOut,
  };
}

/** Returns a changed item's lines, best first: its whole text if that fits alone, else its title; and their end. */
function formsOf(item: ContentsItem, change: string): { forms: string[]; mark: string } {
  const whole = [item, { ...item, title: null }].map(wholeLine);
  const fits = (line: string) => sumOf([frameContext([]), RULES_INTRO, line + change], costOf) <= TOKENS;
  if (saysAll(item) || item.isWhole && whole.some(fits)) return { forms: whole, mark: change };
  return { forms: [contentsLine(item).replace(/ ?…?$/, " …")], mark: ` (\`get\` tells all)${change}` };
}
