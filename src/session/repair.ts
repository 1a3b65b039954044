import { fileName } from "../base/hash.ts";
import {
  covers,
  hasFailed,
  type Invocation,
  invocationKey,
  invocationsIn,
  isVariant,
  type LineEnd,
} from "../outcome/invocations.ts";
import { type ErrorLine, signatureOf, wordsOfError } from "../search/error_signature.ts";
import { isAssignment } from "../shell/command_words.ts";
import { splitShell } from "../shell/shell_split.ts";
import { cureIn, isBuilding, isDestructive, pasteable } from "./pasteable.ts";
import { bearsOn } from "./bearing.ts";
import { withoutReason } from "./reasons.ts";
import { count, oneLine, quoteCode, shortPath } from "./wording.ts";

/** A call of a session that ran something or changed a file; its texts are clean. */
export interface WorkStep {
  /** The number of its capture. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** The number of prompts that the session had before it. */
  readonly prompt: number;
  /** Set for a call of the shell. */
  readonly end: (LineEnd & { readonly test: string | undefined }) | undefined;
  /** The file that was changed, absolute. */
  readonly file: string | undefined;
  /** The change to it, in one line. */
  readonly told: string;
}

/** The cure of a failure: the same call, run again, passed. */
export interface Worked {
  /** As they can be pasted. */
  readonly commands: readonly string[];
  /** Paths as seen from the project. */
  readonly files: readonly string[];
  /** Both in one line. */
  readonly text: string;
}

/** A failure that a session met and mended. */
export interface Repair {
  /** The captures that it is read from: first the last call that failed so, then the first that did not. */
  readonly captures: readonly number[];
  readonly failedAt: string;
  readonly workedAt: string;
  /** The call that failed and passed, as it can be pasted. */
  readonly command: string;
  /** The keys (`invocationKey`) by which the call is recognised. */
  readonly calls: readonly string[];
  readonly lines: readonly ErrorLine[];
  /** The attempts that did not help, one line each. */
  readonly tried: readonly string[];
  readonly worked: Worked;
  /** The changed files, absolute. */
  readonly files: readonly string[];
}

interface Failure {
  readonly step: WorkStep;
  readonly index: number;
  readonly lines: readonly ErrorLine[];
}

/** A call that failed and has not passed since. */
interface Episode {
  readonly needed: readonly Invocation[];
  readonly failures: Failure[];
  /** The calls of `needed` that have passed since the last failure. */
  readonly passed: Set<Invocation>;
  /** The index of the first step since then that may have passed: its end is hidden, and shows no error. */
  maybe: number | undefined;
}

/** The most failed calls that are followed; the oldest are given up. */
const MAX_OPEN = 30;

/**
 * Returns every failure of a session that went away, with what was done in between. An episode ends with its
 * prompt, as work for another prompt is no cure.
 */
export function repairsIn(steps: readonly WorkStep[], project: string): Repair[] {
  let open: Episode[] = [];
  const found: Repair[] = [];
  steps.forEach((step, index) => {
    if (step.prompt !== steps[index - 1]?.prompt) open = [];
    if (step.end === undefined) return;
    const called = invocationsIn(step.end, project);
    for (const episode of open) notePasses(episode, called, { step, index });
    for (const episode of open.filter(isOver)) {
      found.push(...mended(episode, { steps, end: episode.maybe ?? index, project }));
    }
    open = open.filter((episode) => !isOver(episode));
    if (hasFailed(step.end)) noteFailure(open, called, { step, index, lines: linesOf(step.end) });
  });
  return found;
}

function isOver({ needed, passed }: Episode): boolean {
  return passed.size === needed.length;
}

function linesOf({ output, test }: NonNullable<WorkStep["end"]>): ErrorLine[] {
  return signatureOf(output, test);
}

