// Finds items by words, for hooks, tools and commands: terms, their newest items, a pool of these, and its ranking.
import { type AskedTerm, askedTerms, MOST_SHARE, NAME_SHARE, NEXT_PHRASE, wordIn } from "../search/terms.ts";
import { type Rankable, type Ranked, rankItems } from "../search/rank.ts";
import { rankStatements, tellingWeight } from "../search/rank_statements.ts";
import { factParts, type ItemFacts } from "../search/scores.ts";
import { itemId, type ItemKind, type SearchHit, type SearchQuery } from "../search/search_types.ts";
import { BEHIND_PHRASES, sharesOf } from "./search_tables.ts";
import { every, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The number of items that are read per term (`postings`), and of those that are then ranked (`pool`). */
const SHALLOW = { postings: 64, pool: 48 };
/** The numbers for prompts and observations, which are ranked by their neighbours unless `isAlone` is set. */
const DEEP = { postings: 1000, pool: 1000 };

const MORE = 5; // the number of items that are ranked beyond the limit, because age and use may move some up

/** Finds the items of the project and the user that fit the query's text best. Reads a bounded number of rows. */
export function search(store: Store, query: SearchQuery): readonly SearchHit[] {
  const asking = askedTerms(query.text, (words) => sharesOf(store, words));
  if (asking.length === 0 || query.limit <= 0) return [];
  const partitions = partitionsFor(store, query.project, query.kinds);
  const limit = query.limit + MORE;
  const filters = filtersOf(query);
  const shelves = [...Map.groupBy(partitions, ({ kind }) => shelfOf(kind, query))].map(([shelf, own]) => {
    const depth = shelf === "said" ? DEEP : SHALLOW;
    const least = query.isWhole ? limit : 0;
    const place = { partitions: own, filters, limit: Math.max(least, depth.postings) };
    const all = own.reduce((sum, { items }) => sum + items, 0);
    const terms = weigh(postingsOf(store, asking, place), all);
    return { shelf, all, terms, pool: poolOf(terms, Math.max(least, depth.pool)) };
  });
  const pool = shelves.flatMap(({ pool }) => pool);
  if (pool.length === 0) return [];
  const items = readPool(store, pool);
  const hits = shelves.flatMap(({ shelf, all, terms }) => {
    const own = items.filter(({ kind }) => shelfOf(kind, query) === shelf);
    // Prompts and observations are ranked by their surroundings, everything else by itself.
    const best = shelf === "said" ? rankItems(own, terms, limit) : rankStatements(own, terms, { all, limit });
    return best.map((one) => hitOf(one, terms, query.now));
  });
  return hits.sort((a, b) => b.score - a.score).slice(0, query.limit);
}

/** Names the kinds searched together: among code and history, memories with a frequent word would not be found. */
function shelfOf(kind: ItemKind, { isAlone = false }: SearchQuery) {
  if (kind === "code") return "code";
  return !isAlone && (kind === "prompt" || kind === "observation") ? "said" : "stated";
}

/** The exponent of the weight that rare terms have; below 1, it brings the weights closer together. */
const RARITY = 0.85;
/** The share of its weight that a word loses if most texts in the world contain it; a rarer word loses less. */
const COMMON = 0.6; // fitted, as `RARITY` is (docs/decisions/search.md)

type WeighedPosting = Readonly<ReturnType<typeof weigh>[number]>;

/**
 * Gives rare terms more weight: `weight` for prompts and observations, `telling` for everything else. Drops an
 * identifier that no item holds, because its parts ask for the same.
 */
function weigh(postings: readonly Posting[], all: number) {
  const rarity = (frequency: number) => Math.log(1 + (all - frequency + 0.5) / (frequency + 0.5)) ** RARITY;
  return postings.filter(({ isWhole, frequency }) => !isWhole || frequency > 0).map((posting) => {
    const { frequency, share } = posting;
    const usual = 1 - COMMON * Math.log(share / NAME_SHARE) / Math.log(MOST_SHARE / NAME_SHARE);
    const weight = rarity(Math.min(frequency, all)) / rarity(0) * usual;
    return { ...posting, weight, telling: tellingWeight(posting, all) };
  });
}

/** Returns the items with the most weight of terms; items with frequent terms alone only fill the rest. */
function poolOf(postings: readonly WeighedPosting[], limit: number): number[] {
  const masses = new Map<number, number>();
  for (const { items, telling } of [...postings].sort((a, b) => b.telling - a.telling)) {
    const isOpen = masses.size < limit * 2;
    for (const item of items) {
      const mass = masses.get(item);
      if (mass !== undefined || isOpen) masses.set(item, (mass ?? 0) + telling);
    }
  }
  return [...masses.keys()].sort((a, b) => masses.get(b)! - masses.get(a)! || b - a).slice(0, limit);
}

function hitOf({ item, score, parts }: Ranked<PoolItem>, terms: readonly WeighedPosting[], now: Date) {
  const byFacts = factParts(score, item, now);
  const asked = terms.map(({ word }) => wordIn(item.partition, word)).join(" ");
  const ofPhrase = item.phrases.split(NEXT_PHRASE).includes(asked) ? Infinity : 0; // the query is its recall phrase
  return {
    id: itemId(item),
    item: item.id,
    kind: item.kind,
    ref: item.ref,
    score: byFacts.reduce((sum, { value }) => sum + value, score),
    held: terms.reduce((sum, one) => sum + (one.items.includes(item.id) ? one.telling : 0), ofPhrase),
    sessionId: item.session_id,
    createdAt: item.created_at,
    why: [...parts, ...byFacts],
  };
}

interface PoolItem extends Rankable, ItemFacts {
  readonly ref: number;
}

/** Reads these items with their indexed words, from the index's own table: five times as fast as through the index. */
function readPool(store: Store, items: readonly number[]): PoolItem[] {
  return store.all<PoolItem>(sql`
    select i.id, i.partition, i.kind, i.ref, i.session_id, i.position, i.created_at, c0 as title,
    c1 as body, c2 as attributes, substr(c3, 1, instr(c3, ${BEHIND_PHRASES}) - 2) as phrases, m.category,
    iif(m.author is null, 1, ${OF_OTHERS}) * m.confidence as confidence, m.use_count from search_items i
    join search_fts_content f on f.id = i.id left join memories m on i.kind = 'memory' and m.id = i.ref
    where i.id in ${list(items)}`);
}

/** Returns the conditions of a query's category and time for rows of `search_items`. */
export function filtersOf({ category, since }: SearchQuery): Sql[] {
  return [
    since !== undefined && sql`created_at >= ${since}`,
    category !== undefined &&
    sql`kind = 'memory' and ref in (select id from memories where category = ${category})`,
  ].filter((one) => one !== false);
}

const OF_OTHERS = 0.5; // the factor that ranks memories of other team members below the user's own

interface Posting extends AskedTerm {
  readonly items: readonly number[];
  /** The number of items that hold it: exact while few do, an estimate beyond. */
  readonly frequency: number;
}

/**
 * Returns each term's newest `limit` items of these partitions that pass the filters. One statement reads all terms,
 * because starting one costs as much as reading its rows. The plus keeps SQLite from asking the index item by item.
 */
function postingsOf(
  store: Store,
  terms: readonly AskedTerm[],
  { partitions, filters, limit }: {
    readonly partitions: readonly Partition[];
    readonly filters: readonly Sql[];
    readonly limit: number;
  },
): Posting[] {
  const matches = terms.map(({ word }) => partitions.map(({ id }) => `"${wordIn(id, word)}"`).join(" OR "));
  const newest = store.value<number>("select max(id) from search_items") ?? 0;
  const isFitting = filters.length === 0
    ? sql`true`
    : sql`+rowid in (select id from search_items where ${every(...filters)})`;
  const postings = store.column<string>(sql`
    select (select json_group_array(rowid) from (select rowid from search_fts where search_fts match value
    and ${isFitting} order by rowid desc limit ${limit})) from json_each(${matches}) order by key`);
  return terms.map((term, i) => {
    const items = JSON.parse(postings[i] ?? "[]") as number[];
    return { ...term, items, frequency: items.length < limit ? items.length : frequencyOf(items, newest) };
  });
}

/** Estimates the frequency of a frequent term by how close together its newest items lie. */
function frequencyOf(items: readonly number[], newest: number): number {
  const oldest = items.at(-1) ?? 1;
  return Math.max(items.length, Math.round(items.length * newest / (newest - oldest + 1)));
}

/** The items of one kind in one project; `items` is their number, and project '' holds the user's own. */
type Partition = Readonly<{ id: number; kind: ItemKind; items: number }>;

/** Returns the partitions of a project and of the user, of these kinds; `undefined` stands for all. */
export function partitionsFor(
  store: Store,
  project: string | undefined,
  kinds: readonly ItemKind[] | undefined,
): Partition[] {
  const isHere = every(
    project !== undefined && sql`project in (${project}, '')`,
    kinds !== undefined && sql`kind in ${list(kinds)}`,
  );
  return store.all<Partition>(sql`
    select id, kind, items from search_partitions where items > 0 and ${isHere} order by id`);
}
