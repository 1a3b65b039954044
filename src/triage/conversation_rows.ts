import type { SpokenRow, TranscriptRow } from "../wire/transcript_row.ts";
import type { Message, ToolResult } from "../base/conversation.ts";
import { cutMiddle } from "../base/cut.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";
import { isOwnQuestion } from "../base/own_questions.ts";
import { isOwnTool } from "../shell/tools.ts";

/** A row of a transcript, as far as a conversation needs it. */
export type ConversationEntry = SaidEntry | AskEntry | PrivateEntry;

export interface SaidEntry {
  readonly kind: "said";
  readonly message: Message;
  /** Said in a helper's conversation. */
  readonly isSidechain: boolean;
}

/** The place where mneme asked the agent to save something. */
export interface AskEntry {
  readonly kind: "ask";
}

/** The place of a wholly private prompt, which the agent's answer might reveal. */
export interface PrivateEntry {
  readonly kind: "private";
}

const MAX_RESULT_BYTES = 2048;

/**
 * A long turn is read up to this many times `max_transcript_messages`: an agent may work on for a hundred
 * rows, and only the earlier ones tell what was asked and decided.
 */
export const LONGEST_TURN = 3;

/** Tells whether a turn begins with a message: it holds words of the user's and no result of a call. */
export function isPrompt({ role, text, toolResults }: Message): boolean {
  return role === "user" && text !== "" && toolResults.length === 0;
}

/** Returns a row without private parts; `undefined` when nothing is left. It begins at byte `offset`. */
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
 * Returns the conversation in the order of the entries. Leaves out calls of mneme's tools and their results,
 * all that the agent said and did after mneme asked it to save something, up to the user's next words, and
 * the agent's words to a wholly private prompt. Also leaves out helpers' messages, unless there are no
 * others: then the file is a helper's own.
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

/** Removes mneme's calls and their results, and adds the ids of these calls to `ownCalls`. */
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

function isEmpty({ text, toolUses, toolResults }: Message): boolean {
  return text === "" && toolUses.length === 0 && toolResults.length === 0;
}

/**
 * Adds the assistant's last message, `text`, which the client tells before its transcript has it. Adds
 * nothing if the last message is `text` or its end, as each block of a message has a row. `offset` is where
 * the next row will begin, in bytes.
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