function notePasses(
  episode: Episode,
  called: readonly Invocation[],
  { step, index }: { readonly step: WorkStep; readonly index: number },
): void {
  const { needed, passed, failures } = episode;
  const same = (wanted: Invocation) => called.filter((one) => covers(one, wanted) || isVariant(one, wanted));
  for (const wanted of needed) {
    if (same(wanted).some((one) => one.passed)) passed.add(wanted);
  }
  if (isOver(episode) || step.end?.state !== "ended" || hasFailed(step.end)) return;
  if (!needed.every((wanted) => same(wanted).some((one) => one.passed === undefined))) return;
  const shown = new Set(linesOf(step.end).map(({ exact }) => exact));
  if (!failures.at(-1)!.lines.some(({ exact }) => shown.has(exact))) episode.maybe ??= index;
}

function noteFailure(open: Episode[], called: readonly Invocation[], failure: Failure): void {
  const needed = called.filter(({ passed }) => passed !== true);
  if (needed.length === 0 || isDestructive(failure.step.end?.command ?? "")) return;
  const isSame = (episode: Episode) =>
    episode.needed.length === needed.length &&
    episode.needed.every((one) => needed.some((other) => covers(other, one) || covers(one, other)));
  const known = open.find(isSame);
  known?.passed.clear();
  if (known === undefined) open.push({ needed, failures: [failure], passed: new Set(), maybe: undefined });
  else {
    known.maybe = undefined;
    known.failures.push(failure);
  }
  if (open.length > MAX_OPEN) open.shift();
}

interface Course {
  readonly steps: readonly WorkStep[];
  /** The index of the call that passed. */
  readonly end: number;
  readonly project: string;
}

/** Lines of an error that are gone, and what was done since they were seen. */
interface Gone {
  readonly failure: Failure;
  readonly lines: readonly ErrorLine[];
  readonly done: readonly Thing[];
  /** The index of the run that does not show them any more. */
  readonly until: number;
}

/**
 * Returns a repair for each time that lines of the error went away: what was done before the run that no
 * longer shows them. Lines that went away although nothing was done are carried on to the next thing that was
 * done. A run that did not get as far as the tests does not show that they pass.
 */
function mended({ needed, failures }: Episode, { steps, end, project }: Course): Repair[] {
  const found: Gone[] = [];
  let carried: ErrorLine[] = [];
  let open: Gone[] = [];
  failures.forEach((failure, i) => {
    const { index, lines } = failure;
    const later = new Set(failures.slice(i + 1).flatMap((one) => one.lines.map(({ exact }) => exact)));
    const gone = [...carried, ...lines].filter(({ exact }) => !later.has(exact));
    const following = failures[i + 1];
    const until = following?.index ?? end;
    const failed = failedCall(failure, needed, project);
    const before = thingsDone(steps.slice(index + 1, until), failed);
    const done = [...before, ...thingInLine(steps[until]!, failed, before.length > 0)];
    // The same failure may show other lines, as where only its end was printed.
    const isSame = lines.length === 0 || lines.some(({ exact }) => later.has(exact));
    carried = isSame && done.length === 0 ? gone : [];
    // The things done before the tests were hidden tell more, and stand last.
    open = open.map((one) => ({ ...one, done: [...done, ...one.done], until }));
    if (done.length > 0 && (gone.length > 0 || following === undefined)) {
      open.push({ failure, lines: gone, done, until });
    }
    const isHidden = (one: Gone) =>
      following !== undefined && testOf(one.failure) !== undefined && testOf(following) === undefined;
    found.push(...open.filter((one) => !isHidden(one)));
    open = open.filter(isHidden);
  });
  return found.map((gone) => repairOf(gone, { needed, failures }, { steps, project }));
}

/** Returns the test that failed; `undefined` where no test is named, as where the code did not compile. */
function testOf({ step, lines }: Failure): string | undefined {
  return lines.find(({ text }) => text === step.end?.test)?.text;
}

