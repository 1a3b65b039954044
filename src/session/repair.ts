import { type Called, calledIn, covers, hasFailed, keyOf, type LineEnd } from "../outcome/called.ts";
import { type ErrorLine, signatureOf } from "../search/error_signature.ts";
import { isAssignment } from "../outcome/words.ts";
import { splitShell } from "../shell/shell_split.ts";
import { isChange, mayMend, pasteable } from "./pasteable.ts";
import { withoutReason } from "./reasons.ts";
import { count, oneLine, quoteCode, shortPath } from "./wording.ts";

/** A call of a session that ran something or changed a file, in the order of time; its texts are clean. */
export interface WorkStep {
  /** The number of its capture. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** Of a call of the shell. */
  readonly end: (LineEnd & { readonly test: string | undefined }) | undefined;
  /** The file that was changed, absolute. */
  readonly file: string | undefined;
  /** What was done to it, in one line. */
  readonly told: string;
}

/** What made a failure go away: the same call, run again, passed. */
export interface Worked {
  /** As they can be pasted. */
  readonly commands: readonly string[];
  /** As seen from the project. */
  readonly files: readonly string[];
  /** Both in one line. */
  readonly text: string;
}

/** A failure that a session met and mended. */
export interface Repair {
  /** The captures that it is read from: the last call that failed so, and the call that did not any more, come first. */
  readonly captures: readonly number[];
  readonly failedAt: string;
  readonly workedAt: string;
  /** The call that failed and passed, as it can be pasted. */
  readonly command: string;
  /** By which the call is known again. */
  readonly calls: readonly string[];
  readonly lines: readonly ErrorLine[];
  /** What was done after it had failed so and did not help, one line each. */
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
  readonly needed: readonly Called[];
  readonly failures: Failure[];
  /** Those of `needed` that have passed since it failed last. */
  readonly passed: Set<Called>;
}

/** Calls that are waited for; the oldest are given up. */
const MAX_OPEN = 30;

/** Every failure of a session that went away, with what was done between. */
export function repairsIn(steps: readonly WorkStep[], project: string): Repair[] {
  const open: Episode[] = [];
  const found: Repair[] = [];
  steps.forEach((step, index) => {
    if (step.end === undefined) return;
    const called = calledIn(step.end, project);
    for (const episode of [...open]) {
      notePasses(episode, called);
      if (episode.passed.size < episode.needed.length) continue;
      open.splice(open.indexOf(episode), 1);
      found.push(...mended(episode, { steps, end: index, project }));
    }
    if (hasFailed(step.end)) noteFailure(open, called, { step, index, lines: linesOf(step.end) });
  });
  return found;
}

function linesOf({ output, test }: NonNullable<WorkStep["end"]>): ErrorLine[] {
  return signatureOf(output, test);
}

function notePasses({ needed, passed }: Episode, called: readonly Called[]): void {
  for (const wanted of needed) {
    if (called.some((one) => one.passed && covers(one, wanted))) passed.add(wanted);
  }
}

function noteFailure(open: Episode[], called: readonly Called[], failure: Failure): void {
  const needed = called.filter(({ passed }) => passed !== true);
  if (needed.length === 0) return;
  const isSame = (episode: Episode) =>
    episode.needed.length === needed.length &&
    episode.needed.every((one) => needed.some((other) => covers(other, one) || covers(one, other)));
  const known = open.find(isSame);
  known?.passed.clear();
  if (known !== undefined) known.failures.push(failure);
  else open.push({ needed, failures: [failure], passed: new Set() });
  if (open.length > MAX_OPEN) open.shift();
}

interface Course {
  readonly steps: readonly WorkStep[];
  /** The index of the call that passed. */
  readonly end: number;
  readonly project: string;
}

/**
 * For each time that lines of the error went away, what was done right before: the next run of the same call shows them no
 * more. What a run shows differently while nothing was done in between goes away with the next thing that was.
 */
function mended({ needed, failures }: Episode, { steps, end, project }: Course): Repair[] {
  const repairs: Repair[] = [];
  let carried: ErrorLine[] = [];
  failures.forEach(({ step, index, lines }, i) => {
    const later = new Set(failures.slice(i + 1).flatMap((one) => one.lines.map(({ exact }) => exact)));
    const gone = [...carried, ...lines].filter(({ exact }) => !later.has(exact));
    const isLast = i === failures.length - 1;
    const next = isLast ? end : failures[i + 1]!.index;
    const done = [
      ...thingsDone(steps.slice(index + 1, next), needed, project),
      ...thingInLine(steps[next]!, step, { needed, project }),
    ];
    // What the same failure shows differently, as where only its end was printed, goes away with the next thing.
    const isSame = lines.length === 0 || lines.some(({ exact }) => later.has(exact));
    carried = isSame && done.length === 0 ? gone : [];
    if (done.length === 0 || (gone.length === 0 && !isLast)) return;
    const first = failures.find((one) => one.lines.some(({ exact }) => gone.some((g) => g.exact === exact)));
    const before = steps.slice((first?.index ?? index) + 1, index);
    const files = done.flatMap(({ step: { file } }) => file ?? []);
    repairs.push({
      captures: [step.id, steps[next]!.id, ...done.map((one) => one.step.id)],
      failedAt: step.at,
      workedAt: steps[next]!.at,
      command: pasteable(step.end?.command ?? "", project),
      calls: needed.map(keyOf),
      lines: gone,
      tried: triedIn(before, steps.slice(index + 1, next), { needed, project }),
      worked: workedBy(done, project),
      files: [...new Set(files)],
    });
  });
  return repairs;
}

