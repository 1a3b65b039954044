import { isPrompt } from "./conversation_rows.ts";
import { type Message, QUESTION_TOOL, type ToolUse } from "../base/conversation.ts";
import { count, oneLine } from "../session/wording.ts";
import { isAssignment } from "../outcome/words.ts";
import type { Candidate } from "../base/triage_types.ts";
import { isReadingCommand } from "../shell/reading.ts";
import { splitShell } from "../shell/shell_split.ts";
import { isEditTool, toolWork } from "../shell/tools.ts";
import { failedCalls, runSign } from "./course.ts";

/** Whether a turn had the shape of something worth keeping, and what was seen in it. */
export interface TurnShape {
  readonly isDue: boolean;
  /** Clauses that tell what was seen, the most telling first; one at least. */
  readonly reasons: readonly string[];
  /** What triage noticed and is not sure enough of to ask about, surest first. */
  readonly sentences: readonly string[];
}

/**
 * How much speaks for the agent finding something worth keeping in a turn: a regression over four numbers, the mean of
 * what 207 and 143 windows of real sessions by 64 and some 35 people teach. Counts tell more than words do there; no sign that
 * was tried on top of them told more.
 */
const SPEAKS_FOR = { calls: 0.28, edits: 0.1, said: 0.4, surest: 0.55 };
/** Of a command that is named. */
const COMMAND_UNITS = 60;
/** Chosen on 221 windows, so that an ask or a note comes in six of seven that hold something. */
const DUE = 2.3;

/** Below this triage has noticed nothing that would help the agent to remember. */
export const NOTICED_SCORE = 0.3;
const UNIT_OF_SPEECH = 200;

/**
 * Judges the messages from index `from` on, which are a turn or a whole window; those before tell what the turn takes
 * up. `candidates` are what triage made of all of them.
 */
