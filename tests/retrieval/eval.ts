// `deno task eval:retrieval`: how well search finds what it should in LoCoMo, which is read from the file that
// MNEME_LOCOMO names (https://github.com/snap-research/locomo, data/locomo10.json).
import { type Answered, readLocomo, runLocomo } from "./locomo.ts";
import { meanOf, notReached } from "./ranking_measures.ts";

const HEADER = "                     turn: any@5  any@10  recall@10    MRR   session: any@5  any@10";

function line(name: string, answered: readonly Answered[]): string {
  const turn = meanOf(answered.map((one) => one.turn));
  const session = meanOf(answered.map((one) => one.session));
  const cells = [turn.any5, turn.any10, turn.recall10, turn.reciprocalRank].map((value) => value.toFixed(3));
  return `${name.padEnd(20)} ${cells.map((cell) => cell.padStart(9)).join("")}` +
    `${session.any5.toFixed(3).padStart(17)}${session.any10.toFixed(3).padStart(9)}`;
}

function evaluateLocomo(path: string): boolean {
  const { mneme, plain } = runLocomo(readLocomo(path));
  console.log(`LoCoMo: ${mneme.length} questions, each of its own conversation, evidence normalised`);
  console.log(HEADER);
  console.log(line("plain FTS5 BM25", plain));
  console.log(line("mneme", mneme));
  for (const [index, name] of ["multi-hop", "temporal", "inference", "single-hop"].entries()) {
    console.log(line(`  ${name}`, mneme.filter(({ category }) => category === index + 1)));
  }
  for (const name of new Set(mneme.map(({ conversation }) => conversation))) {
    console.log(line(`  ${name}`, mneme.filter(({ conversation }) => conversation === name)));
  }
  const turn = meanOf(mneme.map((one) => one.turn));
  const session = meanOf(mneme.map((one) => one.session));
  const values = {
    "turn any@5": turn.any5,
    "turn recall@10": turn.recall10,
    "turn MRR": turn.reciprocalRank,
    "session any@5": session.any5,
  };
  const worse = notReached("locomo", values);
  for (const line of worse) console.log(line);
  return worse.length === 0;
}

const path = Deno.env.get("MNEME_LOCOMO");
if (path === undefined) console.log("LoCoMo: left out, as MNEME_LOCOMO does not name its file");
else if (!evaluateLocomo(path)) Deno.exit(1);
