import { assert } from "../_support/assert.ts";
import { runCoding, scoreCoding } from "./coding.ts";
import { CODING_SETS, type CodingSet } from "./coding_data.ts";
import { runLocomo } from "./locomo.ts";
import { readLocomo } from "./locomo_data.ts";
import { meanOf } from "./ranking_measures.ts";

/** What was reached; who falls further below than the tolerance has made search worse. */
interface Level {
  readonly tolerance: number;
  readonly least: Readonly<Record<string, number>>;
}

/** Of a coding set: by the own words of what was kept, and with its phrases. */
interface CodingLevel {
  readonly tolerance: number;
  readonly own: Level["least"];
  readonly phrases: Level["least"];
}

const levels: { readonly coding: Readonly<Record<string, CodingLevel>>; readonly locomo: Level } = JSON.parse(
  Deno.readTextFileSync(new URL("./baseline.json", import.meta.url)),
);

function assertReached(values: Readonly<Record<string, number>>, { tolerance, least }: Level): void {
  for (const [name, reached] of Object.entries(least)) {
    const value = values[name] ?? 0;
    assert(value >= reached - tolerance, `${name} is ${value.toFixed(3)} and was ${reached.toFixed(3)}`);
  }
}

for (const [name, read] of Object.entries(CODING_SETS)) {
  const { tolerance, own, phrases } = levels.coding[name]!;

  Deno.test(`search finds what answers a prompt of the ${name} coding set, and is silent where nothing does, as well as before`, () => {
    assertReached(coding(read(), false), { tolerance, least: own });
  });

  Deno.test(`search does as well as before on the ${name} coding set with phrases`, () => {
    assertReached(coding(read(), true), { tolerance, least: phrases });
  });
}

function coding(set: CodingSet, phrases: boolean): Record<string, number> {
  const { hit5, mrr, silent } = scoreCoding(runCoding(set, { phrases }));
  return { "hit@5": hit5, "MRR": mrr, "silence": silent };
}

const locomo = Deno.env.get("MNEME_LOCOMO");

Deno.test({
  name: "search ranks the turns of LoCoMo as well as before (MNEME_LOCOMO names its file)",
  // Its licence keeps it out of the repository.
  ignore: locomo === undefined,
  fn() {
    const { mneme } = runLocomo(readLocomo(locomo ?? ""));
    const turn = meanOf(mneme.map((answered) => answered.turn));
    const session = meanOf(mneme.map((answered) => answered.session));
    assertReached({
      "turn any@5": turn.any5,
      "turn recall@10": turn.recall10,
      "turn MRR": turn.reciprocalRank,
      "session any@5": session.any5,
    }, levels.locomo);
  },
});
