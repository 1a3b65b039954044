/** A hit below it more likely does not answer than it does: silence is better. */
export const RELEVANCE_FLOOR = 0.35;
/** So many are shown though some are below the floor, if the best is above it: then the prompt is about what is known. */
export const COMPANIONS = 5;
/** What a companion has of the score of the best. */
const COMPANION_SHARE = 0.6;
/** Who has so much answers by itself: what is to stand beside it has to be nearer, though it be above the floor. */
const CLEAR_SCORE = 0.5;
const CLEAR_SHARE = 0.7;

/** Which scores may be shown. */
export interface Floor {
  readonly floor: number;
  /** What is shown depends on the best: up to so many may be nearly as good, and below the floor; absent: it does not. */
  readonly companions?: number;
  /** What has so much of the floor is told of, by number, beside what is shown; absent: nothing is. */
  readonly near?: number;
}

/**
 * From which of these scores on items are shown: at the floor where none reaches it, above it only beside one that
 * answers clearly.
 */
export function leastShown(scores: readonly number[], { floor, companions = 0 }: Floor): number {
  if (companions === 0) return floor;
  const ordered = [...scores].sort((a, b) => b - a);
  const best = ordered[0] ?? 0;
  if (best < floor) return floor;
  const least = Math.min(floor, Math.max(best * COMPANION_SHARE, ordered[companions - 1] ?? 0));
  return best < CLEAR_SCORE ? least : Math.max(least, best * CLEAR_SHARE);
}

/** What has so much of the floor may be what is meant, where the best that is shown is none that answers by itself. */
export const NEAR = 0.7;

/**
 * From which of these scores on items are told of that are a little too low to be shown. None are where nothing is shown,
 * as most prompts that meet silence have some, nor beside one that answers clearly.
 */
export function leastNear(scores: readonly number[], { floor, near }: Floor): number {
  const best = Math.max(0, ...scores);
  return near === undefined || best < floor || best >= CLEAR_SCORE ? Infinity : near * floor;
}

/** How a text begins tells what it is for; more of it is not read. */
const HEAD = 1000;
const STEP = 0.2;

const POLITE = wordsOf(
  "ok okay now then please pls next also and can could would you lets let's we i should want to i'd like",
);
const MAKES = wordsOf(
  "add write create design draft build make set implement brainstorm propose sketch prototype refactor rename format try " +
    "evaluate generate scaffold bump update upgrade translate idea concept draw sort show hide convert integrate plot " +
    "summarize summarise simplify shorten align",
);
const ASKS = wordsOf("why which again still our where how whats what's we");
/** Who asks what tells two things apart asks for what is in books, unless they are one's own. */
const TEACHES = wordsOf("difference unterschied");
const OURS = wordsOf("we our us");
const FAILS = wordsOf(
  "fail fails failed failing failure failures error errors exception broken breaks break crash crashes crashed wrong " +
    "stuck hang hangs flaky slow leak leaks timeout timeouts red refused denied missing bug bugs doesn't doesnt can't " +
    "cant cannot won't wont",
);

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/**
 * How much more a text has to share with an item that is to answer it: below 1 for one that asks, or tells of something
 * that fails, as both were met before; above 1 for one that begins something new, or wants to be taught. By words, as
 * the patterns for the same cost a hook half a millisecond.
 */
export function leanOf(text: string): number {
  const head = text.slice(0, HEAD).toLowerCase();
  const words = head.split(/[^a-z']+/).filter((word) => word !== "");
  const first = words.find((word) => !POLITE.has(word));
  const isOurs = words.some((word) => OURS.has(word));
  const teaches = !isOurs && (first === "explain" || words.some((word) => TEACHES.has(word)));
  const makes = teaches || first !== undefined && MAKES.has(first);
  const asks = !teaches && (isOurs || !head.includes("what does ")) &&
    (head.includes("?") || words.some((word) => ASKS.has(word)));
  return 1 + STEP * (Number(makes) - Number(asks) - Number(words.some((word) => FAILS.has(word))));
}