function repairOf(
  { failure, lines, done, until }: Gone,
  { needed, failures }: Pick<Episode, "needed" | "failures">,
  { steps, project }: Omit<Course, "end">,
): Repair {
  const { step, index } = failure;
  const first = failures.find((one) => one.lines.some(({ exact }) => lines.some((g) => g.exact === exact)));
  const before = steps.slice((first?.index ?? index) + 1, index);
  const failed = failedCall(failure, needed, project);
  return {
    captures: [step.id, steps[until]!.id, ...done.map((one) => one.step.id)],
    failedAt: step.at,
    workedAt: steps[until]!.at,
    command: pasteable(step.end?.command ?? "", project),
    calls: needed.map(invocationKey),
    lines,
    tried: triedIn(before, steps.slice(index + 1, until), failed),
    worked: workedBy(done, lines, project),
    files: [...new Set(done.flatMap(({ step: { file } }) => file ?? []))],
  };
}

interface Thing {
  readonly step: WorkStep;
  /** A command as it can be pasted; `undefined` for a changed file. */
  readonly command: string | undefined;
}

/** A failed call, with the facts that decide which steps may have helped. */
interface Failed {
  readonly needed: readonly Invocation[];
  readonly project: string;
  readonly line: string;
  readonly lines: readonly ErrorLine[];
  readonly output: string;
}

function failedCall({ step, lines }: Failure, needed: readonly Invocation[], project: string): Failed {
  return { needed, project, line: step.end?.command ?? "", lines, output: step.end?.output ?? "" };
}

/** Matches calls of remote systems, which no edit and no command that changes nothing makes pass. */
const REMOTE =
  /^(?:git (?:push|pull|fetch|clone|ls-remote)|ssh|scp|rsync|curl|wget|gh|glab|docker (?:pull|push|login))\b/;
/** Matches files that nothing runs. */
const PROSE = /\.(?:md|mdx|txt|rst|adoc)$/i;

/** Lists the steps that may have helped: changes, or builds if there are no others; not the call itself. */
function thingsDone(steps: readonly WorkStep[], failed: Failed): Thing[] {
  const { needed, project } = failed;
  const isRemote = needed.every((one) => REMOTE.test(invocationKey(one)));
  const all = steps.flatMap((step): Thing[] => {
    if (step.end === undefined) {
      return isEditOf(step.file, failed, isRemote) ? [{ step, command: undefined }] : [];
    }
    if (hasFailed(step.end) || step.end.outcome?.startsWith("tests:")) return [];
    const called = invocationsIn(step.end, project);
    if (called.length > 0 && called.every((one) => needed.some((own) => covers(one, own)))) return [];
    const line = cureIn(pasteable(step.end.command, project), failed.line);
    return isBuilding(line) && bearsOn(line, failed.line, failed.lines) ? [{ step, command: line }] : [];
  });
  const other = all.filter(({ step }) => step.end?.outcome?.startsWith("builds:") !== true);
  return other.length === 0 ? all : other;
}

/** Tells whether a changed file may have helped: the failure names it, or it is code of a local call. */
function isEditOf(file: string | undefined, { output }: Failed, isRemote: boolean): boolean {
  if (file === undefined) return false;
  return output.includes(fileName(file)) || !(isRemote || PROSE.test(file));
}

/**
 * Returns the later line where it holds what helped: `docker compose up -d && make test`, `DB=… make test`, or
 * `uv run pytest` where `pytest` had failed. An option more of a run is what helped only if nothing else was done.
 */
function thingInLine(
  later: WorkStep,
  { needed, project, line: failedLine }: Failed,
  isDone: boolean,
): Thing[] {
  const line = cureIn(pasteable(later.end?.command ?? "", project), failedLine);
  const known = new Set([...needed.map(invocationKey), ...linesIn(failedLine)]);
  const called = invocationsIn(later.end!, project);
  const isOther = !called.some((one) => needed.some((own) => covers(one, own))) &&
    !(isDone && needed.every(({ isRun }) => isRun));
  const isMore = isOther ||
    linesIn(line).some((command) => !known.has(command) && (isBuilding(command) || isSetting(command)));
  return isMore && line !== "" ? [{ step: later, command: line }] : [];
}

