import type { Settings } from "../base/settings.ts";
import type { SessionKey } from "../base/writes.ts";
import { type ContentsBlock, contentsBlock } from "../session/contents.ts";
import {
  type CountedLines,
  DETAILED_SESSIONS,
  FRAME_UNITS,
  frameTokens,
  lightContext,
  type RecentSession,
  type RuleBlock,
  ruleBlock,
  sessionsThatMatter,
  SHORTEST_TOKENS,
} from "../session/light_context.ts";
import { countRules, standingRules } from "./at_start.ts";
import { contentsOf } from "./contents.ts";
import { changedFiles, recentSessions } from "./sessions.ts";
import type { Store } from "./store.ts";

const RECENT_SESSIONS = 5;

interface Room {
  /** The most UTF-16 units of the block. */
  readonly maxUnits: number;
  /** The command that starts `mneme` in a shell. */
  readonly command: string;
  readonly now: Date;
}

interface StartRequest extends Room {
  readonly session: SessionKey;
  readonly settings: Pick<
    Settings["hooks"]["session_start"],
    "inject_light_context" | "token_budget" | "contents_budget"
  >;
  /** Ids that this context window was told before, by title or whole. */
  readonly known?: ReadonlySet<string> | undefined;
  /**
   * The units of `maxUnits` that contents and sessions must leave to another text of the reply; only the rules may use
   * them.
   */
  readonly reservedUnits?: number;
}

/** The block that a session or a subagent is told at its start. */
export type StartContext = NonNullable<ReturnType<typeof blockOf>>;

/**
 * Assembles what a session is told at its start. Room goes first to the rules, whole, then to the contents, a
 * line for each item, then to the last sessions that matter. Returns `undefined` for nothing.
 */
export function startContext(
  store: Store,
  { session, settings, ...request }: StartRequest,
): StartContext | undefined {
  const { token_budget: tokenBudget, contents_budget: contentsBudget, inject_light_context } = settings;
  if (!inject_light_context) return undefined;
  const sessions = sessionsThatMatter(recentSessions(store, session), RECENT_SESSIONS).map((one, i) =>
    i < DETAILED_SESSIONS ? { ...one, changed: changedFiles(store, one.id) } : one
  );
  return blockOf(store, { ...request, project: session.project, sessions, tokenBudget, contentsBudget });
}

/** Assembles what a subagent is told: the rules, then the contents in what they leave of one budget. */
export function helperContext(
  store: Store,
  { contents_budget, ...request }: Room & { readonly project: string; readonly contents_budget: number },
): StartContext | undefined {
  return blockOf(store, { ...request, sessions: [], tokenBudget: contents_budget });
}

interface BlockRequest extends Room, Pick<StartRequest, "known" | "reservedUnits"> {
  readonly project: string;
  readonly sessions: readonly RecentSession[];
  /** The budget of rules and sessions. */
  readonly tokenBudget: number;
  /** By default, what the rules leave of `tokenBudget`. */
  readonly contentsBudget?: number;
}

function blockOf(store: Store, request: BlockRequest) {
  const { project, sessions, tokenBudget, reservedUnits = 0, ...whole } = request;
  const count = countRules(store, project);
  const limit = Math.ceil(tokenBudget / SHORTEST_TOKENS); // more of them would not fit
  const rules = count === 0
    ? undefined
    : ruleBlock(standingRules(store, project, limit), { ...whole, tokenBudget, count });
  const room = { ...whole, maxUnits: whole.maxUnits - reservedUnits };
  const left = request.contentsBudget ?? tokenBudget - frameTokens() - (rules?.tokenCount ?? 0);
  const contents = contentsIn(store, { ...room, project, rules, tokenBudget: left });
  const light = lightContext(sessions, { ...room, rules: linesOf(rules, contents), contents, tokenBudget });
  return light && { ...light, rules, contents };
}

/** Adds a line that counts the rules without room: the contents tell their titles, or a command lists them. */
function linesOf(
  rules: RuleBlock | undefined,
  contents: ContentsBlock | undefined,
): CountedLines | undefined {
  if (rules === undefined || rules.restLine === "") return rules;
  const isTold = rules.omitted?.every((id) => contents?.ids.includes(id)) ?? false;
  const rest = isTold ? `- ${rules.omitted?.length} more, by their titles below` : rules.restLine;
  return { lines: [...rules.lines, rest], tokenCount: rules.tokenCount };
}

/** Hardly any project has shorter lines on average; the number bounds how many items are read. */
const SHORTEST_LINE_TOKENS = 12;

/**
 * Returns the contents that fit beside the rules: those that a new window gets, without the items that this window
 * knows.
 */
function contentsIn(
  store: Store,
  { project, tokenBudget, maxUnits, command, known, rules }:
    & Omit<BlockRequest, "sessions">
    & { readonly rules: RuleBlock | undefined },
): ContentsBlock | undefined {
  if (tokenBudget <= 0) return undefined;
  const covered = new Set((rules?.covered ?? []).map(({ id }) => id));
  const limit = Math.ceil(tokenBudget / SHORTEST_LINE_TOKENS);
  const contents = contentsOf(store, project, { known: covered, limit });
  const units = [...rules?.lines ?? [], rules?.restLine ?? ""]
    .reduce((sum, line) => sum + line.length + 1, FRAME_UNITS);
  const room = { tokenBudget, maxUnits: maxUnits - units, command };
  const whole = contentsBlock(contents, room);
  if (known === undefined || !whole?.ids.some((id) => known.has(id))) return whole;
  const items = contents.items.filter(({ id }) => whole.ids.includes(id) && !known.has(id));
  return contentsBlock({ items, total: items.length + whole.rest }, room);
}
