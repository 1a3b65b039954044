// Finds the steps between a failure and its repair that may have helped; `repair.ts` calls it.
import { fileName } from "../base/slashes.ts";
import { covers, type Invocation, invocationKey, invocationsIn } from "../outcome/invocations.ts";
import { hasFailedWhole } from "../outcome/judge.ts";
import { bareCommand } from "../outcome/wrappers.ts";
import { type ErrorLine, wordsOfError } from "../search/error_signature.ts";
import { namesIn } from "../search/failure_clues.ts";
import { splitShell } from "../shell/shell_split.ts";
import fixes from "./fix_commands.json" with { type: "json" };
import { fixIn, isSetup, pasteable } from "./fix_commands.ts";
import { PROSE } from "./wording.ts";
import type { RunStep, WorkStep } from "./work_steps.ts";

export interface HelpingStep {
  readonly step: WorkStep;
  /** The command as it can be pasted into a shell; `undefined` for a changed file. */
  readonly command: string | undefined;
}

export type Failure = Readonly<{ step: RunStep; index: number; lines: readonly ErrorLine[] }>;

/** `needed` are those commands of the failed line that have to pass. */
export type FailedCall = Failure & Readonly<{ needed: readonly Invocation[]; project: string }>;

/** Matches calls of remote systems. An edit counts as their help only if the failure names the file. */
const REMOTE =
  /^(?:git (?:push|pull|fetch|clone|ls-remote)|ssh|scp|rsync|curl|wget|gh|glab|docker (?:pull|push|login))\b/;

/**
 * Returns the steps that may have made a failed call pass: never tests or the call itself, and builds only if
 * no other step may have. A step for another prompt has to name something of the error: it may be other work.
 */
export function helpingSteps(steps: readonly WorkStep[], failed: FailedCall): HelpingStep[] {
  const { needed, project, step: { prompt, end: { command, output } } } = failed;
  const errorNames = namesIn(failed.lines.map(({ text }) => text));
  const isRemote = needed.every((one) => REMOTE.test(invocationKey(one)));
  const all = steps.flatMap((step): HelpingStep[] => {
    const { end, file = "" } = step;
    if (end === undefined) {
      const mayHelp = step.prompt === prompt
        ? !(isRemote || PROSE.test(file)) || output.includes(fileName(file))
        : !errorNames.isDisjointFrom(namesIn(step.text.split(": ").slice(1))); // without the path: `Edited PATH: …`
      return mayHelp && file !== "" ? [{ step, command: undefined }] : [];
    }
    if (hasFailedWhole(end) || end.state === "cut-off" || end.outcome?.startsWith("tests:")) return [];
    const called = invocationsIn(end, project);
    const isOwn = (one: Invocation) => needed.some((own) => covers(one, own) || isLonger(one, own));
    if (called.length > 0 && called.every(isOwn)) return [];
    const line = fixIn(pasteable(end.command, project), command);
    return isSetup(line) && bearsOn(line, step, failed) ? [{ step, command: line }] : [];
  });
  // A command that helped tells by itself what it changed.
  const ran = new Set(all.flatMap(({ step, command }) => command === undefined ? [] : step.id));
  const told = all.filter(({ step, command }) => command !== undefined || !ran.has(step.id));
  const others = told.filter(({ step }) => step.end?.outcome?.startsWith("builds:") !== true);
  return others.length === 0 ? told : others;
}

/** Tells whether a call that is not known to have passed is the failed run with more options: `tsc --listFiles`. */
function isLonger({ words, passed }: Invocation, failed: Invocation): boolean {
  return !passed && failed.isRun && failed.words.every((word) => words.includes(word)) &&
    words.every((word) => failed.words.includes(word) || word.startsWith("-"));
}

/**
 * Returns `next`, the first run without the error (it may have failed for another reason), if its own line has what
 * helped: `docker compose up -d && make test`, `DB=… make test`, or `uv run pytest` where `pytest` had failed. If other
 * steps helped (`hasHelp`), a test or build in another form, as in the last example, does not count, nor another shell.
 */
