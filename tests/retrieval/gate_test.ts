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

const levels: Readonly<Record<"coding" | "blind" | "third" | "fourth" | "locomo", Level>> = JSON.parse(
  Deno.readTextFileSync(new URL("./baseline.json", import.meta.url)),
);

function assertReached(values: Readonly<Record<string, number>>, { tolerance, least }: Level): void {
  for (const [name, reached] of Object.entries(least)) {
    const value = values[name] ?? 0;
    assert(value >= reached - tolerance, `${name} is ${value.toFixed(3)} and was ${reached.toFixed(3)}`);
  }
}

Deno.test("search finds what answers a coding prompt, and is silent where nothing does, as well as before", () => {
  assertReached(coding(CODING_SETS.first()), levels.coding);
});

Deno.test("search does as well as before on the coding set that it was not tuned by", () => {
  assertReached(coding(CODING_SETS.blind()), levels.blind);
});

Deno.test("search does as well as before on the third coding set", () => {
  assertReached(coding(CODING_SETS.third()), levels.third);
});

Deno.test("search does as well as before on the fourth coding set", () => {
  assertReached(coding(CODING_SETS.fourth()), levels.fourth);
});

function coding(set: CodingSet): Record<string, number> {
  const { hit5, mrr, silent } = scoreCoding(runCoding(set));
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