/** Matches variables that change only what a run prints. */
const TELLING =
  /^(?:export )?(?:DEBUG|CI|VERBOSE|TERM|(?:NO|FORCE)_COLOR|\w*LOG(?:_LEVEL)?|\w*DEBUG|\w*BACKTRACE)=/;

/** Tells whether a command sets a variable that may have helped. */
function isSetting(command: string): boolean {
  return (isAssignment(command) || command.startsWith("export ")) && !TELLING.test(command);
}

function linesIn(line: string): string[] {
  return splitShell(line).map(({ words }) => words.join(" "));
}

/** A list of more tells less. */
const MOST_TRIED = 6;
const [MOST_COMMANDS, MOST_FILES] = [3, 4];
const COMMAND_UNITS = 300;

function triedIn(
  before: readonly WorkStep[],
  during: readonly WorkStep[],
  call: Failed,
): string[] {
  const failed = during.filter(({ end }) =>
    end !== undefined && hasFailed(end) && !end.outcome?.startsWith("tests:")
  );
  const done = thingsDone(before, call).map(({ step, command }) =>
    command === undefined ? lowered(step.told) : quoteCode(command, COMMAND_UNITS)
  );
  const failing = failed.map(({ end }) => cureIn(pasteable(end!.command, call.project), call.line))
    .filter(isBuilding).map((line) => `${quoteCode(line, COMMAND_UNITS)} (failed)`);
  return [...new Set([...done, ...failing])].slice(-MOST_TRIED);
}

function workedBy(done: readonly Thing[], lines: readonly ErrorLine[], project: string): Worked {
  const commands = [...new Set(done.flatMap(({ command }) => command ?? []))].slice(-MOST_COMMANDS);
  const paths = [...new Set(done.flatMap(({ step: { file } }) => file ?? []))];
  const files = paths.map((path) => shortPath(path, project));
  return { commands, files: files.slice(0, 20), text: describe(done, lines, { commands, files }) };
}

/** Returns "`npm ci` after changing package.json", "edited src/cart.ts: replaced `a` with `b`". */
function describe(
  done: readonly Thing[],
  lines: readonly ErrorLine[],
  { commands, files }: Pick<Worked, "commands" | "files">,
): string {
  const ran = commands.map((command) => quoteCode(command, 160)).join(", ");
  const named = files.slice(0, MOST_FILES).join(", ");
  const changed = files.length > MOST_FILES ? `${named} and ${files.length - MOST_FILES} more` : named;
  if (ran === "") return files.length === 1 ? lowered(editsOf(done, lines)) : `changed ${changed}`;
  if (changed === "") return ran;
  const isAfter = done.findLastIndex(({ command }) => command === undefined) <
    done.findLastIndex(({ command }) => command !== undefined);
  return isAfter ? `${ran} after changing ${changed}` : `${ran}, then changed ${changed}`;
}

/** Describes one file's edits by the one that shares most words with the error, else the last. */
function editsOf(done: readonly Thing[], lines: readonly ErrorLine[]): string {
  const named = wordsOfError(lines.map(({ text }) => text).join("\n"));
  const share = (told: string) => [...wordsOfError(told)].filter((word) => named.has(word)).length;
  const told = done.map(({ step }) => withoutReason(step.told));
  const best = told.reduce((a, b) => share(b) >= share(a) ? b : a);
  return told.length === 1 ? best : `${best} and ${count(told.length - 1, "more edit")}`;
}

function lowered(text: string): string {
  return oneLine(text.charAt(0).toLowerCase() + text.slice(1), 240);
}
