import { cleanText } from "../privacy/clean.ts";
import type { Message, ToolUse } from "../base/conversation.ts";

/** The part of the conversation that a model is shown, oldest first. */
export type EvidenceWindow = readonly WindowMessage[];

export interface WindowMessage {
  readonly uuid: string;
  readonly offset: number;
  readonly role: Message["role"];
  /** The words, cleaned and perhaps with their middle cut out. */
  readonly said: string;
  /** One line per tool call: its name and the file or command, never its output. */
  readonly tools: readonly string[];
}

const MAX_SAID_UNITS = 12_000;
const MAX_TOOL_UNITS = 160;
const MAX_TOOLS = 40;
const CUT = " […] ";

/**
 * The messages as they may leave this machine: without private parts and secrets (whatever the settings say of
 * secrets at home), without tool output, cut to the budget. Where it is too small, older messages go first, and of
 * those that are evidence none.
 */
export function evidenceWindow(
  messages: readonly Message[],
  { maxUnits, evidence }: {
    readonly maxUnits: number;
    /** Rows that stay in whatever their age: candidates stand on them. */
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
      if (room < 0) break;
      kept.add(message);
    }
  }
  return shown.filter((message) => kept.has(message));
}

/** The messages as they may leave this machine, each cut to a length of its own; those of which nothing is left are gone. */
export function shownMessages(messages: readonly Message[]): EvidenceWindow {
  return messages.map(show).filter(({ said, tools }) => said !== "" || tools.length > 0);
}

/** The characters of a message that are sent. */
export function unitsOf({ said, tools }: WindowMessage): number {
  return tools.reduce((sum, line) => sum + line.length, said.length);
}

/** The messages as a question has them: whose they are, what was said, what was done. */
export function asData(window: EvidenceWindow): readonly object[] {
  return window.map(({ role, said, tools }) => ({
    from: role,
    ...(said === "" ? {} : { said }),
    ...(tools.length === 0 ? {} : { tools }),
  }));
}

/** Text as it may be sent, at most `maxUnits` long, its middle cut out; cleaned before anything is cut. */
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
