// The block that a session or a subagent is told at its start, and the items that are told after a compaction.
import type { Settings } from "../base/settings.ts";
import type { SessionKey } from "../base/writes.ts";
import { FILLED_SHARE } from "../base/token_estimate.ts";
import { type ContentsBlock, contentsBlock, sumOf, unitsOf } from "../session/contents.ts";
import {
  type CountedLines,
  FRAME_UNITS,
  frameTokens,
  lightContext,
  type RecentSession,
  reservedLines,
  type RuleBlock,
  ruleBlock,
  sessionsThatMatter,
  SHORTEST_TOKENS,
} from "../session/light_context.ts";
import { countRules, standingRules, type StartPlace } from "./at_start.ts";
import { contentsOf } from "./contents.ts";
import { openSteps, recentSessions } from "./sessions.ts";
import type { Store } from "./store.ts";
import { cutEnd } from "../base/cut.ts";
import { itemId, parseItemId } from "../search/search_types.ts";
import { activeGhap } from "./ghap.ts";
import { type ContextWindow, knownBefore } from "./tellings.ts";
import { describeHits, type FoundItem } from "./item_details.ts";
import { sql } from "./sql.ts";

const RECENT_SESSIONS = 5; // the most sessions that a start lists

interface ReplyRoom {
  /** The most UTF-16 units of the block. */
  readonly maxUnits: number;
  readonly command: string;
  readonly now: Date;
}

interface StartRequest extends ReplyRoom, Pick<StartPlace, "notes"> {
  readonly session: SessionKey;
  readonly settings: Settings["hooks"]["session_start"];
  /** Ids that this context window was told before, by title or whole. */
  readonly known?: ReadonlySet<string> | undefined;
  /** Contents and sessions leave so many units to another text of the reply; the rules may use them. */
  readonly reservedUnits?: number;
}

export type StartContext = NonNullable<ReturnType<typeof blockOf>>;

/** Assembles a start's block. Titles of sessions with work get room first, then rules, contents, other sessions. */
export function startContext(store: Store, { session, settings, ...request }: StartRequest) {
  const { token_budget: tokenBudget, contents_budget: contentsBudget, inject_light_context } = settings;
  if (!inject_light_context) return undefined;
  const { project } = session;
  const withSteps = (one: RecentSession) => ({ ...one, open: openSteps(store, one.id, project) });
  // A session without a summary may have broken off; of the others the steps are read only for those that are told.
  const recent = recentSessions(store, session).map((one) => one.summary === null ? withSteps(one) : one);
  const sessions = sessionsThatMatter(recent, RECENT_SESSIONS)
    .map((one) => one.summary === null ? one : withSteps(one));
  return blockOf(store, { ...request, project, sessions, tokenBudget, contentsBudget });
}

/** Assembles what a subagent is told: the rules in half of the budget, then the contents in what they leave. */
export function subagentContext(
  store: Store,
  { contents_budget, ...request }: ReplyRoom & { readonly project: string; readonly contents_budget: number },
): StartContext | undefined {
  return blockOf(store, { ...request, sessions: [], tokenBudget: contents_budget });
}

interface BlockRequest extends ReplyRoom, StartPlace, Pick<StartRequest, "known" | "reservedUnits"> {
  readonly sessions: readonly RecentSession[];
  readonly tokenBudget: number;
  /** By default, what the rules leave of `tokenBudget`, of which they get half. */
  readonly contentsBudget?: number;
}

/** The shares of the contents in which rules come before other items (`lineShare`), and short rules come whole. */
const SHARES = { lineShare: 1, wholeShare: 1 / 3 };
/** For rules and contents with one budget: whole rules have had half of it before the contents. */
const SHARES_OF_ONE_BUDGET = { lineShare: 1 / 2, wholeShare: 0 };

function blockOf(store: Store, request: BlockRequest) {
  const { sessions, tokenBudget, contentsBudget, reservedUnits = 0, ...whole } = request;
  const kept = reservedLines(sessions, request);
  const rest = { ...whole, maxUnits: whole.maxUnits - sumOf(kept.lines, unitsOf) };
  const forRules = contentsBudget === undefined
    ? tokenBudget / 2
    : tokenBudget - kept.tokenCount / FILLED_SHARE; // `ruleBlock` fills only that share of what it gets
  const counts = countRules(store, request);
  const limit = Math.ceil(forRules / SHORTEST_TOKENS); // more of them would not fit
  const rules = counts.count === 0
    ? undefined
    : ruleBlock(standingRules(store, request, limit), { ...rest, ...counts, tokenBudget: forRules });
  const contents = contentsIn(store, {
    ...rest,
    maxUnits: rest.maxUnits - reservedUnits,
    rules,
    tokenBudget: contentsBudget ?? tokenBudget - frameTokens() - (rules?.tokenCount ?? 0),
    ...contentsBudget === undefined ? SHARES_OF_ONE_BUDGET : SHARES,
  });
  const above = { rules: linesOf(rules, contents), contents };
  const light = lightContext(sessions, { ...whole, ...above, tokenBudget, reservedUnits });
  return light && { ...light, rules, contents };
}