interface Thing {
  readonly step: WorkStep;
  /** A command as it can be pasted; `undefined` for a changed file. */
  readonly command: string | undefined;
}

/** What may have helped: what changed something, else what was built; not the call itself. */
function thingsDone(steps: readonly WorkStep[], needed: readonly Called[], project: string): Thing[] {
  const all = steps.flatMap((step): Thing[] => {
    if (step.end === undefined) return step.file === undefined ? [] : [{ step, command: undefined }];
    if (hasFailed(step.end) || step.end.outcome?.startsWith("tests:")) return [];
    const called = calledIn(step.end, project);
    if (called.length > 0 && called.every((one) => needed.some((own) => covers(one, own)))) return [];
    return mayMend(step.end.command) ? [{ step, command: pasteable(step.end.command, project) }] : [];
  });
  const other = all.filter(({ step }) => step.end?.outcome?.startsWith("builds:") !== true);
  if (other.length === 0) return all;
  const hasEdits = other.some(({ command }) => command === undefined);
  return hasEdits ? other.filter(({ command }) => command === undefined || isChange(command)) : other;
}

/**
 * `make proxy-reset && make test`, or `DB=… make test`, where `make test` alone had failed: the line itself holds what
 * helped.
 */
function thingInLine(
  later: WorkStep,
  failed: WorkStep,
  { needed, project }: { readonly needed: readonly Called[]; readonly project: string },
): Thing[] {
  const line = later.end?.command ?? "";
  const known = new Set([...needed.map(keyOf), ...linesIn(failed.end?.command ?? "")]);
  const isMore = linesIn(line).some((command) =>
    !known.has(command) && (isChange(command) || isSetting(command))
  );
  return isMore ? [{ step: later, command: pasteable(line, project) }] : [];
}

/** They change what is told of a run, and mend nothing. */
const TELLING =
  /^(?:export )?(?:DEBUG|CI|VERBOSE|TERM|(?:NO|FORCE)_COLOR|\w*LOG(?:_LEVEL)?|\w*DEBUG|\w*BACKTRACE)=/;

/** Sets a variable, for itself or for what follows. */
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
  { needed, project }: { readonly needed: readonly Called[]; readonly project: string },
): string[] {
  const failed = during.filter(({ end }) =>
    end !== undefined && hasFailed(end) && mayMend(end.command) && !end.outcome?.startsWith("tests:")
  );
  const done = thingsDone(before, needed, project).map(({ step, command }) =>
    command === undefined ? lowered(step.told) : quoteCode(command, COMMAND_UNITS)
  );
  const failing = failed.map(({ end }) =>
    `${quoteCode(pasteable(end!.command, project), COMMAND_UNITS)} (failed)`
  );
  return [...new Set([...done, ...failing])].slice(-MOST_TRIED);
}

function workedBy(done: readonly Thing[], project: string): Worked {
  const commands = [...new Set(done.flatMap(({ command }) => command ?? []))].slice(-MOST_COMMANDS);
  const paths = [...new Set(done.flatMap(({ step: { file } }) => file ?? []))];
  const files = paths.map((path) => shortPath(path, project));
  return { commands, files: files.slice(0, 20), text: describe(done, commands, files) };
}

/** "`npm ci` after changing package.json", "edited src/cart.ts: replaced `a` with `b`". */
function describe(done: readonly Thing[], commands: readonly string[], files: readonly string[]): string {
  const ran = commands.map((command) => quoteCode(command, 160)).join(", ");
  const named = files.slice(0, MOST_FILES).join(", ");
  const changed = files.length > MOST_FILES ? `${named} and ${files.length - MOST_FILES} more` : named;
  if (ran === "") return files.length === 1 ? lowered(editsOf(done)) : `changed ${changed}`;
  if (changed === "") return ran;
  const isAfter = done.findLastIndex(({ command }) => command === undefined) <
    done.findLastIndex(({ command }) => command !== undefined);
  return isAfter ? `${ran} after changing ${changed}` : `${ran}, then changed ${changed}`;
}

/** Of several edits of one file the last, and how many more. */
function editsOf(done: readonly Thing[]): string {
  const told = withoutReason(done.at(-1)!.step.told);
  return done.length === 1 ? told : `${told} and ${count(done.length - 1, "more edit")}`;
}

function lowered(text: string): string {
  return oneLine(text.charAt(0).toLowerCase() + text.slice(1), 240);
}
