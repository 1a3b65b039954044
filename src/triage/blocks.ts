/** A paragraph, a list item or a heading of a message, without its Markdown. */
export interface Block {
  readonly kind: "prose" | "item" | "heading";
  /** Inline code keeps its backticks: the tokenizer must know it. */
  readonly text: string;
  /** The number or letter by which an item of a list, or a heading, can be named: `2`, `B`. */
  readonly label?: string | undefined;
}

/** A message longer than this keeps head and tail: what is worth keeping stands in one of them. */
const MAX_TEXT = 16_000;
const HARD_WRAP = 60;
/** A user's message of this size is mostly pasted: a log, a review, a document, another agent's answer. */
const PASTED_PROMPT = 1200;
/** A person writes little before or behind a paste. */
const LONGEST_FRAME = 300;

/** Matches the beginnings of texts that the client or mneme wrote, and no person. */
const INJECTED =
  /^\s*(?:This session is being continued from a previous conversation|Base directory for this skill:|\[Request interrupted|Caveat: The messages below|Save the following memories before stopping:|Stop hook feedback)/;

/**
 * Splits a message into the blocks of its author's own words. Code fences, quotations, tables, logs, tags and
 * injected text are left out.
 */
export function prepareText(text: string, role: "user" | "assistant"): Block[] {
  if (INJECTED.test(text.slice(0, 160))) return [];
  const isLong = text.length > MAX_TEXT;
  const kept = isLong ? `${text.slice(0, MAX_TEXT / 2)}\n\n${text.slice(-MAX_TEXT / 2)}` : text;
  const reader = new BlockReader();
  for (const line of kept.split("\n")) reader.line(line.trim());
  const blocks = reader.end();
  return role === "user" && text.length > PASTED_PROMPT ? frameOfPaste(blocks) : blocks;
}

/** Returns the first and the last block, where they are short prose: a person's own words around a paste. */
function frameOfPaste(blocks: readonly Block[]): Block[] {
  const ends = blocks.length > 1 ? [blocks[0]!, blocks.at(-1)!] : [];
  return ends.filter(({ kind, text }) => kind === "prose" && text.length <= LONGEST_FRAME);
}

/** Matches the beginning of a pasted prompt for an agent. */
const INSTRUCTION = /^(?:You are a|Your task is|You are producing)/;
const SENTENCE_END = /[.!?:。！？：…]$/;
const OPENING_TAG = /^<([A-Za-z_-]{2,})[ >]/;
/** Matches a bullet or a number (in ASCII only before a blank), and the boxes that may follow. */
const ITEM = /^(?:[-*+](?= )|[•‣●○◦✓✔✅❌✗☑→]|·(?= )|\d{1,3}[.)](?= ))[ +•‣●○◦✓✔✅❌✗☑→·-]*(?:\[.\] ?)?/;
/** Matches a label: "B. …", "(b) …", "Option 2: …". */
const LABEL = /^(?:Option |\()?([a-hA-H0-9])[.):](?: |$)/;

class BlockReader {
  readonly #blocks: Block[] = [];
  #fence = "";
  #tag = "";
  #open: { kind: "prose" | "item"; text: string; lastLength: number; label?: string | undefined } | undefined;

  line(line: string): void {
    if (this.#isHidden(line)) return;
    if (line === "" || isNoise(line)) return this.#close();
    const heading = headingText(line);
    const item = heading === undefined ? ITEM.exec(line)?.[0].length ?? 0 : 0;
    if (heading !== undefined) {
      this.#close();
      this.#push({ kind: "heading", text: heading });
    } else if (item > 0) {
      this.#close();
      this.#open = {
        kind: "item",
        text: line.slice(item),
        lastLength: line.length,
        label: LABEL.exec(line)?.[1],
      };
    } else if (this.#open === undefined) {
      this.#open = { kind: "prose", text: line, lastLength: line.length };
    } else {
      // A hard-wrapped line goes on in the next one; other line ends close what was said.
      const isWrapped = this.#open.lastLength >= HARD_WRAP && !SENTENCE_END.test(this.#open.text);
      this.#open.text += (isWrapped ? " " : "\n") + line;
      this.#open.lastLength = line.length;
    }
  }

  end(): Block[] {
    this.#close();
    return this.#blocks;
  }