/** Adds a line that counts the rules without room and says where they stand: in the contents or in a command's list. */
function linesOf(rules?: RuleBlock, contents?: ContentsBlock): CountedLines | undefined {
  if (rules === undefined || rules.restLine === "") return rules;
  const omitted = rules.total - rules.covered.length;
  const below = contents?.ruleCount ?? 0;
  const fate = below === 0 ? " did not fit" : `, ${below} below`;
  const rest = below === omitted
    ? `- ${omitted} more: see "Further rules" below`
    : rules.restLine.replace(" did not fit", fate);
  return { lines: [...rules.lines, rest], tokenCount: rules.tokenCount };
}

/** The least average of tokens per line in nearly every project; bounds how many items are read. */
const SHORTEST_LINE_TOKENS = 12;

/** Returns the contents that a new window would get beside the rules, without the items that this window knows. */
function contentsIn(
  store: Store,
  request: Omit<BlockRequest, "sessions"> & typeof SHARES & { readonly rules: RuleBlock | undefined },
): ContentsBlock | undefined {
  const { tokenBudget, maxUnits, command, known, rules, lineShare, wholeShare } = request;
  if (tokenBudget <= 0) return undefined;
  const covered = new Set((rules?.covered ?? []).map(({ id }) => id));
  const limit = Math.ceil(tokenBudget / SHORTEST_LINE_TOKENS);
  const contents = contentsOf(store, request, { known: covered, limit, ruleTokens: tokenBudget * lineShare });
  const units = sumOf([...rules?.lines ?? [], rules?.restLine ?? ""], unitsOf);
  const room = { tokenBudget, maxUnits: maxUnits - FRAME_UNITS - units, wholeShare, command };
  const whole = contentsBlock(contents, room);
  if (known === undefined || !whole?.ids.some((id) => known.has(id))) return whole;
  const items = contents.items.filter(({ id }) => whole.ids.includes(id) && !known.has(id));
  return contentsBlock({ items, total: items.length + whole.rest }, room);
}

/** Scores: the open entry is told whatever its length; saved and learnt items come before opened and told ones. */
const OPEN = Infinity;
const SAVED = 0.9;
const TOLD = 0.8;
const MAX_SAVED = 15; // the most memories of the session
const MAX_LEARNED = 5; // the most lessons of the session

/** Lists the items that the main agent of a session knew before a compaction, except those that the window shows. */
export function sessionKnowledge(store: Store, window: ContextWindow): FoundItem[] {
  const { sessionId, shown } = window;
  const told = knownBefore(store, window).map((id) => [id, TOLD] as const);
  const saved = store.column<string>(sql`
    select 'm' || id from memories where session_id = ${sessionId} and status = 'active'
    and category <> 'SESSION_SUMMARY' order by id desc limit ${MAX_SAVED}`);
  const learned = store.column<string>(sql`
    select 'g' || id from ghap where session_id = ${sessionId} and agent_id is null
    and status in ('confirmed', 'falsified') order by id desc limit ${MAX_LEARNED}`);
  const own = [...saved, ...learned].map((id) => [id, SAVED] as const);
  const scores = new Map([...told, ...own].filter(([id]) => !shown.has(id)));
  const hits = [...scores].flatMap(([id, score]) => {
    const item = parseItemId(id);
    return item === undefined ? [] : [{ ...item, id, score, why: [{ name: "this session", value: score }] }];
  });
  return [...openEntry(store, sessionId), ...describeHits(store, hits)];
}

function openEntry(store: Store, sessionId: string): FoundItem[] {
  const entry = activeGhap(store, { sessionId, agentId: null });
  if (entry === undefined) return [];
  const [goal, hypothesis, prediction] = [entry.goal, entry.hypothesis, entry.prediction]
    .map((text) => cutEnd(text, 140));
  return [{
    id: itemId({ kind: "ghap", ref: entry.id }),
    kind: "ghap",
    group: "open",
    source: "",
    text: `goal: ${goal}; hypothesis: ${hypothesis}; prediction: ${prediction}`,
    createdAt: entry.created_at,
    score: OPEN,
    why: [],
  }];
}
