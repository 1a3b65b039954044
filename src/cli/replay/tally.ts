import { alignRows, countRows, plainLine, sizeText } from "../plain_text.ts";
import type { LeftOut } from "./places.ts";

/** What a replay came to, as `--json` prints it. Counted is what is new, not what was read. */
export type Tally = ReturnType<typeof newTally>;

interface Example {
  readonly category: string;
  readonly text: string;
  readonly project: string;
}

/** How often something came, by its name. */
type Counts<K extends string = string> = { [name in K]?: number };

const MAX_EXAMPLES = 8;
/** One kind of memory is not to fill the list alone. */
const MAX_OF_CATEGORY = 3;
const TEXT_UNITS = 160;

export function newTally() {
  return {
    /** `unchanged` since the last replay; `foreign`: without a single row of a conversation. */
    files: { replayed: 0, unchanged: 0, foreign: 0, unreadable: 0 },
    bytes: 0,
    sessions: 0,
    prompts: 0,
    captures: 0,
    /** That an agent has saved, and that a damaged database has lost. */
    memories: 0,
    /** By label, `tests:fail`. */
    outcomes: {} as Counts,
    candidates: {} as Counts,
    examples: [] as Example[],
    /** Sessions of which nothing is kept. */
    left_out: {} as Counts<LeftOut>,
    /** Lines that are no rows: torn, or of another format. */
    bad_lines: 0,
  };
}

export function countIn<K extends string>(counts: Counts<K>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

export function countCandidate(tally: Tally, example: Example): void {
  countIn(tally.candidates, example.category);
  const alike = tally.examples.filter(({ category }) => category === example.category).length;
  if (tally.examples.length < MAX_EXAMPLES && alike < MAX_OF_CATEGORY) tally.examples.push(example);
}

/** Tells what a replay did, or would do, for people: a row for each count, examples, and where to go on. */
export function reportLines({ bytes, ...tally }: Tally, isPreview: boolean): string[] {
  return [
    ...alignRows([...countRows(tally), ["read", sizeText(bytes)]], [1]),
    ...tally.examples.map(({ category, text }) => `[${category}] ${plainLine(text, TEXT_UNITS)}`),
    isPreview
      ? "Nothing was written; run it without --dry-run to keep this"
      : "See what was learnt: mneme memory list --candidates --all; make observations: mneme process",
  ];
}
