import { assert, assertEquals } from "../../_support/assert.ts";
import { commonStems, indexedRelated } from "../../../src/search/word_lists.ts";
import { indexedText, MOST_SHARE, NAME_SHARE, termsOf, usualShare } from "../../../src/search/terms.ts";
import { rankItems } from "../../../src/search/rank.ts";
import { rankStatements, tellingWeight } from "../../../src/search/rank_statements.ts";

const COMMON = new Map(commonStems());

function statement(id: number, body: string) {
  const placed = { partition: 1, session_id: null, position: id, title: "", attributes: "", phrases: "" };
  return { id, ...placed, body: indexedText(1, body), related: indexedRelated(1, body) };
}

/** The items in their order, each with its score, in a store where nothing else is. */
function ranked(question: string, bodies: readonly string[]) {
  const items = bodies.map((body, i) => statement(i, body));
  const terms = termsOf(question).map((term) => {
    const held = items.filter(({ body, related }) =>
      `${body} ${related}`.split(" ").includes(`1_${term.word}`)
    );
    const telling = tellingWeight(
      { ...term, share: usualShare(term.word, COMMON), frequency: held.length },
      items.length,
    );
    return { word: term.word, telling, items: held.map(({ id }) => id) };
  });
  return rankStatements(items, terms, { all: items.length, limit: items.length });
}

Deno.test("rankStatements() takes one rare word for more than several everyday ones", () => {
  const [first] = ranked("please fix the test of the webhook today", [
    "what to fix first, and which test to run",
    "the webhook needs the raw body",
  ]);
  assertEquals(first?.item.id, 1);
});

Deno.test("rankStatements() finds an item by a word that is said for one of its own, and takes the word itself for more", () => {
  const [first, second, none] = ranked("which database", [
    "orders are kept in Postgres",
    "the database is kept in the attic",
    "orders are kept forever",
  ]);
  assertEquals([first?.item.id, second?.item.id], [1, 0]);
  assert((second?.score ?? 0) > 0 && none?.score === 0);
});

Deno.test("rankStatements() gives a long prompt about a thing a score near that of a short one", () => {
  const body = "Guest carts live in Redis for fourteen days";
  const short = ranked("guest carts in redis?", [body])[0]?.score ?? 0;
  const long = ranked(
    "hi, I talked with Sandra and she says people lose things in the evening, please look at what becomes of guest " +
      "carts in redis, explain it first and change nothing yet, then we see what to do about the complaints",
    [body],
  )[0]?.score ?? 0;
  assert(long > short * 0.7, `${long} of ${short}`);
});

Deno.test("rankStatements() counts two words that stand together on both sides for more", () => {
  const apart = ranked("hard fault", ["a fault of the disk, which was hard"])[0];
  const together = ranked("hard fault", ["the disk which was of a hard fault"])[0];
  assert((together?.score ?? 0) > (apart?.score ?? 0));
  assert(together?.parts.some(({ name }) => name === "phrase"));
  const both = ranked("hard fault", ["hard fault hard disk"])[0];
  assertEquals(both?.score, ranked("hard fault", ["hard fault disk hard"])[0]?.score);
});

Deno.test("a name tells more than a word of some texts, that more than one of many, the least one of most", () => {
  const shares = ["nordwind", "curv", "page", "after"].map((stem) => usualShare(stem, COMMON));
  assertEquals(shares, [...shares].sort((a, b) => a - b));
  assertEquals(new Set(shares).size, 4);
  assert(["7", "x"].every((word) => usualShare(word, COMMON) > usualShare("nordwind", COMMON)));
});

Deno.test("what only bends a Japanese word tells no more than an everyday word", () => {
  const shares = ["でき", "ます", "キー", "請求"].map((word) => usualShare(word, COMMON));
  assertEquals(shares, [MOST_SHARE, MOST_SHARE, NAME_SHARE, NAME_SHARE]);
});

Deno.test("everyday words of other languages tell less than names", () => {
  for (const { word } of termsOf("bereits nochmal encore también ancora altijd")) {
    assert(usualShare(word, COMMON) > NAME_SHARE, word);
  }
});

Deno.test("a word that no item holds tells most, and less the more of them hold it", () => {
  const weights = [0, 1, 10, 100].map((frequency) =>
    tellingWeight({ isWhole: false, share: NAME_SHARE, frequency }, 100)
  );
  assertEquals(weights[0], 1);
  assertEquals(weights, [...weights].sort((a, b) => b - a));
});

Deno.test("rankItems() counts two words that stand together once, however often an item repeats them", () => {
  const items = ["checkout test ".repeat(20), "a proxy of the test has a timeout at checkout"];
  const terms = termsOf("checkout test timeout proxy").map(({ word }) => ({ word, weight: 0.5 }));
  assertEquals(rankItems(items.map((body, id) => statement(id, body)), terms, 1)[0]?.item.id, 1);
});
