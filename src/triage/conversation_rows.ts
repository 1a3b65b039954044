// Makes the messages that triage judges from the rows of a transcript: without private texts and mneme's own.
import { besidePastes, isOwnQuestion, type Message, withoutPasteMarks } from "../base/conversation.ts";
import { cutMiddle } from "../base/cut.ts";
import { publicPart } from "../privacy/prefilter.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";
import { isOwnCall } from "../shell/command_words.ts";
import type { SpokenRow, TranscriptRow } from "../wire/transcript_row.ts";

/**
 * `said`: a message of the user, the agent or a subagent (`isSidechain`). `private`: a wholly private prompt, which the
 * answer might reveal. `ask`: mneme asked the agent to save something.
 */
export type ConversationEntry =
  | { readonly kind: "said"; readonly message: Message; readonly isSidechain: boolean }
  | { readonly kind: "private"; readonly isSidechain: boolean }
  | { readonly kind: "ask" };

const MAX_RESULT_BYTES = 2048; // triage reads only words of success or failure in a result

/** The most messages read to reach the prompt of a long turn, as a multiple of `max_transcript_messages`. */
export const LONGEST_TURN_FACTOR = 3;

/** Returns true for a prompt: it has text of the user and no result of a call. */
export function isPrompt({ role, text, toolResults }: Message): boolean {
  return role === "user" && text !== "" && toolResults.length === 0;
}

/** Returns false for a prompt that was typed while a turn ran: it belongs to that turn. */
export const beginsTurn = (message: Message) => isPrompt(message) && message.isQueued !== true;

/** Returns the entry of the row at byte `offset`. If no public part remains, only a private prompt has an entry. */
export function entryOf(row: TranscriptRow, offset: number): ConversationEntry | undefined {
  const isAsk = row.kind === "stop-hook" && row.text.split(/(?<=: |- |\n)/).some(isOwnQuestion);
  if (row.kind === "stop-hook") return isAsk ? { kind: "ask" } : undefined; // after "Stop hook feedback:"
  const message = messageOf(row, offset);
  if (!isEmpty(message)) return { kind: "said", message, isSidechain: row.isSidechain };
  return row.role === "user" && row.texts.some((text) => /(?:<|&(?:lt|#60|#x3c);)\s*private\b/i.test(text))
    ? { kind: "private", isSidechain: row.isSidechain }
    : undefined;
}

/** Returns true if a prompt of the newest turn was wholly private; `undefined` if the entries lack the turn's start. */
export function isPrivateTurn(entries: readonly ConversationEntry[]): boolean | undefined {
  const prompt = withoutSubagents(entries).findLast((entry) =>
    entry.kind === "private" || (entry.kind === "said" && !entry.isSidechain && beginsTurn(entry.message))
  );
  return prompt && prompt.kind === "private";
}

/** Leaves out subagents' entries, unless there are no others, as in a subagent's own transcript. */
function withoutSubagents(entries: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const hasMain = entries.some((entry) => entry.kind === "said" && !entry.isSidechain);
  return entries.filter((entry) => entry.kind === "ask" || !hasMain || !entry.isSidechain);
}

function messageOf(row: SpokenRow, offset: number): Message {
  const said = row.texts.join("\n\n");
  const shown = stripPrivateTags(said);
  return {
    uuid: row.uuid,
    offset,
    role: row.role,
    ...row.isQueued ? { isQueued: true, at: row.at } : row.promptId ? { promptId: row.promptId } : {},
    text: publicPart(said, withoutPasteMarks(shown)) && besidePastes(shown),
    toolUses: row.toolUses.map((use) => ({
      ...use,
      file: use.file && stripPrivateTags(use.file),
      command: use.command && stripPrivateTags(use.command),
    })),
    toolResults: row.toolResults.map((result) => ({
      ...result,
      text: cutMiddle(stripPrivateTags(result.text), MAX_RESULT_BYTES),
    })),
  };
}

/**
 * Returns the messages without those of subagents, without calls of mneme and their results, without what follows
 * an ask, up to the user's next text, and without texts after a wholly private prompt, up to the next turn.
 */
export function conversationOf(entries: readonly ConversationEntry[]): Message[] {
  const ownCalls = new Set<string>();
  const messages: Message[] = [];
  let isAnsweringAsk = false;
  let isPrivate = false;
  for (const entry of withoutSubagents(entries)) {
    if (entry.kind !== "said") {
      isAnsweringAsk ||= entry.kind === "ask";
      isPrivate ||= entry.kind === "private";
      continue;
    }
    const { role, text } = entry.message;
    if (role === "user" && text !== "") isAnsweringAsk = false;
    if (beginsTurn(entry.message)) isPrivate = false;
    const own = withoutOwnTools(entry.message, ownCalls);
    const message = isPrivate ? { ...own, text: "" } : own;
    if (!isAnsweringAsk && !isEmpty(message)) messages.push(message);
  }
  return messages;
}

/** Removes mneme's calls and their results. Adds the ids of the calls to `ownCalls`. */
function withoutOwnTools(message: Message, ownCalls: Set<string>): Message {
  const own = message.toolUses.filter((use) => isOwnCall(use.name, use.command));
  for (const use of own) ownCalls.add(use.id);
  return {
    ...message,
    toolUses: message.toolUses.filter((use) => !own.includes(use)),
    toolResults: message.toolResults.filter(({ toolUseId }) => !ownCalls.has(toolUseId)),
  };
}

function isEmpty({ text, toolUses, toolResults }: Message): boolean {
  return text === "" && toolUses.length === 0 && toolResults.length === 0;
}

/**
 * Adds the assistant's last message, which the client sends before it is in the transcript, unless `text` or its last
 * block is there already: each block has a row of its own. `offset` is the byte at which the next row will begin.
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
