import type { SpokenRow, TranscriptRow } from "../wire/transcript_row.ts";
import type { Message, ToolResult } from "../base/conversation.ts";
import { cutMiddle } from "../base/cut.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";
import { isOwnQuestion } from "../base/own_questions.ts";

/** A row as far as the conversation needs it. */
export type ConversationEntry = SaidEntry | AskEntry | PrivateEntry;

export interface SaidEntry {
  readonly kind: "said";
  readonly message: Message;
  /** Said in a helper's conversation. */
  readonly isSidechain: boolean;
}

/** Here mneme asked. */
export interface AskEntry {
  readonly kind: "ask";
}

/** Here the user said something wholly private: what the agent says to it might tell of it. */
export interface PrivateEntry {
  readonly kind: "private";
}

const MAX_RESULT_BYTES = 2048;

/**
 * Of a turn so many times the configured messages are read: an agent works on for a hundred rows, and what was asked at
 * the beginning, and decided on the way, is said there only.
 */
export const LONGEST_TURN = 3;

/** Tells whether a turn begins here: the user says something, and not as the answer to a call. */
export function isPrompt({ role, text, toolResults }: Message): boolean {
  return role === "user" && text !== "" && toolResults.length === 0;
}

/** The row, which begins at `offset` of its file, without private parts; `undefined` when nothing is left of it. */
export function entryOf(row: TranscriptRow, offset: number): ConversationEntry | undefined {
  if (row.kind === "stop-hook") return isOwnQuestion(row.text) ? { kind: "ask" } : undefined;
  const message = messageOf(row, offset);
  if (!isEmpty(message)) return { kind: "said", message, isSidechain: row.isSidechain };
  return row.role === "user" && row.texts.some((text) => /<private\b/i.test(text))
    ? { kind: "private" }
    : undefined;
}

function messageOf(row: SpokenRow, offset: number): Message {
  return {
    uuid: row.uuid,
    offset,
    role: row.role,
    text: stripPrivateTags(row.texts.join("\n\n")).trim(),
    toolUses: row.toolUses.map((use) => ({
      ...use,
      file: withoutPrivate(use.file),
      command: withoutPrivate(use.command),
    })),
    toolResults: row.toolResults.map((result) => ({
      ...result,
      text: cutMiddle(stripPrivateTags(result.text), MAX_RESULT_BYTES),
    })),
  };
}

function withoutPrivate(text: string | undefined): string | undefined {
  return text === undefined ? undefined : stripPrivateTags(text);
}

/**
 * The conversation, in the order of the entries, without mneme's own part in it: its tools, their results, and what
 * the assistant said and did when mneme asked it to save something, up to the next word of the user's; and without what it
 * said to a wholly private prompt. What helpers said is left out, unless there is nothing else: then the file is a
 * helper's own.
 */
export function conversationOf(entries: readonly ConversationEntry[]): Message[] {
  const hasMain = entries.some((entry) => entry.kind === "said" && !entry.isSidechain);
  const ownCalls = new Set<string>();
  const messages: Message[] = [];
  let isAnsweringAsk = false;
  let isPrivate = false;
  for (const entry of entries) {
    if (entry.kind !== "said") {
      isAnsweringAsk ||= entry.kind === "ask";
      isPrivate ||= entry.kind === "private";
      continue;
    }
    if (hasMain && entry.isSidechain) continue;
    const { role, text } = entry.message;
    if (role === "user" && text !== "") isAnsweringAsk = isPrivate = false;
    const own = withoutOwnTools(entry.message, ownCalls);
    const message = isPrivate ? { ...own, text: "" } : own;
    if (!isAnsweringAsk && !isEmpty(message)) messages.push(message);
  }
  return messages;
}

/** Adds the ids of mneme's calls to `ownCalls`, by which their results are known. */
function withoutOwnTools(message: Message, ownCalls: Set<string>): Message {
  const own = message.toolUses.filter((use) => isOwnTool(use.name));
  if (own.length + ownCalls.size === 0) return message;
  for (const use of own) ownCalls.add(use.id);
  const isOwnResult = (result: ToolResult) => ownCalls.has(result.toolUseId);
  if (own.length === 0 && !message.toolResults.some(isOwnResult)) return message;
  return {
    ...message,
    toolUses: message.toolUses.filter((use) => !own.includes(use)),
    toolResults: message.toolResults.filter((result) => !isOwnResult(result)),
  };
}

/** `mcp__mneme__search`, and `mcp__plugin_mneme_mneme__search` when a plugin brings the server. */
function isOwnTool(name: string): boolean {
  return name.startsWith("mcp__") && (name.split("__")[1] ?? "").includes("mneme");
}

function isEmpty({ text, toolUses, toolResults }: Message): boolean {
  return text === "" && toolUses.length === 0 && toolResults.length === 0;
}

/**
 * The messages with the assistant's last one, which the client tells before its transcript has it. Nothing is added
 * where the last words are that message or, as each of its blocks has a row, the end of it. `offset` is where the
 * next row will begin.
 */
export function withLastMessage(
  messages: readonly Message[],
  text: string | undefined,
  offset: number,
): readonly Message[] {
  const said = stripPrivateTags(text ?? "").trim();
  const last = messages.findLast((message) => message.text !== "");
  if (said === "" || (last?.role === "assistant" && said.endsWith(last.text))) return messages;
  return [...messages, { uuid: "", offset, role: "assistant", text: said, toolUses: [], toolResults: [] }];
}
