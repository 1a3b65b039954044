import { ruledExpectation } from "../../src/core/ghap/expectation.ts";
import { readPrediction } from "../../src/core/ghap/prediction_clauses.ts";
import { likelihoodsOf } from "../../src/core/ghap/second_reader.ts";
import { agreed, isShort } from "../../src/core/ghap/two_readers.ts";
import { fitReader, randomFrom, shuffled } from "./fit_reader.ts";
import { type Labelled, readRuled, readSaid } from "./labelled.ts";

const FOLDS = 5;

type Expectation = Labelled["expects"];

/** Prints how the predictions that people wrote are read, each by a second reader that has not seen it. */
function main(): void {
  const ruled = readRuled();
  const folds = shuffled(readSaid(), randomFrom(7)).map((row, i) => ({ row, fold: i % FOLDS }));
  const alone: [Labelled, Expectation][] = [];
  const both: [Labelled, Expectation][] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitReader([...ruled, ...folds.filter((one) => one.fold !== fold).map(({ row }) => row)]);
    for (const { row } of folds.filter((one) => one.fold === fold)) {
      const said = ruledExpectation(readPrediction(row.prediction), row.kind);
      alone.push([row, said]);
      const likelihoods = likelihoodsOf(row.prediction, row.kind, (sign) => weights.get(sign));
      both.push([row, isShort(row.prediction) ? said : agreed(said, likelihoods)]);
    }
  }
  console.log(`predictions as people wrote them: ${folds.length}`);
  report("rules alone", alone);
  report("two readers", both);
}

function report(name: string, rows: readonly [Labelled, Expectation][]): void {
  const share = (count: number) => `${(100 * count / rows.length).toFixed(1)} %`;
  const count = (test: (expects: Expectation, said: Expectation) => boolean) =>
    share(rows.filter(([{ expects }, said]) => test(expects, said)).length);
  console.log([
    name.padEnd(12),
    `right ${count((expects, said) => expects === said)}`,
    `the wrong way round ${
      count((expects, said) => expects !== said && expects !== "unclear" && said !== "unclear")
    }`,
    `said of what is open ${count((expects, said) => expects === "unclear" && said !== "unclear")}`,
    `left open ${count((expects, said) => expects !== "unclear" && said === "unclear")}`,
  ].join("   "));
}

main();
