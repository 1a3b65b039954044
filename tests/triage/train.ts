import { encodeWeight, LEARNT_CATEGORIES, type ModelHeader } from "../../src/triage/model.ts";
import { readCorpus } from "./corpus.ts";
import { type Fitted, fitTriage, prepare, prepareMaterial } from "./fit.ts";

const WEIGHTS_FILE = new URL("../../src/triage/trained_weights.txt", import.meta.url);
const LARGEST_STEP = 45;
/** A few large weights would make the steps of all others coarse: this share is cut off. */
const CLIPPED = 0.0005;

/** Trains on the whole corpus and writes the model that is shipped, the same bytes at every run. */
function main(): void {
  const corpus = readCorpus();
  const material = prepareMaterial(corpus.utterances);
  const prepared = [...corpus.conversations, ...corpus.sessions].map((one) => prepare(one, material));
  const file = modelFile(fitTriage(material, prepared));
  Deno.writeTextFileSync(WEIGHTS_FILE, file);
  console.log(`${WEIGHTS_FILE.pathname}: ${file.length} bytes, from ${prepared.length} conversations`);
}

/** The header in one line, and a character for each weight. */
function modelFile({ words, signs }: Fitted): string {
  const buckets = Array.from({ length: words.buckets }, (_, bucket) => bucket);
  const weights = buckets.flatMap((bucket) => LEARNT_CATEGORIES.map((_, k) => words.marginAt(bucket, k)));
  const sizes = weights.map(Math.abs).sort((a, b) => a - b);
  const round = (value: number) => Number(value.toFixed(4));
  const scale = (sizes[Math.floor(sizes.length * (1 - CLIPPED))] ?? 1) / LARGEST_STEP;
  const header: ModelHeader = {
    buckets: words.buckets,
    scale: Number(scale.toPrecision(6)),
    bias: words.bias.map(round),
    signs: Object.fromEntries(
      LEARNT_CATEGORIES.map((category) => [category, signs[category].map(round)]),
    ) as unknown as Fitted["signs"],
  };
  return `${JSON.stringify(header)}\n${
    weights.map((weight) => encodeWeight(weight / header.scale)).join("")
  }`;
}

main();
