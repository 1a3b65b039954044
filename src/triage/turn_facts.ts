// Tells what happened in a turn: the clauses of the note with the next prompt, and the summary of changed files.
import { amount } from "../base/amounts.ts";
import { cutAtWord } from "../base/cut.ts";
import { type Message, QUESTION_TOOL } from "../base/conversation.ts";
import { fileName } from "../base/slashes.ts";
import type { Finding } from "../base/triage_types.ts";
import { callsIn, covers, type Invocation, isVariant } from "../outcome/invocations.ts";
import { findRuns } from "../outcome/find_runs.ts";
import { listSome } from "../session/wording.ts";
import { isPrompt } from "./conversation_rows.ts";
import { NAMED } from "./options.ts";
import standing from "./standing_words.json" with { type: "json" };
import { changesIn, guessResult } from "./steps.ts";

const COMMAND_UNITS = 60; // so that two reasons fit into a note (`REASONS_UNITS`)
/** The least score of a rule that a note mentions; by default, no other category has a lower one. */
export const NOTICED_SCORE = 0.4;
/** The least score of a debt that a note mentions, since people say "later" of many things. */
const DEBT_SCORE = 0.45;

/**
 * Returns clauses about the turn that begins at the index `from`, the most important first. Earlier messages show what the
 * prompt refers to. Findings of most categories are mentioned only from the score `asked` on, at which a stop would ask
 * about them. A repair is not mentioned if the agent was told at the failure what is known of it (`isFixTold`).
 */
export function seenInTurn(
  messages: readonly Message[],
  from: number,
  findings: readonly Finding[],
  { asked = Infinity, isFixTold = false } = {},
): readonly string[] {
  const turn = messages.slice(from);
  const uuids = new Set(turn.map(({ uuid }) => uuid));
  const noticed = (category: Finding["category"], least: number) =>
    findings.some((one) => one.category === category && one.score >= least && uuids.has(one.evidence.uuid));
  const repaired = isFixTold ? undefined : repairedLine(turn)?.replaceAll("`", "").replace(/\s+/g, " ");
  return [
    ...noticed("PREFERENCE", NOTICED_SCORE) ? ["a rule was stated"] : [],
    ...isCorrected(messages, from) ? ["the user corrected the agent"] : [],
    ...repaired === undefined ? [] : [`\`${cutAtWord(repaired, COMMAND_UNITS)}\` failed, then passed`],
    ...noticed("DECISION", asked) ? ["a decision was made"] : [],
    ...noticed("RUNBOOK", asked) ? ["a cause or a fix was found"] : [],
    ...noticed("CONSTRAINT", asked) ? ["a limit was found"] : [],
    ...isAnswered(messages, from) ? ["a question was answered"] : [],
    ...noticed("TECH_DEBT", DEBT_SCORE) ? ["work was put off"] : [],
  ];
}

/** Returns the commands of a line that failed, then passed; none if an edit before the first failure may be its cause. */
function repairedLine(turn: readonly Message[]): string | undefined {
  const commands = new Map<string, string>(); // by the id of the call
  const failures: { readonly line: readonly Invocation[]; calls: number }[] = []; // `calls`: up to the last failure
  let calls = 0;
  const changes = changesIn(turn);
  let hasEdited = false;
  for (const { toolUses, toolResults } of turn) {
    for (const { id, command } of toolUses) {
      calls++;
      hasEdited ||= changes.has(id);
      if (command !== undefined) commands.set(id, command);
    }
    for (const result of toolResults) {
      const command = commands.get(result.toolUseId);
      if (command === undefined || result.isRefused || (hasEdited && failures.length === 0)) continue;
      const guess = guessResult(result);
      const isFailed = guess === "failed";
      const line = isFailed || failures.length > 0 ? callsIn(command) : []; // reading a line takes time
      if (line.every(({ words }) => words[0] === "git")) continue; // a push that works after a pull teaches nothing
      // A run with another option may do less, but that of another command may be the fix.
      const fits = (call: Invocation, one: Invocation) =>
        covers(call, one) || !one.isRun && isVariant(call, one);
      // The code 0 of a pipe or a background call tells nothing of the command; the silence of a compiler does.
      const isSilent = /^\W*(?:Bash completed with no output\W*)?$/.test(result.text) &&
        /^[^|;<>]*(?:2>&1\s*)?\| *(?:head|tail)\b[^|;&]*$/.test(command);
      const hasPassed = ({ passed, typed }: Invocation) =>
        passed || (isSilent && findRuns(typed, []).some(({ kind }) => kind === "builds"));
      const known = isFailed || guess === "passed" ? line : line.filter(hasPassed);
      const before = failures.find((one) => one.line.every((own) => known.some((call) => fits(call, own))));
      if (isFailed) {
        if (before !== undefined) before.calls = calls;
        else if (!hasEdited) failures.push({ line, calls });
      } else if (before !== undefined && calls - before.calls > 1) { // a call between may have mended it
        return before.line.map(({ typed }) => typed).join("; ");
      }
    }
  }
  return undefined;
}

