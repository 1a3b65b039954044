import type { Message, ToolResult, ToolUse } from "../../src/base/conversation.ts";
import type { TriageCategory } from "../../src/base/triage_types.ts";
import { type Conversation, toolResult, toolUse } from "./conversations.ts";

interface Label {
  readonly expected: readonly TriageCategory[];
  readonly accept?: readonly TriageCategory[];
  readonly must_mention: Readonly<Partial<Record<TriageCategory, readonly string[]>>>;
}

/** Labelled windows of real transcripts: a folder with `labels.json` and `transcripts/`. */
export function readRealWindows(folder: string): Conversation[] {
  const labels = JSON.parse(Deno.readTextFileSync(`${folder}/labels.json`)) as Record<string, Label>;
  return Object.entries(labels).map(([id, label]) => ({
    id,
    messages: readTranscript(`${folder}/transcripts/${id}.jsonl`),
    expected: label.expected,
    accept: label.accept ?? [],
    mustMention: label.must_mention,
    isSession: true,
  }));
}

type Row = Record<string, unknown> & { readonly message?: { readonly content?: unknown } };

function readTranscript(path: string): Message[] {
  const messages: Message[] = [];
  for (const line of Deno.readTextFileSync(path).split("\n")) {
    const row = parseRow(line);
    if (row?.type !== "user" && row?.type !== "assistant") continue;
    if (row.isMeta === true || row.isCompactSummary === true) continue;
    messages.push(messageOf(row, row.type));
  }
  return messages;
}

function parseRow(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row;
  } catch {
    return undefined;
  }
}

function messageOf(row: Row, role: "user" | "assistant"): Message {
  const content = row.message?.content;
  const blocks = Array.isArray(content) ? content as Record<string, unknown>[] : [];
  const texts = typeof content === "string"
    ? [content]
    : blocks.filter((b) => b.type === "text").map((b) => String(b.text));
  const toolUses: ToolUse[] = blocks.filter((b) => b.type === "tool_use").map((b) =>
    toolUse(String(b.id), String(b.name), (b.input ?? {}) as Record<string, unknown>)
  );
  const toolResults: ToolResult[] = blocks.filter((b) => b.type === "tool_result").map((b) =>
    toolResult(String(b.tool_use_id), b.content, b.is_error === true)
  );
  return { uuid: String(row.uuid ?? ""), offset: 0, role, text: texts.join("\n\n"), toolUses, toolResults };
}
