import type { Candidate, Cue } from "../../core/triage_types.ts";
import { plainLine, plainText } from "../plain_text.ts";

const TEXT_UNITS = 300;
const QUOTE_UNITS = 200;
const MAX_CUES = 8;

export interface FileTriage {
  readonly file: string;
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** Whether the next prompt would carry a note, where nothing is asked, and why. */
  readonly nudge: { readonly due: boolean; readonly reasons: readonly string[] };
}

/** What was found in one transcript, for people: each candidate with the words that it stands on and its cues. */
export function triageLines(
  { file, candidates, nudge }: FileTriage,
  isAsked: (candidate: Candidate) => boolean,
): string[] {
  const found = candidates.length === 0 ? ["  nothing worth asking about"] : [];
  const note = nudge.due
    ? [`  a note with the next prompt: ${plainLine(nudge.reasons.join("; "), TEXT_UNITS)}`]
    : [];
  return [
    plainText(file),
    ...found,
    ...candidates.flatMap((candidate) => candidateLines(candidate, isAsked(candidate))),
    ...note,
  ];
}

function candidateLines(candidate: Candidate, isAsked: boolean): string[] {
  const { category, score, text, evidence, cues } = candidate;
  const note = isAsked ? "" : " (not asked about)";
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
