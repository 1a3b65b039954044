// Makes the messages that triage judges from the rows of a transcript: without private texts and mneme's own.
import { besidePastes, isOwnQuestion, type Message, withoutPasteMarks } from "../base/conversation.ts";
import { cutMiddle } from "../base/cut.ts";
import { publicPart } from "../privacy/prefilter.ts";
import { stripPrivateTags } from "../privacy/private_tags.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { isOwnCall } from "../shell/command_words.ts";
import type { SpokenRow, TranscriptRow } from "../wire/transcript_row.ts";

/**
 * `said`: a message of the user, the agent or a subagent (`isSidechain`); `isPrivate`: the user's words in it, beside a
 * call's result, were all private. `private`: a prompt of private words alone. `ask`: mneme asked to save something.
 */
export type ConversationEntry =
  | Readonly<{ kind: "said"; message: Message; isSidechain: boolean; isPrivate?: boolean }>
  | { readonly kind: "private"; readonly isSidechain: boolean }
  | { readonly kind: "ask" };

const MAX_RESULT_BYTES = 2048; // triage reads only words of success or failure in a result

/** The most messages read to reach the prompt of a long turn, as a multiple of `max_transcript_messages`. */
export const LONGEST_TURN_FACTOR = 3;

/** Returns true for a prompt: it has text of the user and no result of a call. */
export function isPrompt({ role, text, toolResults }: Message): boolean {
  return role === "user" && text !== "" && toolResults.length === 0;
}

/** Returns true for a prompt, unless it was typed while a turn ran: then it belongs to that turn. */
export const beginsTurn = (message: Message) => isPrompt(message) && message.isQueued !== true;

/** Returns true for a prompt that begins a turn, but not for "go on", which continues even a private turn. */
export function beginsWork(message: Message): boolean {
  return beginsTurn(message) && !isAcknowledgement(message.text);
}

/** Returns the entry of the row at byte `offset`. If no public part remains, only a private prompt has an entry. */
export function entryOf(row: TranscriptRow, offset: number): ConversationEntry | undefined {
  const isAsk = row.kind === "stop-hook" && row.text.split(/(?<=: |- |\n)/).some(isOwnQuestion);
  if (row.kind === "stop-hook") return isAsk ? { kind: "ask" } : undefined; // an ask follows "Stop hook feedback:"
  const message = messageOf(row, offset);
  const isPrivate = row.role === "user" && message.text === "" &&
    row.texts.some((text) => /(?:<|&(?:lt|#60|#x3c);)\s*private\b/i.test(text));
  if (isEmpty(message)) return isPrivate ? { kind: "private", isSidechain: row.isSidechain } : undefined;
  return { kind: "said", message, isSidechain: row.isSidechain, ...isPrivate && { isPrivate } };
}

/** Returns true if all words of the user in the entry are private: the answer might reveal them. */
export function isHiding(entry: ConversationEntry | undefined): boolean {
  return entry?.kind === "private" || (entry?.kind === "said" && entry.isPrivate === true);
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
 * an ask, up to the user's next text, and without texts after wholly private words, up to the next request.
 * `isPrivate`: the newest turn has such words; `undefined` if the entries lack its start.
 */
export function conversationOf(entries: readonly ConversationEntry[]) {
  const ownCalls = new Set<string>();
  const messages: Message[] = [];
  let isAnsweringAsk = false;
  let isPrivate: boolean | undefined;
  for (const entry of withoutSubagents(entries)) {
    isAnsweringAsk ||= entry.kind === "ask";
    if (entry.kind === "said") {
      const { role, text } = entry.message;
      if (role === "user" && text !== "") isAnsweringAsk = false;
      if (beginsTurn(entry.message)) isPrivate = isPrivate === true && !beginsWork(entry.message);
      const own = withoutOwnTools(entry.message, ownCalls);
      const message = isPrivate ? { ...own, text: "" } : own;
      if (!isAnsweringAsk && !isEmpty(message)) messages.push(message);
    }
    if (isHiding(entry)) isPrivate = true;
  }
  return { messages, isPrivate };
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
