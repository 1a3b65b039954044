// Finds repairs in a session: a call failed, something was done, and the call passed. `mneme fix` tells them later.
import { amount } from "../base/amounts.ts";
import { covers, type Invocation, invocationKey, invocationsIn, isVariant } from "../outcome/invocations.ts";
import { hasFailed, hasFailedWhole } from "../outcome/judge.ts";
import { type ErrorLine, signatureOf, wordsOfError } from "../search/error_signature.ts";
import type { FailedCall, Failure, HelpingStep } from "./helping_steps.ts";
import { avoidsRefused, helpingSteps, helpInLine } from "./helping_steps.ts";
import { LEADING_FILES } from "./describe_command.ts";
import { fixIn, isDestructive, isSetup, pasteable } from "./fix_commands.ts";
import { listSome, oneLine, quoteCode, shortPath, withoutReason } from "./wording.ts";
import type { WorkStep } from "./work_steps.ts";

/** The commands and files that may have made the call pass, and a text about both. */
export interface Worked {
  readonly commands: readonly string[];
  readonly files: readonly string[];
  readonly text: string;
  readonly tells_pass?: true; // `text` names what passed, if that is known; absent if an older mneme learnt it
}

export interface Repair {
  /** The captures of the last call with `lines`, of the first one without them, then of the steps that helped. */
  readonly captures: readonly number[];
  readonly failedAt: string;
  readonly workedAt: string;
  readonly command: string;
  /** The keys (`invocationKey`) of the call's commands. */
  readonly calls: readonly string[];
  readonly lines: readonly ErrorLine[];
  readonly tried: readonly string[]; // attempts that did not help
  readonly worked: Worked;
}

/** A call that failed and has not passed since. */
interface Episode {
  readonly needed: readonly Invocation[];
  readonly failures: Failure[];
  /** The commands of `needed` that have passed since the last failure. */
  readonly passed: Set<Invocation>;
}

type Work = Readonly<{ steps: readonly WorkStep[]; project: string }>;

export function repairsIn(steps: readonly WorkStep[], project: string): Repair[] {
  let open: Episode[] = [];
  const found: Repair[] = [];
  steps.forEach((step, index) => {
    const { end } = step;
    if (end === undefined) return;
    const called = invocationsIn(end, project);
    for (const episode of open) notePasses(episode, called);
    found.push(...open.filter(hasPassed).flatMap((one) => repairsOf(one, index, { steps, project })));
    open = open.filter((episode) => !hasPassed(episode));
    if (!hasFailed(end)) return;
    noteFailure(open, called, { step: { ...step, end }, index, lines: signatureOf(end.output, end.test) });
  });
  return found;
}

const hasPassed = ({ needed, passed }: Episode) => passed.size === needed.length;

function notePasses({ needed, passed }: Episode, called: readonly Invocation[]): void {
  const isSame = (one: Invocation, wanted: Invocation) => covers(one, wanted) || isVariant(one, wanted);
  for (const wanted of needed) {
    if (called.some((one) => one.passed && isSame(one, wanted))) passed.add(wanted);
  }
}

/** Adds a failure to the episode of its call, or begins one. Destructive calls are not followed. */
function noteFailure(open: Episode[], called: readonly Invocation[], failure: Failure): void {
  const failed = called.filter(({ passed }) => passed !== true);
  // Of `npm ci; npm test`, the tests failed if their output says so.
  const runs = failed.filter(({ isRun }) => isRun && failure.step.end.outcome?.endsWith(":fail"));
  const needed = runs.length > 0 ? runs : failed;
  if (needed.length === 0 || isDestructive(failure.step.end.command)) return;
  const isSame = (episode: Episode) =>
    episode.needed.length === needed.length &&
    episode.needed.every((one) => needed.some((other) => covers(other, one) || covers(one, other)));
  const known = open.find(isSame);
  if (known === undefined) {
    open.push({ needed, failures: [failure], passed: new Set() });
    if (open.length > 30) open.shift(); // bounds the time of long sessions
    return;
  }
  known.passed.clear();
  known.failures.push(failure);
}

/** Lines of an error that went away, and the steps that may have helped. */
interface GoneLines {
  readonly failed: FailedCall;
  readonly lines: readonly ErrorLine[];
  readonly helped: readonly HelpingStep[];
  /** The index of the first later run that shows the lines to be gone: it got as far as the tests, if they name one. */
  readonly until: number;
}

/**
 * Returns a repair for each time that lines of the error went away: its steps are those before the run without them. If
 * nothing was done and other lines stayed, they belong to the next repair: a run may print only its last lines. A run
 * that failed before its tests does not show that they pass. `passedAt` is the index of the step that passed.
 */