const { words, unless, accepted, accepted_near: near } = standing.correction;
const ACCEPTED = `(?!.*\\b(?:${unless.join("|")})\\b)\\w+\\W+(?:${accepted.join("|")})\\b|.{0,24}\\b(?:${
  near.join("|")
})\\b`;
/** Matches the beginning of a prompt that rejects the agent's work, but not "no, thanks" or "undo history must …". */
const CORRECTION = new RegExp(`^(?!${ACCEPTED})(?:${words.join("|")})\\b(?!-\\w)`, "i");

/** Returns true if the prompt corrects the agent, or if the user has refused a call of the turn with words. */
function isCorrected(messages: readonly Message[], from: number): boolean {
  const hasWorked = messages.slice(0, from).some(({ toolUses }) => toolUses.length > 0);
  const [said = ""] = messages.slice(from, from + 1).filter(isPrompt).map(({ text }) => text.trim());
  // Behind a question, a bare "no" is its answer.
  const isAnswer = YES_OR_NO.test(said) && /[?？].*$/.test(lastAnswer(messages, from).trimEnd());
  return hasWorked && CORRECTION.test(said) && !isAnswer ||
    messages.slice(from).some((one) => one.text !== "" && isRefusing(one));
}

const isRefusing = ({ toolResults }: Message) => toolResults.some(({ isRefused }) => isRefused);

function lastAnswer(messages: readonly Message[], from: number): string {
  return messages.slice(0, from).findLast(({ role, text }) => role === "assistant" && text)?.text ?? "";
}

const YES_OR_NO = /^(?:(?:yes|no(?:pe)?|ja|nein)\W*)*$/i; // matches an answer that decides nothing for later, and ""

/** Returns true if the user answered the question tool with more than a yes or no, or names an option of a list. */
function isAnswered(messages: readonly Message[], from: number): boolean {
  const turn = messages.slice(from);
  const [, label] = NAMED.exec(turn[0]?.role === "user" ? turn[0].text : "") ?? [];
  return label !== undefined &&
      new RegExp(`^\\W*(?:option )?${label}(?:[.):]| [—–-] )`, "im").test(lastAnswer(messages, from)) ||
    turn.some(({ toolUses }, i) =>
      toolUses.some(({ name }) => name === QUESTION_TOOL) && !YES_OR_NO.test(turn[i + 1]?.text ?? "") &&
      !turn.slice(i + 1, i + 2).some(isRefusing)
    );
}

/** Lists the files that these messages' calls have changed, without those of failed calls. */
export const editedFiles = (messages: readonly Message[]) => [...changesIn(messages).values()].flat();

/** Returns the text of SESSION_SUMMARY in `mneme triage`: a sentence about the changed files, if they are enough. */
export function workSummary(
  messages: readonly Message[],
  least: { readonly summary_min_files: number; readonly summary_min_tools: number },
): string | undefined {
  const uses = messages.flatMap(({ toolUses }) => toolUses);
  const files = [...new Set(editedFiles(messages))];
  const isEnough = files.length >= least.summary_min_files ||
    (uses.length >= least.summary_min_tools && files.length > 0);
  if (!isEnough) return undefined;
  const names = listSome(files.map(fileName), { most: 4 });
  return `Changed ${amount(files.length, "file")} with ${amount(uses.length, "tool call")}: ${names}.`;
}
