import { DEFAULT_SETTINGS } from "../../src/base/settings.ts";
import { CONTEXT_KINDS } from "../../src/store/item_details.ts";
import { promptLines } from "../../src/store/prompt_lines.ts";
import { search } from "../../src/store/search.ts";
import { startContext } from "../../src/store/start_context.ts";
import { MAX_REPLY_UNITS } from "../../src/wire/reply.ts";
import { CODING_SETS, type CodingItem, type CodingQuery, type CodingSet } from "./coding_data.ts";
import { CODING_NOW, CodingStore, rootOf } from "./coding_store.ts";

const FIRST = 5; // an answer counts among so many

/** A prompt that something answers, with the names of the first items that a search without a floor finds. */
export interface Searched {
  readonly query: CodingQuery;
  readonly found: readonly string[];
}

/** Searches for each prompt that something answers, in its own project. */
export function searchCoding(set: CodingSet, options: { readonly phrases: boolean }): Searched[] {
  using loaded = new CodingStore(set, options);
  return set.queries.filter(({ answers }) => answers.length > 0).map((query) => {
    const project = rootOf(query.project) ?? undefined;
    const asked = { text: query.text, project, kinds: CONTEXT_KINDS, limit: FIRST, now: CODING_NOW };
    return { query, found: search(loaded.store, asked).map(({ id }) => loaded.names.get(id) ?? id) };
  });
}

/** The share of these prompts that have an answer among the first. */
export function anyAt5(searched: readonly Searched[]): number {
  return searched.filter((one) => isFound(one)).length / searched.length;
}

export function isFound({ query, found }: Searched): boolean {
  return found.some((name) => query.answers.includes(name));
}

function startIn(loaded: CodingStore, project: string) {
  const room = { maxUnits: MAX_REPLY_UNITS, command: "mneme", now: CODING_NOW };
  const session = { sessionId: "new", project, cwd: null };
  return startContext(loaded.store, { ...room, session, settings: DEFAULT_SETTINGS.hooks.session_start });
}

/** What a session is told at its start, in each project of a set; `rest`: titles for which there was no room. */
export function tellStarts(set: CodingSet) {
  using loaded = new CodingStore(set, { phrases: true });
  return [...new Set(set.items.map(({ project }) => project))].flatMap((name) => {
    const start = startIn(loaded, rootOf(name) ?? "");
    if (rootOf(name) === null || start === undefined) return [];
    const { contents, rules, text, tokenCount } = start;
    const { covered = [], total = 0 } = rules ?? {};
    const [titles, rest] = [contents?.ids.length ?? 0, contents?.rest ?? 0];
    return [{ name, titles, rest, rules: covered.length, allRules: total, text, tokens: tokenCount }];
  });
}

/**
 * Makes one project of several sets, and tells each prompt what the start of its session had no room for. `reach`: the share
 * of the prompts that something answers of which an answer was told at the start or with the prompt; `silent`: of the others,
 * the share that was told nothing.
 */
export function tellPrompts(names: readonly (keyof typeof CODING_SETS)[], phrases: boolean) {
  const set = inOne(names.map((name) => CODING_SETS[name]()));
  using loaded = new CodingStore(set, { phrases, isOneProject: true });
  const project = rootOf(ONE) ?? "";
  const { contents, rules } = startIn(loaded, project) ?? {};
  const ids = new Set([...contents?.ids ?? [], ...(rules?.covered ?? []).map(({ id }) => id)]);
  const known = {
    sessionId: "new",
    agentId: null,
    number: 0,
    since: new Date().toISOString(),
    shown: new Set<string>(),
    excluded: new Set<string>(),
    told: ids,
  };
  const nameOf = (id: string) => loaded.names.get(id) ?? id;
  const atStart = [...ids].map(nameOf);
  const all = set.queries.map((query) => {
    const told = promptLines(loaded.store, query.text, { project, known, now: CODING_NOW });
    const reached = [...atStart, ...told.items.map(({ id }) => nameOf(id))];
    const isReached = query.answers.some((name) => reached.includes(name));
    return { query, isReached, lines: told.items.length, tokens: told.tokenCount };
  });
  const [answered, others] = [true, false].map((isAnswered) =>
    all.filter(({ query }) => query.answers.length > 0 === isAnswered)
  ) as [typeof all, typeof all];
  const mean = (of: (one: typeof all[number]) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return {
    items: set.items.length,
    titles: contents?.ids.length ?? 0,
    reach: answered.filter(({ isReached }) => isReached).length / answered.length,
    answerable: answered.length,
    silent: others.filter(({ lines }) => lines === 0).length / others.length,
    others: others.length,
    tokens: mean(({ tokens }) => tokens),
    lines: mean(({ lines }) => lines),
  };
}

const ONE = "shop";

/** Values are rules, which no prompt is told. */
function inOne(sets: readonly CodingSet[]): CodingSet {
  const items = sets.flatMap(({ items }) => items).filter(({ kind }) => kind !== "value");
  const each = new Map<string, CodingItem>(items.map((item) => [item.id, { ...item, project: ONE }]));
  return { items: [...each.values()], queries: sets.flatMap(({ queries }) => queries) };
}
