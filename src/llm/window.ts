import { cleanText } from "../privacy/clean.ts";
import type { Message, ToolUse } from "../base/conversation.ts";

/** The messages of the conversation that are sent to a model, oldest first. */
export type EvidenceWindow = readonly WindowMessage[];

export interface WindowMessage {
  readonly uuid: string;
  /** The byte offset of the message's line in the transcript. */
  readonly offset: number;
  readonly role: Message["role"];
  /** The text without secrets and private parts. If it was too long, its middle is cut out. */
  readonly said: string;
  /** One line for each tool call: its name and the file or command, never its output. */
  readonly tools: readonly string[];
}

/** The limits of a message: the lengths of texts in UTF-16 units, and the number of tool calls. */
const MAX_SAID_UNITS = 12_000;
const MAX_TOOL_UNITS = 160;
const MAX_TOOLS = 40;
const CUT = " […] ";

/**
 * Returns the messages that fit into `maxUnits`, as they may leave this machine (`shownMessages`). Those with evidence are
 * taken first, then the others, both newest first; the first that does not fit ends the selection.
 */
export function evidenceWindow(
  messages: readonly Message[],
  { maxUnits, evidence }: {
    readonly maxUnits: number;
    /** The byte offsets of the messages in which candidates were found. */
    readonly evidence: ReadonlySet<number>;
  },
): EvidenceWindow {
  const shown = shownMessages(messages);
  const kept = new Set<WindowMessage>();
  let room = maxUnits;
  for (const isWanted of [true, false]) {
    for (const message of shown.toReversed()) {
      if (evidence.has(message.offset) !== isWanted) continue;
      room -= unitsOf(message);
      if (room < 0) break; // `room` stays negative, so nothing more is taken
      kept.add(message);
    }
  }
  return shown.filter((message) => kept.has(message));
}

/**
 * Returns the messages as they may leave this machine: without secrets (also if `privacy.redact_secrets` is off), private
 * parts and tool output, and with long texts shortened. Messages of which nothing is left are left out.
 */
export function shownMessages(messages: readonly Message[]): EvidenceWindow {
  return messages.map(show).filter(({ said, tools }) => said !== "" || tools.length > 0);
}

/** Returns the length of a message in UTF-16 units. */
export function unitsOf({ said, tools }: WindowMessage): number {
  return tools.reduce((sum, line) => sum + line.length, said.length);
}

/** Returns the messages in the form of a prompt: author, text and tool calls. */
export function asData(window: EvidenceWindow): readonly object[] {
  return window.map(({ role, said, tools }) => ({
    from: role,
    ...(said === "" ? {} : { said }),
    ...(tools.length === 0 ? {} : { tools }),
  }));
}

/** Returns a text without secrets and private parts. If it is longer than `maxUnits`, its middle is cut out. */
export function sendable(text: string, maxUnits: number): string {
  const clean = cleanText(text, { redactSecrets: true }).trim();
  if (clean.length <= maxUnits) return clean;
  const head = Math.ceil((maxUnits - CUT.length) * 0.6);
  const tail = maxUnits - CUT.length - head;
  return `${clean.slice(0, head)}${CUT}${clean.slice(clean.length - tail)}`.toWellFormed();
}

function show(message: Message): WindowMessage {
  const { uuid, offset, role } = message;
  const said = sendable(message.text, MAX_SAID_UNITS);
  return { uuid, offset, role, said, tools: message.toolUses.slice(0, MAX_TOOLS).map(toolLine) };
}

function toolLine({ name, file, command }: ToolUse): string {
  const object = command ?? file;
  const line = object === undefined ? name : `${name}: ${object}`;
  return sendable(line, MAX_TOOL_UNITS).replace(/\s+/g, " ");
}
