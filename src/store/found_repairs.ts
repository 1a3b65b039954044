// Failures that were repaired: found again at a failing call, for an error in a prompt, and by `mneme fix`.

import { readLines, signatureOf, wordsOfError } from "../search/error_signature.ts";
import {
  LIKELY_FAILURE,
  type MatchedRepair,
  matchScore,
  repairMarks,
  SAME_FAILURE,
  type SoughtFailure,
  wordScore,
} from "../search/repair_match.ts";
import type { ScorePart } from "../search/search_types.ts";
import { cureIn } from "../session/cure_commands.ts";
import { fillContext, type WeighedItem } from "../session/fill_context.ts";
import type { Worked } from "../session/repair.ts";
import { quoteCode } from "../session/wording.ts";
import { FORGOTTEN, parseColumn, parseTexts } from "./columns.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import type { ContextWindow } from "./tellings.ts";

/** A failure that was repaired. `score` says how surely it is the sought failure. */
export interface FoundRepair {
  readonly row: number;
  /** The number of its session. */
  readonly session: number;
  readonly sessionId: string;
  /** The time at which the call passed again, ISO 8601. */
  readonly at: string;
  readonly command: string;
  readonly error: string;
  readonly tried: readonly string[];
  readonly worked: Worked;
  readonly score: number;
  /** The number of sessions in which the same repair helped. */
  readonly sessions: number;
}

type RepairRow =
  & Omit<FoundRepair, "tried" | "worked" | "score" | "sessions">
  & {
    readonly [name in "tried" | "worked" | "marks"]: string;
  };

const ROWS = sql`
  select r.id as row, s.id as session, r.session_id as sessionId, r.worked_at as at, command, error,
  tried, worked, marks from repairs r join sessions s using (session_id)`;

/** The most repairs that are compared, because a hook waits: those with most marks in common first, then the newest. */
const MOST_MARKED = 60;

/** Finds repairs of this failure, surest first, each once; in every project without `project`. */
export function repairsOf(
  store: Store,
  sought: SoughtFailure,
  { project, floor }: { readonly project: string | undefined; readonly floor: number },
): FoundRepair[] {
  const marks = repairMarks(sought.lines, sought.calls);
  if (marks.length === 0) return [];
  const rows = store.all<RepairRow>(sql`
    ${ROWS} where r.id in (select r.id from repair_marks join repairs r on r.id = repair
    join sessions s using (session_id) where mark in ${list(marks)} and ${isOf(project)}
    group by r.id order by count(*) desc, r.id desc limit ${MOST_MARKED})`);
  return chosen(rows, (repair) => matchScore(sought, repair), floor);
}

/** The least length of a text that counts as a part of a stored error. The text must have a significant word, too. */
const SHORTEST_PART = 5;
/** The newest repairs that are compared word by word when only a part of an error is given. */
const MOST_READ = 5000;

/** An error as typed: whole, a part of one, the failed command, or the output of a run with its failed test. */
interface TypedError {
  readonly text: string;
  readonly test: string | undefined;
}

/** Finds repairs like `repairsOf` for typed text. */
export function repairsNamed(store: Store, { text, test }: TypedError, project?: string): FoundRepair[] {
  const told = signatureOf(text, test); // the lines of an output that identify its error
  const lines = told.length > 0 ? told : readLines(text.split("\n"));
  const marked = repairsOf(store, { lines, calls: [] }, { project, floor: LIKELY_FAILURE });
  if (marked.length > 0) return marked;
  const words = wordsOfError(text);
  const part = text.trim().toLowerCase();
  const isPart = ({ error }: MatchedRepair) =>
    words.size > 0 && part.length >= SHORTEST_PART && error.toLowerCase().includes(part);
  const rows = store.all<RepairRow>(sql`
    ${ROWS} where ${isOf(project)} order by r.id desc limit ${MOST_READ}`);
  return chosen(
    rows,
    (repair) => isPart(repair) ? 1 : wordScore(words, repair),
    LIKELY_FAILURE,
  );
}

export function repairByRow(store: Store, row: number): FoundRepair | undefined {
  const rows = store.all<RepairRow>(sql`${ROWS} where r.id = ${row}`);
  return chosen(rows, () => 1, 0)[0];
}

function isOf(project: string | undefined): Sql {
  return project === undefined ? sql`true` : sql`s.project = ${project}`;
}

