import { cutAtWord } from "../base/cut.ts";
import { isPrompt } from "./conversation_rows.ts";
import { type Message, QUESTION_TOOL } from "../base/conversation.ts";
import type { Candidate } from "../base/triage_types.ts";
import { isAssignment } from "../outcome/words.ts";
import { isReadingCommand } from "../shell/reading.ts";
import { splitShell } from "../shell/shell_split.ts";
import { runSign } from "./course.ts";

/** The most UTF-16 units of a command that a clause names. */
const COMMAND_UNITS = 60;
/** The least score of a finding that a note names. */
export const NOTICED_SCORE = 0.4;
/** Higher for debts, as "later" is said of anything. */
const DEBT_SCORE = 0.45;

/**
 * Returns clauses that tell what was seen in the turn that begins at the index `from`, the most telling
 * first. The messages before tell what the turn takes up. `candidates` are what triage found in all of them.
 */
export function seenInTurn(
  messages: readonly Message[],
  from: number,
  candidates: readonly Candidate[],
): readonly string[] {
  const turn = messages.slice(from);
  const uuids = new Set(turn.map(({ uuid }) => uuid));
  const noticed = (category: Candidate["category"], least: number) =>
    candidates.some((one) => one.category === category && one.score >= least && uuids.has(one.evidence.uuid));
  const repaired = repairedTarget(turn);
  return [
    ...noticed("PREFERENCE", NOTICED_SCORE) ? ["a rule was stated"] : [],
    ...isCorrected(messages, from) ? ["the user corrected the agent"] : [],
    ...repaired === undefined ? [] : [
      `\`${
        cutAtWord(repaired.replaceAll("`", "").replace(/\s+/g, " "), COMMAND_UNITS)
      }\` failed, then passed`,
    ],
    ...isAnswered(messages, from) ? ["a question was answered"] : [],
    ...noticed("TECH_DEBT", DEBT_SCORE) ? ["work was put off"] : [],
  ];
}

/** Returns a command that failed, and passed when it was run again after another call. */
function repairedTarget(turn: readonly Message[]): string | undefined {
  const targets = new Map<string, string>();
  const failed = new Map<string, number>(); // by target, the number of calls until then
  let calls = 0;
  for (const { toolUses, toolResults } of turn) {
    for (const { id, command } of toolUses) {
      calls++;
      const target = command === undefined ? undefined : targetOf(command);
      if (target !== undefined) targets.set(id, target);
    }
    for (const result of toolResults) {
      const target = targets.get(result.toolUseId);
      if (target === undefined) continue;
      const before = failed.get(target);
      if (runSign(result) === "failed") failed.set(target, calls);
      else if (before !== undefined && calls - before >= LEAST_CALLS) return target;
    }
  }
  return undefined;
}

/** The call between, and the run itself. */
const LEAST_CALLS = 2;

/** Returns the first command that does more than look, without assignments; none for `source` and `git`. */
function targetOf(command: string): string | undefined {
  const run = splitShell(command).find(({ words }) => words[0] !== "cd" && !isReadingCommand(words));
  const words = run?.words ?? [];
  const start = words.findIndex((word) => !isAssignment(word) && word !== "env");
  if (start < 0) return undefined;
  return words[start] === "source" || words[start] === "git" ? undefined : words.slice(start).join(" ");
}

/** The beginning of the result of a call that the user refused. */
const REJECTED = "The user doesn't want to ";
/** Matches the beginning of a prompt that takes back what the agent did. */
const CORRECTION =
  /^(?:no|nope|wrong|stop|revert|undo|that'?s (?:not|wrong)|th(?:at|is) is (?:not|wrong)|not (?:what|that|like)|i (?:meant|said)|you (?:forgot|missed|should)|why (?:did|are) you|nein|falsch|non|pas comme)\b(?! problem| worries| need)/i;

/** Tells whether the user refused a call, or began the turn by taking back the agent's work. */
function isCorrected(messages: readonly Message[], from: number): boolean {
  const hasWorked = messages.slice(0, from).some(({ role, toolUses }) =>
    role === "assistant" && toolUses.length > 0
  );
  const prompt = messages[from];
  return (hasWorked && prompt !== undefined && isPrompt(prompt) && CORRECTION.test(prompt.text.trim())) ||
    messages.slice(from).some(({ toolResults }) =>
      toolResults.some(({ isError, text }) => isError && text.startsWith(REJECTED))
    );
}

/** True if the user answered an agent's question: through the question tool, or by naming an option. */
function isAnswered(messages: readonly Message[], from: number): boolean {
  const offer =
    messages.slice(0, from).findLast(({ role, text }) => role === "assistant" && text !== "")?.text ?? "";
  const prompt = messages[from]?.role === "user" ? messages[from].text : "";
  return isChoice(prompt, offer) ||
    messages.slice(from).some(({ toolUses }) => toolUses.some(({ name }) => name === QUESTION_TOOL));
}

/** Tells whether a reply names an option of the list before it: "2", "option B, then". */
function isChoice(reply: string, offer: string): boolean {
  const [, label] = /^\W*(?:option |variant )?([1-9A-Ha-h])\b/.exec(reply) ?? [];
  return label !== undefined && new RegExp(`^\\W*(?:option )?${label}[.):]`, "im").test(offer);
}
