/**
 * The weights of triage, 160 KB: as a text in the code they would take a stop 0.7 ms, as the engine reads that sign by
 * sign. In an executable they lie beside its code.
 */
export function readTriageWeights(): Uint8Array {
  const folder = Deno.build.standalone ? "." : "../core/triage";
  return Deno.readFileSync(`${import.meta.dirname}/${folder}/trained_weights.txt`);
}
