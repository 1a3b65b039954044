// `deno task eval:retrieval`: how well search finds what it should in LoCoMo, which is read from the file that
// MNEME_LOCOMO names (https://github.com/snap-research/locomo, data/locomo10.json).
import { askLocomo, MnemeSearch, PlainSearch, readLocomo } from "./locomo.ts";
import { meanOf, notReached } from "./ranking_measures.ts";

const path = Deno.env.get("MNEME_LOCOMO");
if (path === undefined) {
  console.log("LoCoMo: left out, as MNEME_LOCOMO does not name its file");
  Deno.exit();
}
const conversations = readLocomo(path);
let worse: string[] = [];
for (const [name, Searcher] of Object.entries({ "plain FTS5 BM25": PlainSearch, "mneme": MnemeSearch })) {
  const answered = askLocomo(conversations, Searcher);
  const [turn, session] = [
    meanOf(answered.map((one) => one.turn)),
    meanOf(answered.map((one) => one.session)),
  ];
  const values = {
    "turn any@5": turn.any5,
    "turn any@10": turn.any10,
    "turn recall@10": turn.recall10,
    "turn MRR": turn.reciprocalRank,
    "session any@5": session.any5,
  };
  const cells = Object.entries(values).map(([key, value]) => `${key} ${value.toFixed(3)}`);
  console.log(`${name.padEnd(16)} ${cells.join("  ")}  (${answered.length} questions)`);
  worse = notReached("locomo", values); // of mneme, which is last
}
for (const line of worse) console.log(line);
Deno.exit(worse.length === 0 ? 0 : 1);
