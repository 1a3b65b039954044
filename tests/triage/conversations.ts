import type { Message, ToolResult, ToolUse } from "../../src/base/conversation.ts";
import type { TriageCategory } from "../../src/base/triage_types.ts";

/** A labelled conversation, ready for triage. */
export interface Conversation {
  readonly id: string;
  readonly messages: readonly Message[];
  readonly expected: readonly TriageCategory[];
  /** Doubtful categories, which count neither for nor against. */
  readonly accept: readonly TriageCategory[];
  readonly mustMention: Readonly<Partial<Record<TriageCategory, readonly string[]>>>;
  /** An imitation of a real session, long and narrated. */
  readonly isSession: boolean;
}

/** The compact form in which conversations are written by hand. */
interface WrittenCase {
  readonly id: string;
  readonly expected: readonly TriageCategory[];
  readonly accept?: readonly TriageCategory[];
  readonly must_mention?: Readonly<Partial<Record<TriageCategory, readonly string[]>>>;
  readonly turns: readonly WrittenTurn[];
}

interface WrittenTurn {
  readonly u?: string;
  readonly a?: string;
  readonly meta?: boolean;
  readonly tool?: { readonly name: string; readonly input?: Readonly<Record<string, unknown>> };
  readonly result?: unknown;
  readonly error?: boolean;
}

/** Reads conversations from JSON lines. */
export function readConversations(
  path: string | URL,
  kind: "written" | "session" = "written",
): Conversation[] {
  return readLines<WrittenCase>(path).map((written) => ({
    id: written.id,
    messages: written.turns.flatMap((turn, index) => messagesOfTurn(turn, `${written.id}-${index}`)),
    expected: written.expected,
    accept: written.accept ?? [],
    mustMention: written.must_mention ?? {},
    isSession: kind === "session",
  }));
}

/** The rows of a file of JSON lines. */
export function readLines<T>(path: string | URL): T[] {
  return Deno.readTextFileSync(path).split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line) as T
  );
}

function messagesOfTurn(turn: WrittenTurn, uuid: string): Message[] {
  if (turn.u !== undefined) return turn.meta === true ? [] : [said(uuid, "user", turn.u)];
  if (turn.a !== undefined) return [said(uuid, "assistant", turn.a)];
  if (turn.tool === undefined) return [];
  const use = toolUse(uuid, turn.tool.name, turn.tool.input ?? {});
  return [
    { ...said(uuid, "assistant", ""), toolUses: [use] },
    { ...said(`${uuid}r`, "user", ""), toolResults: [toolResult(uuid, turn.result, turn.error === true)] },
  ];
}

/** A message that holds text alone. */
export function said(uuid: string, role: "user" | "assistant", text: string): Message {
  return { uuid, offset: 0, role, text, toolUses: [], toolResults: [] };
}

/** A tool call as the transcript reader gives it. */
export function toolUse(id: string, name: string, input: Readonly<Record<string, unknown>>): ToolUse {
  const file = input.file_path ?? input.notebook_path;
  const { command } = input;
  return {
    id,
    name,
    file: typeof file === "string" ? file : undefined,
    command: typeof command === "string" ? command : undefined,
  };
}

/** A tool result with the head and tail of its text. */
export function toolResult(toolUseId: string, result: unknown, isError: boolean): ToolResult {
  const text = typeof result === "string" ? result : JSON.stringify(result ?? "");
  return { toolUseId, isError, text: text.length > 2048 ? text.slice(0, 1024) + text.slice(-1024) : text };
}