/** Returns one repair for each cure, surest first. Each further session in which it helped raises it a little. */
function chosen(
  rows: readonly RepairRow[],
  scoreOf: (repair: MatchedRepair) => number,
  floor: number,
): FoundRepair[] {
  const found = rows.flatMap((row) => {
    const worked = parseColumn<Worked>(row.worked);
    if (row.error === FORGOTTEN || worked?.text === undefined) return [];
    // An older version may have stored commands that are not told any more.
    if (worked.commands.some((line) => cureIn(line, row.command) !== line)) return [];
    const repair = { ...row, tried: parseTexts(row.tried), worked };
    const known = {
      cure: cureOf(worked),
      isGeneral: worked.files.length === 0,
      marks: parseTexts(row.marks),
    };
    const score = Math.min(1, scoreOf({ ...row, ...known }));
    return score < floor ? [] : [{ ...repair, score }];
  });
  const cures = Map.groupBy(found, ({ worked }) => cureOf(worked));
  return [...cures.values()].map((same) => {
    const sessions = new Set(same.map(({ sessionId }) => sessionId)).size;
    const best = same.reduce((a, b) => b.score > a.score || (b.score === a.score && b.at > a.at) ? b : a);
    return { ...best, sessions };
  }).sort((a, b) => rank(b) - rank(a) || (b.at > a.at ? 1 : -1));
}

const EACH_MORE = 0.02;

function rank({ score, sessions }: FoundRepair): number {
  return score + EACH_MORE * Math.min(5, sessions - 1);
}

function cureOf({ commands, files }: Worked): string {
  return [...commands, ...files].join("\n");
}

export type CureItem = WeighedItem & { readonly why: readonly ScorePart[] };

interface CurePlace {
  readonly window: ContextWindow;
  readonly project: string;
}

/** Finds the surest repair that this window has not seen. */
export function surestCure(
  store: Store,
  sought: SoughtFailure,
  { window, project }: CurePlace,
): CureItem | undefined {
  const found = repairsOf(store, sought, { project, floor: SAME_FAILURE });
  const best = found.find((repair) =>
    !window.shown.has(`r${repair.row}`) &&
    (repair.sessionId !== window.sessionId || repair.at < window.since) &&
    !found.some((other) => disproves(other, repair))
  );
  if (best === undefined) return undefined;
  const { row, session, at, command, worked, sessions, score } = best;
  const others = sessions === 1 ? "" : ` and ${sessions - 1} more`;
  return {
    id: `r${row}`,
    group: "mended",
    source: `solved before in s${session}${others}`,
    text: `${worked.text}; then ${quoteCode(command, 120)} passed`,
    createdAt: at,
    score: FIRST,
    why: [{ name: "repair", value: score }],
  };
}

/** Tells whether another session edited other files and the same failure passed: then any edit seems to mend it. */
function disproves(other: FoundRepair, repair: FoundRepair): boolean {
  const share = (a: readonly string[], b: readonly string[]) => a.some((one) => b.includes(one));
  return other.sessionId !== repair.sessionId && !share(other.worked.files, repair.worked.files) &&
    [other, repair].every(({ worked: { commands, files } }) => commands.length === 0 && files.length > 0) &&
    share(other.error.split("\n"), repair.error.split("\n"));
}

/** A repair scores above everything that is found by words. */
const FIRST = 2;

/** Match the places where an error may begin or end in the middle of a line of a prompt, also behind a program's name. */
const IN_LINE = [
  /`|(?<=\S )(?=(?:[\w.]*(?:Error|Exception)|ERROR|error|fatal): )/g,
  /(?<=\S )(?=[\w.-]+: (?:ERROR|error|fatal): )/g,
];

/** Returns a block with the repair of the error that a prompt quotes, if the prompt quotes one. */
export function quotedCure(
  store: Store,
  prompt: string,
  { tokenBudget, now, ...place }: CurePlace & { readonly tokenBudget: number; readonly now: Date },
) {
  const cure = new Set([prompt, ...IN_LINE.map((place) => prompt.replace(place, "\n"))]).values()
    .map((text) => surestCure(store, { lines: signatureOf(text), calls: [] }, place))
    .find((found) => found !== undefined);
  return fillContext<CureItem>(cure === undefined ? [] : [cure], {
    tokenBudget,
    now,
    limit: 1,
    intro: "On the error that the prompt quotes:",
  });
}
