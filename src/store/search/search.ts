import { isCommon } from "../../core/search/common_words.ts";
import { askedTerms } from "../../core/search/question.ts";
import { type Ranked, rankItems } from "../../core/search/rank.ts";
import { rankStatements, tellingWeight } from "../../core/search/rank_statements.ts";
import {
  ID_LETTERS,
  type ItemKind,
  type SearchHit,
  type SearchQuery,
} from "../../core/search/search_types.ts";
import type { Store } from "../store.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { type Partition, partitionsFor } from "./partitions.ts";
import { type Posting, postingsOf } from "./postings.ts";

/** How many items are read per term, and how many are then looked at closely: those that hold most of what is asked. */
interface Depth {
  readonly postings: number;
  readonly pool: number;
}

const SHALLOW: Depth = { postings: 64, pool: 48 };
/** What was said and done is told by what stands around it, and is not asked for by hooks. */
const DEEP: Depth = { postings: 1000, pool: 1000 };
const DEEP_KINDS: readonly ItemKind[] = ["prompt", "observation"];

/**
 * What answers the question best, best first: items of the project and the user's own, never of another project.
 * Any text is a safe question; nothing asked, nothing found. Reads a bounded number of rows.
 */
export function search(store: Store, query: SearchQuery): readonly SearchHit[] {
  const terms = askedTerms(query.text);
  if (terms.length === 0 || query.limit <= 0) return [];
  const partitions = partitionsFor(store, query.project, query.kinds);
  if (partitions.length === 0) return [];
  const depth = partitions.some(({ kind }) => DEEP_KINDS.includes(kind)) ? DEEP : SHALLOW;
  const weighed = weigh(postingsOf(store, terms, { partitions, limit: depth.postings }), partitions);
  const pool = poolOf(weighed, depth.pool);
  if (pool.length === 0) return [];
  return rank(candidatesOf(store, pool, query), weighed, sizeOf(partitions)).slice(0, query.limit).map(hitOf);
}

/** What was said and done by what stands around it, everything else by itself. */
function rank(
  candidates: readonly Candidate[],
  terms: readonly WeighedPosting[],
  all: number,
): Ranked<Candidate>[] {
  const isSaid = ({ kind }: Candidate) => DEEP_KINDS.includes(kind);
  const said = candidates.filter(isSaid);
  const stated = rankStatements(candidates.filter((candidate) => !isSaid(candidate)), terms, all);
  return said.length === 0
    ? stated
    : [...stated, ...rankItems(said, terms)].sort((a, b) => b.score - a.score);
}

/** How much more a rare term tells than a frequent one. */
const RARITY = 0.7;
/** How much of its weight an everyday word keeps. */
const COMMON = 0.5;

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
  return postings.filter(({ isWhole, frequency }) => !isWhole || frequency > 0).map((posting) => ({
    ...posting,
    weight: rarity(Math.min(posting.frequency, all), all) / most * (isCommon(posting.word) ? COMMON : 1),
    telling: tellingWeight(posting, all),
  }));
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

function hitOf({ item, score, parts }: Ranked<Candidate>): SearchHit {
  return {
    id: `${ID_LETTERS[item.kind]}${item.ref}`,
    kind: item.kind,
    ref: item.ref,
    score,
    sessionId: item.session_id,
    createdAt: item.created_at,
    why: parts,
  };
}