  #isHidden(line: string): boolean {
    if (this.#fence !== "") {
      if (line.startsWith(this.#fence)) this.#fence = "";
      return true;
    }
    if (this.#tag !== "") {
      if (line.includes(this.#tag)) this.#tag = "";
      return true;
    }
    if (line.startsWith("```") || line.startsWith("~~~")) {
      this.#close();
      const fence = line.slice(0, 3);
      if (!line.slice(3).includes(fence)) this.#fence = fence;
      return true;
    }
    const [, name] = OPENING_TAG.exec(line) ?? [];
    if (name === undefined) return false;
    this.#close();
    if (!line.includes(`</${name}>`)) this.#tag = `</${name}>`;
    return true;
  }

  #close(): void {
    if (this.#open !== undefined) this.#push(this.#open);
    this.#open = undefined;
  }

  #push({ kind, text, label }: Block): void {
    const plain = dropQuotations(stripEmphasis(text)).trim();
    if (plain === "" || INSTRUCTION.test(plain)) return;
    this.#blocks.push({ kind, text: plain, label: label ?? LABEL.exec(plain)?.[1] });
  }
}

/** The text of a heading: `## …`, or a line that is bold from end to end. */
function headingText(line: string): string | undefined {
  const [mark] = /^#+ /.exec(line) ?? [];
  if (mark !== undefined) return line.slice(mark.length);
  return line.length < 90 && /^\*\*(?:(?!\*\*).)+\*\*:?$/.test(line) ? line : undefined;
}

/** Removes the signs of bold, italics and links, but not in code between backticks. */
function stripEmphasis(text: string): string {
  return text.split("`").map((part, i) => {
    if (i % 2 === 1 || !/[*[_~]/.test(part)) return part;
    const plain = part.replaceAll(/\*\*|__|~~/g, "").replaceAll(/ \*|\* /g, " ").replaceAll("*", "");
    return plain.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1");
  }).join("`");
}

const QUOTATION = { shortest: 30, longest: 800 };
/** Matches a quotation, from an opening mark that stands in no word up to the mark that closes it. */
const QUOTED =
  /(?<![\w-])(?:"[^"]{0,801}"|\u201c[^\u201d]{0,801}\u201d|„[^\u201c]{0,801}\u201c|«[^»]{0,801}»|「[^」]{0,801}」|『[^』]{0,801}』)/g;

/** Replaces a long quotation, which is somebody else's words, by `…` between its marks. */
function dropQuotations(text: string): string {
  return text.replaceAll(QUOTED, (quoted) => {
    const length = quoted.length - 1;
    return length > QUOTATION.shortest && length <= QUOTATION.longest
      ? `${quoted[0]}…${quoted.at(-1)}`
      : quoted;
  });
}

/** The beginnings of quotations, tables, rules and patches. */
const LAYOUT = /^(?:[>|│├└]|---|===|\*\*\*|diff --git)/;
/** Matches the beginnings of lines that programs print. */
const LOG = new RegExp(
  '^(?:[EWI]/|[$%] |Traceback \\(|File "|Caused by:|error\\[|[Ee]rror: |fatal: |=> |#[01] |<anonymous|npm warn|warning: ' +
    '|npm ERR!|npm error|(?:FAIL|PASS|ERROR|WARN|INFO|DEBUG) |@@ |\\+\\+\\+ |Exception in|panic: |\\{"|\\[\\{|E   |stderr:|stdout:|at .*\\)$)',
);
/** A date or a time of day at the beginning. */
const CLOCK = /^\[?\d.{0,26}?\d:\d\d:\d/;
/** Five words in a row. */
const PROSE = /^(?:[A-Za-z'`*]+,? ){5}/;
const SHORTEST_DUMP = 24;
const DUMP_SAMPLE = 80;
const DUMP_LETTERS = 0.55;
/** Matches signs that are neither a letter of any script nor a blank between words. */
const NO_LETTER = /[^A-Za-z_ \u00c0-\uffff-]| (?= )/g;
/** The marks of data. A line is data if they are this share of its first units. */
const MARKS = /["{}[\]=,:;]/g;
const MARKS_SAMPLE = 200;
const MANY_MARKS = 0.13;

function isNoise(line: string): boolean {
  if (LAYOUT.test(line) || LOG.test(line)) return true;
  if (PROSE.test(line)) return false;
  const sample = line.slice(0, DUMP_SAMPLE);
  if (sample.length > SHORTEST_DUMP && (hasFewLetters(sample) || hasManyMarks(line))) return true;
  return CLOCK.test(line);
}

function hasFewLetters(line: string): boolean {
  return line.length - (line.match(NO_LETTER)?.length ?? 0) < line.length * DUMP_LETTERS;
}

/** True for an object as a console prints it, although its names are words: `Object: {kind: "none", …`. */
function hasManyMarks(line: string): boolean {
  if (!line.includes("{") || !line.includes(":")) return false;
  const sample = line.slice(0, MARKS_SAMPLE);
  return (sample.match(MARKS)?.length ?? 0) >= sample.length * MANY_MARKS;
}