export function helpInLine(next: WorkStep, failed: FailedCall, hasHelp: boolean): HelpingStep[] {
  const { needed, project, step: { end: { command: failedLine, tool } } } = failed;
  const line = fixIn(pasteable(next.end?.command ?? "", project), failedLine);
  const known = new Set([...needed.map(invocationKey), ...commandsIn(failedLine)]);
  const called = invocationsIn(next.end!, project);
  const isOtherForm = !called.some((one) => needed.some((own) => covers(one, own))) &&
    !(hasHelp && needed.every(({ isRun }) => isRun));
  const hasMore = isOtherForm || (!hasHelp && (next.end?.tool !== tool || avoidsRefused([next], failed))) ||
    commandsIn(line).some((command) => !known.has(command) && (isSetup(command) || SETTING.test(command)));
  return hasMore && line !== "" ? [{ step: next, command: line }] : [];
}

/** Matches a command with a variable in front (`DB=x make`) that does more than change the output, unlike `CI=1`. */
const SETTING =
  /^(?:export |\w+=\S* )*(?!(?:CI|VERBOSE|TERM|(?:NO|FORCE)_COLOR|(?:\w+_)?(?:LOG(?:_LEVEL)?|DEBUG|BACKTRACE))=)[A-Za-z_]\w*\+?=/;

/** Matches an operator that a shell refuses: "The token '&&' is not a valid statement separator". */
const REFUSED = /(?<=\bThe token '|\bsyntax error near unexpected token `)[&|;<>()]{1,2}(?=')/;

/** Tells whether the last step lacks the operator that a shell refused, and no step changed a file of the error. */
export function avoidsRefused(steps: readonly WorkStep[], { step: { end } }: Failure): boolean {
  const [refused] = REFUSED.exec(end.output) ?? [];
  return refused !== undefined && end.command.includes(refused) &&
    !steps.at(-1)!.end!.command.includes(refused) &&
    !steps.some(({ file }) => file !== undefined && end.output.includes(fileName(file)));
}

const commandsIn = (line: string) => splitShell(line).map(({ words }) => words.join(" "));

/** Matches programs that run others: two lines with one of them may be unrelated. A name in the error still counts. */
const LAUNCHER =
  /^(?:node|deno|bunx?|npx|p?npm|yarn|python|ruby|perl|php|bash|sh|zsh|cd|echo|export|sudo|corepack|uvx?|poetry|pipenv|pdm|rye|pixi|mise)?$/;

/** Kinds of errors (patterns that ignore case), each with the commands that mend it without sharing a word with it. */
const KINDS = fixes.kinds.map((kind) => [new RegExp(kind.errors, "i"), new RegExp(kind.commands)] as const);

/**
 * Returns true if a command shares a telling word with the failed line or its error, or mends errors of its kind. For
 * another prompt, only a word of the error counts.
 */
function bearsOn(line: string, { prompt }: WorkStep, failed: FailedCall): boolean {
  const error = failed.lines.map(({ text }) => text).join("\n");
  const failedLine = prompt === failed.step.prompt ? failed.step.end.command : "";
  // Script runners print what a script runs: `> biome check .`
  const echoed = failedLine && failed.step.end.output.match(/(?<=^[>$] )\S.*/gm) || [];
  const ran = wordsIn([failedLine, ...echoed].join(" ").toLowerCase()).filter((word) => !LAUNCHER.test(word));
  const words = new Set([...ran, ...wordsIn(error.toLowerCase())]);
  const programs = commandsIn(line).map((one) => bareCommand(one).split(" ", 1)[0]!);
  return programs.some((program) => ran.includes(program)) || (prompt === failed.step.prompt &&
    KINDS.some(([errors, commands]) => errors.test(error) && commands.test(line))) ||
    [...wordsOfError(line)].flatMap(wordsIn).some((word) => words.has(word) && !COMMON.test(word));
}

/** Matches words of commands for any purpose: two lines with one of them may be unrelated. */
const COMMON =
  /^(?:.?|env|run|exec|tool|install|ci|add|get|update|upgrade|sync|init|set|use|create|generate|build|start|up|dev|src|main|origin|mkdir|cd|js|ts|py|sh|json|\d+)$/;

const wordsIn = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u);
