// Decodes a row of a transcript, parsed as JSON: who said what, the calls of tools, and their results.
import { namedFile } from "./events.ts";
import { QUESTION_TOOL, shellChanges } from "../base/conversation.ts";
import type { Message, ToolResult, ToolUse } from "../base/conversation.ts";
import { answersGiven, questionsAsked } from "./asked_question.ts";
import { asObject, asText, at, type WireObject } from "../base/json.ts";
import { asToolName } from "./fields.ts";
import { REJECTION, saidByAssistant, saidByUser, typedCommand } from "./said_text.ts";
import { isRefusal } from "./tool_results.ts";

/** A message, or the text by which a Stop hook sent the agent back to work. */
export type TranscriptRow = SpokenRow | { readonly kind: "stop-hook"; readonly text: string };

export interface SpokenRow extends Omit<Message, "text" | "offset"> {
  readonly kind: "spoken";
  readonly parentUuid?: string | undefined; // of the row before it in its branch of the conversation
  readonly isSidechain: boolean; // true for a subagent's
  readonly texts: readonly string[];
}

/** Returns `undefined` for rows outside of the conversation, and for other formats. Never throws. */
export function decodeRow(value: unknown): TranscriptRow | undefined {
  const row = asObject(value);
  if (row === undefined || "parent_tool_use_id" in row) return undefined; // the output of `claude -p`, no transcript
  if (row.type === "attachment") return decodeAttachment(row);
  if (row.type !== "user" && row.type !== "assistant") return undefined;
  const message = asObject(row.message);
  if (message === undefined) return undefined;
  const hook = row.type === "user" ? stopHookRow(message.content, row.isMeta === true) : undefined;
  if (hook !== undefined) return hook; // the next line would drop it
  if (isWrittenByClient(row, message)) return undefined;
  return spoken(row, row.type, message.content);
}

function isWrittenByClient(row: WireObject, message: WireObject): boolean {
  const origin = asObject(row.origin)?.kind;
  // A scheduled prompt is sent in the user's place, perhaps each minute. A private one is kept: it hides the answer.
  if (row.turnOrigin === "scheduled") return !/<\s*private\b/i.test(textOf(message.content));
  return row.isMeta === true || row.isCompactSummary === true || row.isApiErrorMessage === true ||
    row.isVisibleInTranscriptOnly === true || message.model === "<synthetic>" ||
    (origin !== undefined && origin !== "human");
}

/** Returns a message with its texts, calls and results; `undefined` if it has none. */
function spoken(row: WireObject, role: "user" | "assistant", content: unknown): SpokenRow | undefined {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  if (!Array.isArray(blocks)) return undefined;
  const texts: string[] = [];
  const toolUses: ToolUse[] = [];
  const toolResults: ToolResult[] = [];
  for (const item of blocks) {
    const block = asObject(item);
    if (block?.type === "text") {
      const text = asText(block.text) ?? "";
      texts.push(role === "user" ? typedCommand(text) ?? saidByUser(text) : saidByAssistant(text));
    } else if (block?.type === "tool_use") {
      toolUses.push(toolUse(block));
      if (block.name === QUESTION_TOOL) texts.push(questionsAsked(block.input));
    } else if (block?.type === "tool_result") {
      const [isError, text] = [block.is_error === true, textOf(block.content)];
      const refused = isError && isRefusal(text) ? { isRefused: true } : {};
      const changed = shellChanges(row.toolUseResult);
      const more = changed.length > 0 ? { changed } : refused;
      toolResults.push({ toolUseId: asText(block.tool_use_id) ?? "", isError, ...more, text });
      const comment = () => saidByUser(REJECTION.exec(text)?.[1] ?? "");
      texts.push(isError ? comment() : answersGiven(row.toolUseResult));
    }
  }
  const said = texts.filter((text) => text !== "");
  if (said.length + toolUses.length + toolResults.length === 0) return undefined;
  const [parentUuid, promptId] = [asText(row.parentUuid), asText(row.promptId)];
  const ids = { uuid: asText(row.uuid) ?? "", parentUuid, promptId, isSidechain: row.isSidechain === true };
  return { kind: "spoken", ...ids, role, texts: said, toolUses, toolResults };
}

function toolUse({ id, name: given, input }: WireObject): ToolUse {
  const name = asToolName(given);
  const command = name === "Bash" || name === "PowerShell" ? asText(at(input, "command")) : undefined;
  return { id: asText(id) ?? "", name, file: namedFile(input), command };
}

/** Returns a content's text: the content, if it is a string, or the joined texts of its blocks; "" for any other. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((item) => typeof item === "string" ? item : asText(asObject(item)?.text) ?? "")
    .filter((text) => text !== "").join("\n");
}

/** Decodes a text by which a Stop hook sent the agent back, or a prompt that was typed while a turn ran. */
function decodeAttachment(row: WireObject): TranscriptRow | undefined {
  const attachment = asObject(row.attachment);
  if (attachment === undefined) return undefined;
  if (attachment.hookEvent === "Stop") {
    const reason = asText(asObject(attachment.blockingError)?.blockingError); // only of a hook that blocked
    const text = attachment.type === "hook_additional_context" ? textOf(attachment.content) : reason;
    return text === undefined ? undefined : { kind: "stop-hook", text };
  }
  const isPrompt = attachment.type === "queued_command" && (attachment.commandMode ?? "prompt") === "prompt";
  if (!isPrompt || isWrittenByClient({ ...row, origin: attachment.origin }, {})) return undefined;
  const prompt = spoken(row, "user", attachment.prompt);
  return prompt && { ...prompt, isQueued: true, at: asText(row.timestamp) };
}

/** Takes a text for a Stop hook's if the text says so and the client wrote it: older clients mark no such rows. */
function stopHookRow(content: unknown, isMarked: boolean): TranscriptRow | undefined {
  const text = textOf(Array.isArray(content) ? content.slice(0, 1) : content);
  const [head] =
    /^\s*(?:<system-reminder>)?\s*Stop hook (?:feedback|additional context):(?:\s*\n)?/.exec(text) ?? [];
  return head !== undefined && (isMarked || head.endsWith("\n")) ? { kind: "stop-hook", text } : undefined;
}
