import type { Candidate, Cue } from "../../core/triage_types.ts";
import { plainLine, plainText } from "../plain_text.ts";

const TEXT_UNITS = 300;
const QUOTE_UNITS = 200;
const MAX_CUES = 8;

export interface FileTriage {
  readonly file: string;
  /** Best first. */
  readonly candidates: readonly Candidate[];
}

/** What was found in one transcript, for people: each candidate with the words that it stands on and its cues. */
export function triageLines({ file, candidates }: FileTriage, threshold: number): string[] {
  const found = candidates.length === 0 ? ["  nothing worth remembering"] : [];
  return [
    plainText(file),
    ...found,
    ...candidates.flatMap((candidate) => candidateLines(candidate, threshold)),
  ];
}

function candidateLines({ category, score, text, evidence, cues }: Candidate, threshold: number): string[] {
  const note = score < threshold ? ` (below ${threshold})` : "";
  const lines = [`  ${category} ${score.toFixed(2)}${note}  ${plainLine(text, TEXT_UNITS)}`];
  if (evidence.quote !== "") {
    lines.push(`    said at byte ${evidence.offset}: “${plainLine(evidence.quote, QUOTE_UNITS)}”`);
  }
  if (cues.length > 0) lines.push(`    because: ${cues.slice(0, MAX_CUES).map(cueText).join(", ")}`);
  return lines;
}

function cueText({ name, weight }: Cue): string {
  return `${plainText(name)} ${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`;
}
