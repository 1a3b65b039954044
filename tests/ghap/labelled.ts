/** What a person says that a prediction expects of a run of this kind. */
export interface Labelled {
  readonly prediction: string;
  readonly kind: "tests" | "builds";
  readonly expects: "pass" | "fail" | "unclear";
}

/** Written beside the rules: what they have to know. */
export function readRuled(): readonly Labelled[] {
  return JSON.parse(Deno.readTextFileSync(new URL("predictions.json", import.meta.url)));
}

/** Written without knowing the rules: as people and agents put it. */
export function readSaid(): readonly Labelled[] {
  return JSON.parse(Deno.readTextFileSync(new URL("predictions_said.json", import.meta.url)));
}
