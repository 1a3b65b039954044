import { amount, plainLine, plainText, sizeText } from "../plain_text.ts";
import type { LeftOut } from "./places.ts";

/** What a replay came to. Counted is what is new, not what was read. */
export type Tally = ReturnType<typeof newTally>;

interface Example {
  readonly category: string;
  readonly text: string;
  readonly project: string;
}

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
    outcomes: new Map<string, number>(),
    candidates: new Map<string, number>(),
    examples: [] as Example[],
    /** Sessions of which nothing is kept. */
    leftOut: new Map<LeftOut, number>(),
    /** Lines that are no rows: torn, or of another format. */
    badLines: 0,
  };
}

export function countIn<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function countCandidate(tally: Tally, example: Example): void {
  countIn(tally.candidates, example.category);
  const alike = tally.examples.filter(({ category }) => category === example.category).length;
  if (tally.examples.length < MAX_EXAMPLES && alike < MAX_OF_CATEGORY) tally.examples.push(example);
}

function totalOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

interface ReportOptions {
  readonly isPreview: boolean;
  /** Folders and files that could not even be looked at. */
  readonly unreadable: readonly string[];
}

/** Tells what a replay did, or would do, for machines. */
export function reportJson(tally: Tally, { isPreview, unreadable }: ReportOptions): Record<string, unknown> {
  const { files, bytes, sessions, prompts, captures, outcomes, candidates, examples, leftOut } = tally;
  return {
    dry_run: isPreview,
    files: { ...files, unreadable: files.unreadable + unreadable.length },
    bytes,
    sessions,
    prompts,
    captures,
    outcomes: Object.fromEntries([...outcomes].sort()),
    candidates: Object.fromEntries([...candidates].sort()),
    examples,
    left_out: Object.fromEntries([...leftOut].map(([reason, count]) => [reason.replaceAll(" ", "_"), count])),
    bad_lines: tally.badLines,
  };
}

const VERDICTS = { pass: "passed", fail: "failed", unknown: "without a known result" };
const RUNS = { tests: "test run", builds: "build" };

const REASONS: Readonly<Record<LeftOut, string>> = {
  excluded: "privacy.exclude_projects names their project",
  paused: "mneme is paused there; `mneme unpause`",
  "switched off": "their project's configuration switches capturing off",
  "of another project": "of another project",
};

export function reportLines(tally: Tally, { isPreview, unreadable }: ReportOptions): string[] {
  const { files, sessions, prompts, captures, outcomes, candidates, examples } = tally;
  const learnt = totalOf(candidates);
  const isNew = sessions + prompts + captures + learnt > 0;
  const since = files.unchanged === 0 ? "" : `; ${files.unchanged} had not changed since the last replay`;
  const runs = Object.entries(RUNS).flatMap(([kind, noun]) =>
    Object.entries(VERDICTS).flatMap(([result, verdict]) => {
      const count = outcomes.get(`${kind}:${result}`);
      return count === undefined ? [] : [`${amount(count, noun)} ${verdict}`];
    })
  );
  const kinds = [...candidates].sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`);
  const [added, learned] = isPreview ? ["Would add", "Would learn"] : ["Added", "Learnt"];
  return [
    `Read ${amount(files.replayed, "transcript")} (${sizeText(tally.bytes)})${since}`,
    `${added} ${amount(sessions, "session")}, ${amount(prompts, "prompt")}, ${amount(captures, "tool call")}`,
    ...(runs.length === 0 ? [] : [`Of these, ${runs.join(", ")}`]),
    ...(learnt === 0 ? [] : [`${learned} ${amount(learnt, "memory candidate")}: ${kinds.join(", ")}`]),
    ...examples.map(({ category, text }) => `  [${category}] ${plainLine(text, TEXT_UNITS)}`),
    ...note(files.foreign, "file holds", "files hold", "no conversation of Claude Code"),
    ...note(files.unreadable + unreadable.length, "file or folder", "files or folders", "could not be read"),
    ...note(tally.badLines, "line was", "lines were", "torn or of another format"),
    ...[...tally.leftOut].map(([reason, count]) =>
      `Left out ${amount(count, "session")}: ${plainText(REASONS[reason])}`
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

function note(count: number, one: string, many: string, what: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many} ${what}`];
}
