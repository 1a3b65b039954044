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
