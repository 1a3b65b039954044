import { fileName } from "../../core/context/file_key.ts";
import { MOST_SHARE, NAME_SHARE } from "../../core/search/common_words.ts";
import { leanOf } from "../../core/search/lean.ts";
import { type AskedTerm, askedTerms } from "../../core/search/question.ts";
import { type Ranked, rankItems } from "../../core/search/rank.ts";
import { rankStatements, tellingWeight } from "../../core/search/rank_statements.ts";
import {
  ID_LETTERS,
  type ItemKind,
  type SearchHit,
  type SearchQuery,
} from "../../core/search/search_types.ts";
import { standingParts } from "../../core/search/standing.ts";
import type { Store } from "../store.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { type Partition, partitionsFor } from "./partitions.ts";
import { type Posting, postingsOf } from "./postings.ts";
import { sharesOf } from "./word_shares.ts";

/** How many items are read per term, and how many are then looked at closely: those that hold most of what is asked. */
interface Depth {
  readonly postings: number;
  readonly pool: number;
}

/** Ranked beyond what is asked for: age and use may bring them up. */
const MORE = 5;

const SHALLOW: Depth = { postings: 64, pool: 48 };
/** What was said and done is told by what stands around it, unless it is to stand alone, as hooks want it. */
const DEEP: Depth = { postings: 1000, pool: 1000 };

/**
 * What answers the question best, best first: items of the project and the user's own, never of another project.
 * Any text is a safe question; nothing asked, nothing found. Reads a bounded number of rows.
 */
export function search(store: Store, query: SearchQuery): readonly SearchHit[] {
  const asked = [...(query.files ?? []).map(fileName), query.text].join(" ");
  const terms = askedTerms(asked, (words) => sharesOf(store, words));
  if (terms.length === 0 || query.limit <= 0) return [];
  const shelfOf = query.isAlone ? shelfAlone : usualShelf;
  const shelves = shelvesOf(partitionsFor(store, query.project, query.kinds), shelfOf).map((shelf) =>
    searchShelf(store, terms, shelf)
  );
  const pool = shelves.flatMap(({ pool }) => pool);
  if (pool.length === 0) return [];
  const candidates = candidatesOf(store, pool, query);
  const lean = leanOf(query.text);
  const ranked = shelves.flatMap((shelf) => {
    const own = candidates.filter(({ kind }) => shelfOf(kind) === shelf.shelf);
    return rankShelf(own, shelf, { limit: query.limit + MORE, lean });
  });
  const hits = ranked.map((one) => hitOf(one, query.now));
  return hits.sort((a, b) => b.score - a.score).slice(0, query.limit);
}

/**
 * Kinds that are searched together. Apart, since a word that is frequent in thousands of functions or steps may be rare
 * in what is remembered, and the newest of those that hold it would be functions and steps alone.
 */
type Shelf = "said" | "code" | "stated";

const SHELVES: Readonly<Partial<Record<ItemKind, Shelf>>> = {
  prompt: "said",
  observation: "said",
  code: "code",
};

function usualShelf(kind: ItemKind): Shelf {
  return SHELVES[kind] ?? "stated";
}

function shelfAlone(kind: ItemKind): Shelf {
  const shelf = usualShelf(kind);
  return shelf === "said" ? "stated" : shelf;
}

interface OpenShelf {
  readonly shelf: Shelf;
  readonly partitions: readonly Partition[];
}

function shelvesOf(partitions: readonly Partition[], shelfOf: (kind: ItemKind) => Shelf): OpenShelf[] {
  const shelves = new Map<Shelf, Partition[]>();
  for (const partition of partitions) {
    const shelf = shelfOf(partition.kind);
    shelves.set(shelf, [...shelves.get(shelf) ?? [], partition]);
  }
  return [...shelves].map(([shelf, partitions]) => ({ shelf, partitions }));
}

interface SearchedShelf extends OpenShelf {
  readonly terms: readonly WeighedPosting[];
  readonly pool: readonly number[];
}

function searchShelf(store: Store, terms: readonly AskedTerm[], open: OpenShelf): SearchedShelf {
  const { shelf, partitions } = open;
  const { postings, pool } = shelf === "said" ? DEEP : SHALLOW;
  const weighed = weigh(postingsOf(store, terms, { partitions, limit: postings }), partitions);
  return { ...open, terms: weighed, pool: poolOf(weighed, pool) };
}

/** What was said and done by what stands around it, everything else by itself. */
function rankShelf(
  candidates: readonly Candidate[],
  { shelf, partitions, terms }: SearchedShelf,
  { limit, lean }: { readonly limit: number; readonly lean: number },
): Ranked<Candidate>[] {
  return shelf === "said"
    ? rankItems(candidates, terms, limit)
    : rankStatements(candidates, terms, { all: sizeOf(partitions), limit, lean });
}

/** How much more a rare term tells than a frequent one. */
const RARITY = 0.85;
/** How much of its weight a word loses that stands in most texts of all projects; one in fewer loses less. */
const COMMON = 0.6;

interface WeighedPosting extends Posting {
  /** For what was said and done. */
  readonly weight: number;
  /** For everything else. */
  readonly telling: number;
}

/**
 * The rarer, the more it tells; everyday words tell less. The whole of an identifier that nothing holds asks for no
 * more than its parts.
 */
function weigh(postings: readonly Posting[], partitions: readonly Partition[]): WeighedPosting[] {
  const all = sizeOf(partitions);
  const most = rarity(0, all);
  return postings.filter(({ isWhole, frequency }) => !isWhole || frequency > 0).map((posting) => {
    const { word, isWhole, count, share, items, frequency } = posting;
    const weight = rarity(Math.min(frequency, all), all) / most * kept(share);
    return { word, isWhole, count, share, items, frequency, weight, telling: tellingWeight(posting, all) };
  });
}

function kept(share: number): number {
  return 1 - COMMON * Math.log(share / NAME_SHARE) / Math.log(MOST_SHARE / NAME_SHARE);
}

function sizeOf(partitions: readonly Partition[]): number {
  return partitions.reduce((sum, { items }) => sum + items, 0);
}

function rarity(frequency: number, all: number): number {
  return Math.log(1 + (all - frequency + 0.5) / (frequency + 0.5)) ** RARITY;
}

/** The items that hold most of what is asked, the rarest terms first: those of frequent ones only fill what is left. */
function poolOf(postings: readonly WeighedPosting[], limit: number): number[] {
  const masses = new Map<number, number>();
  for (const { items, telling } of [...postings].sort((a, b) => b.telling - a.telling)) {
    const isOpen = masses.size < limit * 2;
    for (const item of items) {
      const mass = masses.get(item);
      if (mass !== undefined) masses.set(item, mass + telling);
      else if (isOpen) masses.set(item, telling);
    }
  }
  return [...masses.keys()].sort((a, b) => masses.get(b)! - masses.get(a)! || b - a).slice(0, limit);
}

function hitOf({ item, score, parts }: Ranked<Candidate>, now: Date): SearchHit {
  const standing = standingParts(score, item, now);
  let sum = score;
  for (const { value } of standing) sum += value;
  return {
    id: `${ID_LETTERS[item.kind]}${item.ref}`,
    kind: item.kind,
    ref: item.ref,
    score: sum,
    sessionId: item.session_id,
    createdAt: item.created_at,
    why: [...parts, ...standing],
  };
}
