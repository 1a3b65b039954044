import type { SpokenRow, TranscriptRow } from "../wire/transcript_row.ts";
import type { Message, ToolResult } from "../base/conversation.ts";
import { cutMiddle } from "../base/cut.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";
import { isOwnQuestion } from "../base/own_questions.ts";

/** A row of the transcript, reduced to what the conversation needs. */
export type ConversationEntry = SaidEntry | AskEntry | PrivateEntry;

export interface SaidEntry {
  readonly kind: "said";
  readonly message: Message;
  /** True if it was said in a helper's conversation. */
  readonly isSidechain: boolean;
}

/** Marks the place where mneme asked the agent to save. */
export interface AskEntry {
  readonly kind: "ask";
}

/** Marks a wholly private prompt: the agent's answer may tell of it and is dropped. */
export interface PrivateEntry {
  readonly kind: "private";
}

const MAX_RESULT_BYTES = 2048;

/**
 * A turn is read up to this many times the configured messages, as an agent may work for a hundred rows on what was
 * said at its beginning.
 */
export const LONGEST_TURN = 3;

/** Tells whether a turn begins with this message: the user says something that is no result of a call. */
export function isPrompt({ role, text, toolResults }: Message): boolean {
  return role === "user" && text !== "" && toolResults.length === 0;
}

/** Decodes a row, which begins at `offset` of its file, without private parts; `undefined` when nothing is left. */
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
 * Returns the conversation in order, without mneme's part: its tools, their results, and what the agent said and did
 * after an ask, up to the user's next words. Answers to wholly private prompts are dropped. Helpers' words are
 * dropped, unless there is nothing else: then the file is a helper's own.
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

/** Removes calls of mneme's tools and adds their ids to `ownCalls`, by which their results are removed. */
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

/** Recognises `mcp__mneme__search`, and `mcp__plugin_mneme_mneme__search` of a plugin. */
function isOwnTool(name: string): boolean {
  return name.startsWith("mcp__") && (name.split("__")[1] ?? "").includes("mneme");
}

function isEmpty({ text, toolUses, toolResults }: Message): boolean {
  return text === "" && toolUses.length === 0 && toolResults.length === 0;
}

/**
 * Adds the agent's last message, which stdin tells before the transcript has it, unless it is there already, whole or
 * as the end of the last message. `offset` is where the next row will begin.
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
