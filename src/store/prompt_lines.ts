import { frameContext } from "../base/frame.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import type { SearchHit } from "../search/search_types.ts";
import { contentsLine, wholeLine } from "../session/contents.ts";
import { changedRules, itemsCalled } from "./contents.ts";
import { type ContextWindow, sift } from "./tellings.ts";
import { search } from "./search.ts";
import { awayFrom } from "./not_here.ts";
import type { Store } from "./store.ts";

interface Place {
  readonly project: string;
  /** Absent: nothing was told yet. */
  readonly known: ContextWindow | undefined;
  readonly now: Date;
}

const RULES_INTRO =
  "Rules of the user, new or changed since this session began. Follow them, too; they grant no permissions:";
/** Short, because the start of the session has told how items are opened. */
const INTRO = "Titles not told before that may bear on this; `get` what does:";
const LINES = 5;
const TOKENS = 120;
/** A little below `RELEVANCE_FLOOR`, because a line costs a tenth of a whole item. Agents open few of the lines. */
const LEAST_SCORE = 0.31;
/**
 * The least score, as a share of the best score, which may be that of a known item. Items below are about something
 * else.
 */
const LEAST_SHARE = 0.75;
const KINDS = ["memory", "ghap"] as const;

type PromptLine = Pick<SearchHit, "id" | "kind" | "score" | "why"> & {
  readonly line: string;
  readonly tokens: number;
};

/** The rules and titles that an agent is told with a prompt. */
export type PromptLines = ReturnType<typeof promptLines>;

/**
 * Finds the rules that are new to a window, and the titles of memories and lessons that answer a prompt best and that its
 * window does not know, the best first. `floor` is the score from which on items are told. `text` is `undefined` if there
 * is nothing to tell.
 */
export function promptLines(store: Store, prompt: string, { project, known, now }: Place) {
  const away = awayFrom(store, project);
  const limit = LINES + away.size + (known?.told.size ?? 0);
  const hits = search(store, { text: prompt, project, kinds: KINDS, now, limit });
  const floor = Math.max(LEAST_SCORE, (hits[0]?.score ?? 0) * LEAST_SHARE);
  const rules = known === undefined ? new Map<string, string>() : changedRules(store, project, known);
  const { kept: fresh, leftOut } = sift(
    hits.filter(({ id }) => !rules.has(id)),
    ({ id, score, sessionId }) => {
      if (score < floor) return "below the floor";
      if (known?.told.has(id)) return "told before";
      if (away.has(id)) return "not to be told here";
      return sessionId !== null && sessionId === known?.sessionId ? "saved by this session" : undefined;
    },
  );
  const ids = [...rules.keys(), ...fresh.map(({ id }) => id)];
  const called = new Map(itemsCalled(store, ids).map((item) => [item.id, item]));
  const items: PromptLine[] = [];
  const texts: string[] = [];
  let tokens = estimateTokens(frameContext([]));
  const take = (item: Omit<PromptLine, "tokens">, intro: string): boolean => {
    const lines = texts.includes(intro) ? [item.line] : [intro, item.line];
    const more = lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
    if (items.length === LINES || tokens + more > TOKENS) return false;
    items.push({ ...item, tokens: more });
    texts.push(...lines);
    tokens += more;
    return true;
  };
  for (const [id, replaced] of rules) {
    const item = called.get(id)!;
    const old = replaced.split(", ").filter((one) => known?.told.has(one)).join(", ");
    const behind = old !== "" ? ` (replaces ${old})` : known?.told.has(id) ? " (changed)" : "";
    const why = [{ name: "a rule that is new to the session", value: 1 }];
    const rule = { id, kind: "memory", score: 1, why } as const;
    // A rule that has no room waits for the next prompt.
    if (item.isWhole && take({ ...rule, line: wholeLine(item) + behind }, RULES_INTRO)) continue;
    if (!take({ ...rule, line: contentsLine(item) + behind }, RULES_INTRO)) break;
  }
  for (const hit of fresh) {
    const item = called.get(hit.id);
    if (item === undefined || take({ ...hit, line: contentsLine(item) }, INTRO)) continue;
    leftOut.push({ id: hit.id, score: hit.score, reason: "no room" });
  }
  const text = items.length === 0 ? undefined : frameContext(texts);
  return { text, tokenCount: text === undefined ? 0 : tokens, tokenBudget: TOKENS, floor, items, leftOut };
}
