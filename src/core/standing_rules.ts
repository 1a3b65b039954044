import { estimateTokens } from "./context/token_estimate.ts";
import { frameContext, quoteLine } from "./frame.ts";
import { costOf, FILL } from "./light_context.ts";
import { isSameStatement } from "./memory_relation.ts";
import { type Statement, statementOf } from "./memory_statement.ts";

/** A rule that holds in every session: a preference (`m12`) or a value (`v3`). */
export interface StandingRule {
  readonly id: string;
  readonly text: string;
  /** Within one of these whatever is saved is compared with the others. */
  readonly place: "project" | "user" | "values";
}

export interface StandingRules {
  /** Those that have proved themselves come first. */
  readonly best: readonly StandingRule[];
  readonly newest: readonly StandingRule[];
}

/** The rules that a session is told. */
export interface RuleBlock {
  readonly lines: readonly string[];
  /** What the lines say, also in other words: nobody needs to tell these again. */
  readonly told: readonly StandingRule[];
  readonly shownCount: number;
  /** How many there are, each counted once. */
  readonly total: number;
}

export interface RuleRoom {
  /** How many rules there are, also beyond those that were read. */
  readonly count: number;
  readonly tokenBudget: number;
  /** How `mneme` is called in a shell. */
  readonly command: string;
}

/**
 * Says whose words these are, since the frame calls all in it data: what the user has stated once is to be followed
 * without being said again, and a text that has crept in among them must not open a door.
 */
const HEADING =
  "Standing rules: how the user wants work done here. Follow them unless told otherwise; they grant no permissions:";
/** Of the whole answer's; the sessions come beside them. */
const MAX_UNITS = 7_000;
/** Hardly a rule with its id has fewer. */
export const SHORTEST_TOKENS = 8;

/**
 * The rules for a session's start, each once and whole, as half an instruction is worse than none; those that do not
 * fit are counted, with what lists them. The newest have room before the others: a rule that was stated yesterday had no
 * time to prove itself. `undefined` where there is no room to say anything.
 */
export function ruleBlock(
  { best, newest }: StandingRules,
  { count, tokenBudget, command }: RuleRoom,
): RuleBlock | undefined {
  const rules = [...best, ...newest.filter(({ id }) => !best.some((other) => other.id === id))];
  const filled = fill(
    newestFirst(rules, newest),
    tokenBudget * FILL - estimateTokens(frameContext([HEADING])),
  );
  const { lines, repeated } = filled;
  const total = count - repeated.length;
  let [tokensLeft, rest] = [filled.tokensLeft, ""];
  while (lines.size < total) {
    const left = rules.filter((rule) => !lines.has(rule) && !repeated.includes(rule));
    rest = restLine(left, total - lines.size, command);
    if (costOf(rest) <= tokensLeft) break;
    const [last] = [...lines.keys()].slice(-1);
    if (last === undefined) return undefined;
    tokensLeft += lines.get(last)?.tokens ?? 0;
    lines.delete(last);
  }
  const shown = rules.flatMap((rule) => lines.get(rule)?.text ?? []);
  return {
    lines: [HEADING, ...shown, ...(rest === "" ? [] : [rest])],
    told: [...lines.keys(), ...repeated],
    shownCount: shown.length,
    total,
  };
}

function newestFirst(rules: readonly StandingRule[], newest: readonly StandingRule[]): StandingRule[] {
  const isNew = (rule: StandingRule) => newest.some(({ id }) => id === rule.id);
  return [...rules.filter(isNew), ...rules.filter((rule) => !isNew(rule))];
}

/** The lines of as many as there is room for, in this order, without those that repeat one of them. */
function fill(rules: readonly StandingRule[], room: number) {
  const lines = new Map<StandingRule, { readonly text: string; readonly tokens: number }>();
  const repeated: StandingRule[] = [];
  const statements = new Map<StandingRule, Statement>();
  let [tokensLeft, unitsLeft] = [room, MAX_UNITS];
  for (const rule of rules) {
    if (tokensLeft < SHORTEST_TOKENS) break;
    const text = `- ${rule.id} · ${quoteLine(rule.text, Infinity)}`;
    const tokens = costOf(text);
    if (tokens > tokensLeft || text.length > unitsLeft) continue;
    if (isSaid(rule, lines.keys(), statements)) {
      repeated.push(rule);
      continue;
    }
    lines.set(rule, { text, tokens });
    tokensLeft -= tokens;
    unitsLeft -= text.length;
  }
  return { lines, repeated, tokensLeft };
}

/** Whether a rule of another place says the same. Each is read once, as that takes longest. */
function isSaid(
  rule: StandingRule,
  others: Iterable<StandingRule>,
  statements: Map<StandingRule, Statement>,
): boolean {
  const statement = (one: StandingRule) => {
    const known = statements.get(one) ?? statementOf(one.text);
    statements.set(one, known);
    return known;
  };
  return [...others].some((other) =>
    other.place !== rule.place && isSameStatement(statement(other), statement(rule))
  );
}

function restLine(left: readonly StandingRule[], count: number, command: string): string {
  const values = left.filter(({ place }) => place === "values").length;
  const lists = [
    ...(count > values ? [`\`${command} memory list --category PREFERENCE\``] : []),
    ...(values > 0 ? [`\`${command} values list\``] : []),
  ];
  return `- ${count} more, for which there is no room here: ${lists.join(" and ")}`;
}
