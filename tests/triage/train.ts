import { encodeWeight } from "../../src/core/triage/load_model.ts";
import { loadAllCues } from "../../src/core/triage/languages.ts";
import { LEARNT_CATEGORIES } from "../../src/core/triage/model.ts";
import { readCorpus } from "./corpus.ts";
import { type Fitted, fitTriage, prepare, prepareMaterial } from "./fit.ts";

const MODEL_FILE = new URL("../../src/core/triage/trained_model.ts", import.meta.url);
const WEIGHTS_FILE = new URL("../../src/core/triage/trained_weights.txt", import.meta.url);
const LARGEST_STEP = 45;
/** A few large weights would make the steps of all others coarse: this share is cut off. */
const CLIPPED = 0.0005;

/** Trains on the whole corpus and writes the model that is shipped, the same bytes at every run. */
async function main(): Promise<void> {
  await loadAllCues();
  const corpus = readCorpus();
  const material = prepareMaterial(corpus.utterances);
  const prepared = [...corpus.conversations, ...corpus.sessions].map((one) => prepare(one, material));
  const { model, weights } = modelFiles(fitTriage(material, prepared));
  Deno.writeTextFileSync(MODEL_FILE, model);
  Deno.writeTextFileSync(WEIGHTS_FILE, weights);
  console.log(`${WEIGHTS_FILE.pathname}: ${weights.length} bytes, from ${prepared.length} conversations`);
}

function modelFiles({ words, signs }: Fitted): { readonly model: string; readonly weights: string } {
  const buckets = Array.from({ length: words.buckets }, (_, bucket) => bucket);
  const weights = buckets.flatMap((bucket) => LEARNT_CATEGORIES.map((_, k) => words.marginAt(bucket, k)));
  const sizes = weights.map(Math.abs).sort((a, b) => a - b);
  const scale = Number(
    ((sizes[Math.floor(sizes.length * (1 - CLIPPED))] ?? 1) / LARGEST_STEP).toPrecision(6),
  );
  const round = (value: number) => Number(value.toFixed(4));
  const rows = Object.entries(signs).map(([category, row]) =>
    `    ${category}: ${JSON.stringify(row.map(round))},`
  );
  const model = [
    "// Written by tests/triage/train.ts; not edited by hand.",
    "// deno-fmt-ignore-file",
    "",
    "/** What belongs to the weights of `trained_weights.txt`; `load_model.ts` knows how to read them. */",
    "export const MODEL = {",
    `  buckets: ${words.buckets},`,
    `  scale: ${scale},`,
    `  bias: ${JSON.stringify(words.bias.map(round))},`,
    "  signs: {",
    ...rows,
    "  },",
    "};",
    "",
  ].join("\n");
  return { model, weights: weights.map((weight) => encodeWeight(weight / scale)).join("") };
}

await main();