export function turnShape(
  messages: readonly Message[],
  from: number,
  candidates: readonly Candidate[],
): TurnShape {
  const turn = messages.slice(from);
  const uuids = new Set(turn.map(({ uuid }) => uuid));
  const noticed = candidates.filter(({ category, score, evidence }) =>
    category !== "SESSION_SUMMARY" && score >= NOTICED_SCORE && uuids.has(evidence.uuid)
  );
  const work = workOf(turn);
  const repaired = repairedTarget(turn);
  return {
    isDue: repaired !== undefined || interestOf(work, noticed[0]?.score ?? 0) >= DUE,
    reasons: [
      ...(repaired === undefined
        ? []
        : [`\`${oneLine(repaired.replaceAll("`", ""), COMMAND_UNITS)}\` failed, then passed`]),
      ...noticed.some(({ category }) => category === "PREFERENCE") ? ["a rule was stated"] : [],
      ...talkReasons(messages, from),
      ...noticed.some(({ category }) => category === "TECH_DEBT") ? ["work was put off"] : [],
      ...readingReasons(turn),
      `${count(work.calls, "call")}, ${count(work.files.size, "file")} changed`,
    ],
    sentences: quotable(noticed, turn),
  };
}

/** Less sure ones, and what the user has just said, would not help the agent to remember; a rule would. */
const QUOTED_SCORE = 0.4;

function quotable(noticed: readonly Candidate[], turn: readonly Message[]): string[] {
  const ofUser = new Set(turn.filter(({ role }) => role === "user").map(({ uuid }) => uuid));
  return noticed.filter(({ category, score, evidence }) =>
    score >= QUOTED_SCORE && (category === "PREFERENCE" || !ofUser.has(evidence.uuid))
  ).map(({ text }) => text);
}

interface Work {
  readonly calls: number;
  readonly edits: number;
  readonly files: ReadonlySet<string>;
  /** Characters that the agent said. */
  readonly said: number;
}

function workOf(turn: readonly Message[]): Work {
  const failed = failedCalls(turn);
  const uses = turn.flatMap(({ toolUses }) => toolUses);
  const edits = uses.filter((use) => isEdit(use) && !failed.has(use.id));
  return {
    calls: uses.length,
    edits: edits.length,
    files: new Set(edits.flatMap(({ file }) => file ?? [])),
    said: turn.reduce((sum, { role, text }) => sum + (role === "assistant" ? text.length : 0), 0),
  };
}

function interestOf({ calls, edits, said }: Work, surest: number): number {
  const bounded = Math.min(0.95, Math.max(0.05, surest));
  return SPEAKS_FOR.calls * Math.log2(1 + calls) + SPEAKS_FOR.edits * Math.log2(1 + edits) +
    SPEAKS_FOR.said * Math.log2(1 + said / UNIT_OF_SPEECH) +
    SPEAKS_FOR.surest * Math.log(bounded / (1 - bounded));
}

function isEdit({ name }: ToolUse): boolean {
  return isEditTool(name);
}

/** What failed, and passed when it was run again after something else was done; to look for something is no run. */
function repairedTarget(turn: readonly Message[]): string | undefined {
  const targets = new Map<string, string>();
  const failed = new Map<string, number>(); // by target, how many calls there were then
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

/** What a shell line runs, by its words, whatever is set for it; `undefined` where it only looks or says what to run. */
function targetOf(command: string): string | undefined {
  const run = splitShell(command).find(({ words }) => words[0] !== "cd" && !isReadingCommand(words));
  const words = run?.words ?? [];
  const start = words.findIndex((word) => !isAssignment(word) && word !== "env");
  if (start < 0) return undefined;
  return words[start] === "source" ? undefined : words.slice(start).join(" ");
}

const REJECTED = "The user doesn't want to ";

/** What the user did about what the agent had said or done: corrected it, answered it, or chose. */
function talkReasons(messages: readonly Message[], from: number): string[] {
  const reasons = new Set<string>();
  let lastSaid = "";
  let edited = new Set<string>();
  let editedBefore = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const isOfTurn = index >= from;
    if (message.role === "user" && message.text !== "") {
      if (isOfTurn && isChoice(message.text, lastSaid)) reasons.add("options were weighed");
      else if (isOfTurn && lastSaid.trimEnd().endsWith("?")) reasons.add("a question was answered");
      if (isPrompt(message)) [editedBefore, edited] = [edited, new Set()];
    }
    if (message.role === "assistant" && message.text !== "") lastSaid = message.text;
    if (!isOfTurn) {
      for (const use of message.toolUses) if (isEdit(use)) edited.add(use.file ?? "");
      continue;
    }
    if (message.toolUses.some(({ name }) => name === QUESTION_TOOL)) reasons.add("options were weighed");
    if (message.toolResults.some(({ isError, text }) => isError && text.startsWith(REJECTED))) {
      reasons.add("the user corrected the agent");
    }
    for (const use of message.toolUses.filter(isEdit)) {
      if (editedBefore.has(use.file ?? "")) reasons.add("the user had work changed again");
      edited.add(use.file ?? "");
    }
  }
  return [...reasons];
}

/** Whether a reply names an option of the list before it: "2", "option B, then". */
function isChoice(reply: string, offer: string): boolean {
  const [, label] = /^\W*(?:option |variant )?([1-9A-Ha-h])\b/.exec(reply) ?? [];
  return label !== undefined && new RegExp(`^\\W*(?:option )?${label}[.):]`, "im").test(offer);
}

const LONG_SEARCH = 8;

/** What was read, and what came of it. */
function readingReasons(turn: readonly Message[]): string[] {
  const uses = turn.flatMap(({ toolUses }) => toolUses);
  const read = uses.findIndex(({ name, file }) =>
    name.startsWith("Web") || (name === "Read" && /\.(?:md|rst|txt|pdf)$/i.test(file ?? ""))
  );
  const hasEdit = read >= 0 && uses.slice(read).some(isEdit);
  return [
    ...(hasEdit ? ["files changed after documentation was read"] : []),
    ...(uses.filter(({ name }) => /^(?:look|web)$/.test(toolWork(name) ?? "")).length >= LONG_SEARCH
      ? ["a long search ended"]
      : []),
  ];
}
