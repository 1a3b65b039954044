import { plainLine, plainText } from "../plain_text.ts";
import { amount, sizeText } from "../table.ts";
import type { LeftOut } from "./places.ts";
import { type Tally, totalOf } from "./tally.ts";

const TEXT_UNITS = 160;

const REASONS: Readonly<Record<LeftOut, string>> = {
  excluded: "privacy.exclude_projects names their project",
  paused: "mneme is paused there; `mneme unpause`",
  "switched off": "their project's configuration switches capturing off",
  "of another project": "of another project",
};

export interface ReportOptions {
  readonly isPreview: boolean;
  /** Folders and files that could not even be looked at. */
  readonly unreadable: readonly string[];
}

/** What a replay did, or would do, for people. */
export function reportLines(tally: Tally, { isPreview, unreadable }: ReportOptions): string[] {
  const { files, sessions, prompts, captures, outcomes, candidates } = tally;
  const isNew = sessions + prompts + captures + totalOf(candidates) > 0;
  return [
    `Read ${amount(files.replayed, "transcript")} (${sizeText(tally.bytes)})${
      unchangedNote(files.unchanged)
    }`,
    `${isPreview ? "Would add" : "Added"} ${
      [amount(sessions, "session"), amount(prompts, "prompt"), amount(captures, "tool call")].join(", ")
    }`,
    ...(outcomes.size === 0 ? [] : [`Of these, ${outcomeText(outcomes)}`]),
    ...learntLines(tally, isPreview),
    ...skippedLines(tally, unreadable.length),
    ...(isPreview
      ? ["Nothing was written; run it without --dry-run to keep this"]
      : isNew
      ? nextLines(candidates)
      : []),
  ];
}

/** The same for machines. */
export function reportJson(tally: Tally, { isPreview, unreadable }: ReportOptions): Record<string, unknown> {
  const { files, bytes, sessions, prompts, captures, outcomes, candidates, examples, leftOut, badLines } =
    tally;
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
    bad_lines: badLines,
  };
}

function unchangedNote(unchanged: number): string {
  return unchanged === 0 ? "" : `; ${unchanged} had not changed since the last replay`;
}

const VERDICTS: readonly (readonly [label: string, noun: string, verdict: string])[] = [
  ["tests:pass", "test run", "passed"],
  ["tests:fail", "test run", "failed"],
  ["tests:unknown", "test run", "without a known result"],
  ["builds:pass", "build", "passed"],
  ["builds:fail", "build", "failed"],
  ["builds:unknown", "build", "without a known result"],
];

function outcomeText(outcomes: ReadonlyMap<string, number>): string {
  return VERDICTS.filter(([label]) => outcomes.has(label))
    .map(([label, noun, verdict]) => `${amount(outcomes.get(label) ?? 0, noun)} ${verdict}`).join(", ");
}

function learntLines({ candidates, examples }: Tally, isPreview: boolean): string[] {
  const total = totalOf(candidates);
  if (total === 0) return [];
  const kinds = [...candidates].sort(([, a], [, b]) => b - a).map(([category, count]) =>
    `${count} ${category}`
  );
  return [
    `${isPreview ? "Would learn" : "Learnt"} ${amount(total, "memory candidate")}: ${kinds.join(", ")}`,
    ...examples.map(({ category, text }) => `  [${category}] ${plainLine(text, TEXT_UNITS)}`),
  ];
}

function skippedLines({ files, leftOut, badLines }: Tally, unreadable: number): string[] {
  const lost = files.unreadable + unreadable;
  return [
    ...note(files.foreign, "file holds", "files hold", "no conversation of Claude Code"),
    ...note(lost, "file or folder", "files or folders", "could not be read"),
    ...note(badLines, "line was", "lines were", "torn or of another format"),
    ...[...leftOut].map(([reason, count]) =>
      `Left out ${amount(count, "session")}: ${plainText(REASONS[reason])}`
    ),
  ];
}

function note(count: number, one: string, many: string, what: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many} ${what}`];
}

function nextLines(candidates: ReadonlyMap<string, number>): string[] {
  return [
    ...(candidates.size === 0 ? [] : [
      "See what was learnt:  mneme memory list --candidates --all",
      "Keep what holds:      mneme memory keep ID",
    ]),
    "Search all of it:     mneme search --all WORDS",
    "Make observations:    mneme process",
  ];
}
