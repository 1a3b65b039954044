import { amount, plainLine, sizeText } from "../frame/plain_text.ts";
import type { LeftOut } from "./places.ts";

/** The counts of a replay, as `--json` prints them. Only new rows count. */
export type Tally = ReturnType<typeof newTally>;

interface Example {
  readonly category: string;
  readonly text: string;
  readonly project: string;
}

/** The counts by name. */
type Counts<K extends string = string> = { [name in K]?: number };

const MAX_EXAMPLES = 8;
/** The most examples of one category, so that no category fills the list alone. */
const MAX_OF_CATEGORY = 3;
const TEXT_UNITS = 160;

export function newTally() {
  return {
    /** `unchanged`: since the last replay; `foreign`: without a row of a conversation. */
    files: { replayed: 0, unchanged: 0, foreign: 0, unreadable: 0 },
    bytes: 0,
    sessions: 0,
    prompts: 0,
    captures: 0,
    /** The number of memories that were lost with a damaged database and have been saved again. */
    memories: 0,
    /** The counts by label, such as `tests:fail`. */
    outcomes: {} as Counts,
    candidates: {} as Counts,
    examples: [] as Example[],
    /** The counts of sessions of which nothing is stored, by reason. */
    left_out: {} as Counts<LeftOut>,
    /** The number of lines that are torn or of another format. */
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

const VERDICTS = { pass: "passed", fail: "failed", unknown: "without a known result" };
const RUNS = { tests: "test run", builds: "build" };

const REASONS: Readonly<Record<LeftOut, string>> = {
  excluded: "privacy.exclude_projects names their project",
  paused: "mneme is paused there; `mneme unpause`",
  switched_off: "their project's configuration switches capturing off",
  of_another_project: "of another project",
};

/** Returns the report of a replay or a dry run for people, line by line. */
export function reportLines(tally: Tally, isPreview: boolean): string[] {
  const { files, sessions, prompts, captures, outcomes, candidates, examples } = tally;
  const learnt = totalOf(candidates);
  const isNew = sessions + prompts + captures + learnt > 0;
  const since = files.unchanged === 0 ? "" : `; ${files.unchanged} had not changed since the last replay`;
  const runs = Object.entries(RUNS).flatMap(([kind, noun]) =>
    Object.entries(VERDICTS).flatMap(([result, verdict]) => {
      const count = outcomes[`${kind}:${result}`];
      return count === undefined ? [] : [`${amount(count, noun)} ${verdict}`];
    })
  );
  const kinds = countsIn(candidates).sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
  const [added, learned] = isPreview ? ["Would add", "Would learn"] : ["Added", "Learnt"];
  return [
    `Read ${amount(files.replayed, "transcript")} (${sizeText(tally.bytes)})${since}`,
    `${added} ${amount(sessions, "session")}, ${amount(prompts, "prompt")}, ${amount(captures, "tool call")}`,
    ...(runs.length === 0 ? [] : [`Of these, ${runs.join(", ")}`]),
    ...(learnt === 0 ? [] : [`${learned} ${amount(learnt, "memory candidate")}: ${kinds.join(", ")}`]),
    ...examples.map(({ category, text }) => `  [${category}] ${plainLine(text, TEXT_UNITS)}`),
    ...(learnt === examples.length ? [] : [`  and ${learnt - examples.length} more`]),
    ...note(files.foreign, "file holds", "files hold", "no conversation"),
    ...note(files.unreadable, "file or folder", "files or folders", "could not be read"),
    ...note(tally.bad_lines, "line was", "lines were", "torn or of another format"),
    ...countsIn(tally.left_out).map(([reason, count]) =>
      `Left out ${amount(count, "session")}: ${REASONS[reason]}`
    ),
    ...(isPreview ? ["Nothing was written; run it without --dry-run to keep this"] : []),
    ...(isPreview || learnt === 0 ? [] : [
      "See what was learnt:  mneme memory list --candidates --all",
      "Keep what holds:      mneme memory keep ID",
    ]),
    ...(isPreview || !isNew ? [] : [
      "Search all of it:     mneme search --all WORDS",
      "Make observations:    mneme process",
    ]),
  ];
}

function countsIn<K extends string>(counts: Counts<K>): [name: K, count: number][] {
  return Object.entries(counts) as [K, number][];
}

function totalOf(counts: Counts): number {
  return countsIn(counts).reduce((sum, [, count]) => sum + count, 0);
}

function note(count: number, one: string, many: string, what: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many} ${what}`];
}