function repairsOf(episode: Episode, passedAt: number, work: Work): Repair[] {
  const { needed, failures } = episode;
  const found: GoneLines[] = [];
  let carried: readonly ErrorLine[] = [];
  let open: GoneLines[] = [];
  failures.forEach((failure, i) => {
    const { index, lines } = failure;
    const later = new Set(failures.slice(i + 1).flatMap((one) => one.lines.map(({ exact }) => exact)));
    const gone = [...carried, ...lines].filter(({ exact }) => !later.has(exact));
    const following = failures[i + 1];
    const until = following?.index ?? passedAt;
    const failed = { ...failure, needed, project: work.project };
    const isAvoided = avoidsRefused(work.steps.slice(index + 1, until + 1), failure);
    const before = isAvoided ? [] : helpingSteps(work.steps.slice(index + 1, until), failed);
    // A step before a call that leaves its sandbox may have done nothing.
    const isFreed = work.steps[until]!.end?.isFree && !failure.step.end.isFree;
    const helped = isFreed ? [] : [...before, ...helpInLine(work.steps[until]!, failed, before.length > 0)];
    const isLasting = lines.length === 0 || lines.some(({ exact }) => later.has(exact));
    carried = isLasting && helped.length === 0 ? gone : [];
    // The steps before the run that hid the tests say most. They come last, because a long list loses its beginning.
    open = open.map((one) => ({ ...one, helped: [...helped, ...one.helped], until }));
    if (helped.length > 0 && (gone.length > 0 || following === undefined)) {
      open.push({ failed, lines: gone, helped, until });
    }
    // The lines of a test count as still there if the next run failed before its tests or, if both runs count theirs,
    // passed no more tests than this one: the failed test may be skipped now.
    const passedTests = work.steps[until]!.end?.passedTests ?? Infinity;
    const isHidden = ({ failed: earlier }: GoneLines) =>
      namesTest(earlier) && ((following !== undefined && !namesTest(following)) ||
        passedTests <= (earlier.step.end.passedTests ?? -1));
    found.push(...open.filter((one) => !isHidden(one)));
    open = open.filter(isHidden);
  });
  return found.map((gone) => repairOf(gone, episode, work));
}

/** Tells whether the failure names a test. It names none if the code did not compile, for example. */
const namesTest = ({ lines }: Failure) => lines.some(({ isTest }) => isTest);

function repairOf(gone: GoneLines, { needed, failures }: Episode, { steps, project }: Work): Repair {
  const { failed, failed: { step, index }, lines, helped, until } = gone;
  const first = failures.find((one) => one.lines.some(({ exact }) => lines.some((g) => g.exact === exact)));
  const before = steps.slice((first?.index ?? index) + 1, index);
  const { id, at, end } = steps[until]!;
  // This run may have failed for another reason; `fixIn` may hide its line.
  const passed = hasFailed(end!) ? "" : fixIn(pasteable(end!.command, project), step.end.command);
  return {
    captures: [step.id, id, ...helped.map((one) => one.step.id)],
    failedAt: step.at,
    workedAt: at,
    command: pasteable(step.end.command, project).replace(LEADING_FILES, ""),
    calls: needed.map(invocationKey),
    lines,
    tried: triedIn(before, steps.slice(index + 1, until), failed),
    worked: workedBy(gone, passed, end!.tool === step.end.tool ? "" : ` in ${end!.tool}`),
  };
}

const [MOST_TRIED, MOST_COMMANDS, MOST_FILES, MOST_NAMED] = [6, 3, 20, 4]; // of a repair; the text names fewer files
const [TRIED_UNITS, WORKED_UNITS] = [300, 160]; // the most units of an attempt, and of a step that helped

/** Lists attempts that did not help: those `before` the last failure, and commands that failed `during` the repair. */
function triedIn(before: readonly WorkStep[], during: readonly WorkStep[], failed: FailedCall): string[] {
  const attempts = helpingSteps(before, failed).map(({ step, command }) =>
    command === undefined ? inSentence(step.text) : quoteCode(command, TRIED_UNITS)
  );
  const failing = during.flatMap(({ end }) => {
    if (end === undefined || !hasFailedWhole(end) || end.outcome?.startsWith("tests:")) return [];
    const line = fixIn(pasteable(end.command, failed.project), failed.step.end.command);
    return isSetup(line) ? [`${quoteCode(line, TRIED_UNITS)} (failed)`] : [];
  });
  return [...new Set([...attempts, ...failing])].slice(-MOST_TRIED);
}

/** The `text` is like "`npm ci` after changing a.json; then `npm test` passed" or "`npm i --force` passed instead". */
function workedBy({ helped, lines, failed: { project } }: GoneLines, passed: string, place: string): Worked {
  const commands = [...new Set(helped.flatMap(({ command }) => command ?? []))].slice(-MOST_COMMANDS);
  const files = new Set(helped.flatMap(({ step: { file } }) => file ?? []));
  const paths = [...files].map((path) => shortPath(path, project));
  const told = helped.filter(({ command }) => command !== passed);
  const inTime = told.toSorted((a, b) => a.step.id - b.step.id);
  const ran = [...new Set(inTime.flatMap(({ command }) => command ?? []))]
    .filter((command) => commands.includes(command))
    .map((command) => quoteCode(command, WORKED_UNITS)).join(", ");
  const changed = listSome(paths, { most: MOST_NAMED });
  const after = inTime.at(-1)?.command === undefined ? ", then changed " : " after changing ";
  const edited = paths.length === 1 ? inSentence(tellingEdit(told, lines)) : `changed ${changed}`;
  const help = changed === "" ? ran : ran === "" ? edited : ran + after + changed;
  const end = passed === "" ? "" : `${quoteCode(passed, WORKED_UNITS)} passed${place}`;
  const text = help === "" ? `${end} instead` : help + (end && `; then ${end}`);
  return { commands, files: paths.slice(0, MOST_FILES), text, tells_pass: true };
}

function tellingEdit(helped: readonly HelpingStep[], lines: readonly ErrorLine[]): string {
  const inError = wordsOfError(lines.map(({ text }) => text).join("\n"));
  const shared = (edit: string) => [...wordsOfError(edit)].filter((word) => inError.has(word)).length;
  const edits = helped.map(({ step }) => withoutReason(step.text));
  const best = edits.reduce((a, b) => shared(b) >= shared(a) ? b : a);
  return edits.length === 1 ? best : `${best} and ${amount(edits.length - 1, "more edit")}`;
}

const inSentence = (text: string) => oneLine(text.charAt(0).toLowerCase() + text.slice(1), 240);
