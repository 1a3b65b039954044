import * as fc from "fast-check";
import { assertEquals } from "../_support/assert.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  transcriptRow,
  userRow,
} from "../_support/transcript_rows.ts";
import type { Message } from "../../src/base/conversation.ts";
import { readTranscriptTail } from "../../src/machine/transcripts.ts";
import {
  beginsWork,
  type ConversationEntry,
  conversationOf,
  entryOf,
  LONGEST_TURN_FACTOR,
} from "../../src/triage/conversation_rows.ts";
import { decodeTranscriptLine } from "../../src/wire/transcript.ts";

const TEXT = fc.string({ unit: "binary", maxLength: 60 });
const UUID = fc.uuid();

/** Rows as the client writes them, said and unsaid, of main agent and helpers. */
const ROW = fc.oneof(
  fc.tuple(TEXT, UUID).map(([text, uuid]) => userRow(text, { uuid })),
  fc.tuple(TEXT, UUID, fc.boolean()).map(([text, uuid, isSidechain]) =>
    assistantRow([textBlock(text)], { uuid, isSidechain })
  ),
  fc.constantFrom("Read", "Bash", "mcp__mneme__search").map((name) =>
    assistantRow([toolUseBlock(name, name, { command: "ls" })])
  ),
  fc.tuple(fc.constantFrom("Read", "mcp__mneme__search"), TEXT, fc.integer({ min: 1, max: 4000 })).map(
    ([id, text, times]) => userRow([toolResultBlock(id, text.repeat(times))]),
  ),
  TEXT.map((content) =>
    userRow(`Stop hook feedback:\nSave the following memories before stopping:\n${content}`, { isMeta: true })
  ),
  TEXT.map((content) => userRow(content, { isMeta: true })),
  TEXT.map((content) => transcriptRow("system", { content })),
).map((row) => JSON.stringify(row));

/** Whole rows, rows spread over lines, two rows in one line, and what is no row at all. */
const LINE = fc.oneof(
  { weight: 8, arbitrary: ROW },
  { weight: 1, arbitrary: ROW.map((row) => JSON.stringify(JSON.parse(row), null, 2)) },
  { weight: 1, arbitrary: fc.tuple(ROW, ROW).map((rows) => rows.join("")) },
  { weight: 1, arbitrary: fc.tuple(ROW, fc.nat()).map(([row, cut]) => row.slice(0, cut % row.length)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: TEXT },
  { weight: 1, arbitrary: fc.nat({ max: 200_000 }).map((length) => "\0".repeat(length)) },
);

const FILE = fc.tuple(fc.array(LINE, { maxLength: 25 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, lineEnd, isClosed]) =>
    new TextEncoder().encode(lines.join(lineEnd) + (isClosed && lines.length > 0 ? lineEnd : ""))
  );

const PATH = Deno.makeTempFileSync({ suffix: ".jsonl" });
globalThis.addEventListener("unload", () => Deno.removeSync(PATH));

function readBackward(bytes: Uint8Array, limits: { maxMessages: number; maxBytes?: number }) {
  Deno.writeFileSync(PATH, bytes);
  return readTranscriptTail(PATH, { ...limits, decode: decodeTranscriptLine });
}

const isPrivate = (entry: ConversationEntry) => entry.kind === "private" && !entry.isSidechain;

/** The plain way: every line from the start. */
function entriesForward(bytes: Uint8Array, from = 0): ConversationEntry[] {
  const entries = [];
  for (let offset = from; offset <= bytes.length;) {
    const feed = bytes.indexOf(10, offset);
    const end = feed < 0 ? bytes.length : feed;
    for (const row of decodeTranscriptLine(bytes.subarray(offset, end))) {
      const entry = entryOf(row, offset);
      if (entry !== undefined) entries.push(entry);
    }
    offset = end + 1;
  }
  return entries;
}

function readForward(bytes: Uint8Array, from = 0): Message[] {
  return conversationOf(entriesForward(bytes, from)).messages;
}

Deno.test("transcript: reading backwards is reading forwards", () => {
  fc.assert(
    fc.property(FILE, (bytes) => {
      const tail = readBackward(bytes, { maxMessages: Infinity, maxBytes: Infinity });
      assertEquals(tail.messages, readForward(bytes));
    }),
    { numRuns: 300 },
  );
});

Deno.test("transcript: any limit of bytes gives what the lines within it say", () => {
  fc.assert(
    fc.property(FILE, fc.nat(), (bytes, limit) => {
      const maxBytes = limit % (bytes.length + 2);
      const tail = readBackward(bytes, { maxMessages: Infinity, maxBytes });
      const cut = bytes.length - maxBytes;
      // The first line within the limit is whole only if the byte before it, which is not read, ends another.
      const first = cut <= 0 ? 0 : bytes.indexOf(10, cut) + 1;
      assertEquals(tail.messages, cut > 0 && first === 0 ? [] : readForward(bytes, first));
    }),
    { numRuns: 300 },
  );
});

Deno.test("transcript: a limit of messages gives what the last of them say, and the prompt of their turn", () => {
  fc.assert(
    fc.property(FILE, fc.integer({ min: 1, max: 20 }), (bytes, maxMessages) => {
      const entries = entriesForward(bytes);
      const counted = entries.filter((entry) => entry.kind === "said" && !entry.isSidechain);
      const prompt = entries.findLastIndex((entry) =>
        entry.kind === "said" ? !entry.isSidechain && beginsWork(entry.message) : isPrivate(entry)
      );
      const turn = prompt < 0
        ? Infinity
        : entries.slice(prompt).filter((one) => counted.includes(one)).length;
      const least = turn < maxMessages ? maxMessages : LONGEST_TURN_FACTOR * maxMessages;
      const first = counted.at(-least);
      const from = first === undefined ? 0 : entries.indexOf(first);
      const isWhole = turn >= maxMessages && prompt >= from;
      const head = prompt >= 0 && prompt < from ? [entries[prompt]!] : [];
      const window = conversationOf([...head, ...entries.slice(isWhole ? prompt : from)]).messages;
      const found = readBackward(bytes, { maxMessages, maxBytes: Infinity }).messages;
      assertEquals(found, counted.length === 0 ? window.slice(-maxMessages) : window);
    }),
    { numRuns: 300 },
  );
});

Deno.test("transcript: any cut is survived, and costs the row that it goes through at most", () => {
  fc.assert(
    fc.property(FILE, fc.nat(), (bytes, at) => {
      const cut = at % (bytes.length + 1);
      const { messages } = readBackward(bytes.subarray(0, cut), { maxMessages: Infinity });
      const whole = readForward(bytes.subarray(0, bytes.subarray(0, cut).lastIndexOf(10) + 1));
      const isMain = messages.length === 0 || whole.length === 0 ||
        !new TextDecoder().decode(bytes).includes('"isSidechain":true');
      if (isMain) assertEquals(messages.slice(0, whole.length), whole);
      readBackward(bytes.subarray(cut), { maxMessages: Infinity });
    }),
    { numRuns: 300 },
  );
});
