import type { CueName } from "./cues/cue_names.ts";

/** What a statement is, as writers put before it, in lower case: "Decision: …", "**Root cause:** …". */
const LABELS: Readonly<Partial<Record<CueName, string>>> = {
  adopted: "decision|decided|final decision|our decision|the decision|choice|choice made|our choice|chosen",
  cause: "root cause|cause|the cause|problem|the problem",
  fixed: "fix|the fix|fixed|solution|resolution|solved",
  limit: "constraint|limitation|restriction|limit|hard limit|hard constraint",
  deferred: "tech debt|technical debt|debt|todo|fixme",
  workaround: "workaround|hack|temporary",
  standing: "rule|house rule|convention|preference|my preference",
};

const CUE_BY_LABEL: ReadonlyMap<string, CueName> = new Map(
  Object.entries(LABELS).flatMap(([cue, labels]) =>
    labels.split("|").map((label) => [label, cue as CueName])
  ),
);
const LONGEST = 24;

/** The cue that a sentence's label is, where it has one. */
export function labelCue(sentence: string): CueName | undefined {
  const end = sentence.indexOf(":");
  if (end <= 0 || end > LONGEST) return undefined;
  return CUE_BY_LABEL.get(sentence.slice(0, end).toLowerCase());
}
