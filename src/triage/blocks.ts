/** A paragraph, a list item or a heading of a message, without Markdown. */
export interface Block {
  readonly kind: "prose" | "item" | "heading";
  /** The text. Inline code keeps its backticks, by which the tokenizer recognizes it. */
  readonly text: string;
  /** The number or letter at the beginning: `2`, `B`. A user may choose an option by it. */
  readonly label?: string | undefined;
}

/** The most UTF-16 units of a message that are read: half from its head, half from its tail. */
const MAX_TEXT = 16_000;
/** A prompt with more UTF-16 units is mostly pasted: a log, a review, a document, another agent's answer. */
const PASTED_PROMPT = 1200;
/** The most UTF-16 units of a block that a person writes before or after a paste. */
const LONGEST_FRAME = 300;

/**
 * Splits a message into blocks with the author's own words. Leaves out fenced code, quotations, tables, logs and
 * text between tags. Keeps at most the first and the last block of a pasted prompt.
 */
export function prepareText(text: string, role: "user" | "assistant"): Block[] {
  const isLong = text.length > MAX_TEXT;
  const kept = isLong ? `${text.slice(0, MAX_TEXT / 2)}\n\n${text.slice(-MAX_TEXT / 2)}` : text;
  const reader = new BlockReader(text);
  for (const line of kept.split("\n")) reader.line(line.trim());
  const blocks = reader.end();
  if (role === "assistant" || text.length <= PASTED_PROMPT) return blocks;
  // The first and the last block are the person's own words around a paste.
  return blocks.filter(({ kind, text }, i) =>
    (i === 0) !== (i === blocks.length - 1) && kind === "prose" && text.length <= LONGEST_FRAME
  );
}

const INSTRUCTION = /^(?:You are a|Your task is|You are producing)/;
const OPENING_TAG = /^<([A-Za-z_-]{2,})[ >]/;
/** Matches bullets or a number before a list item, and a box. An ASCII bullet or a number counts only before a blank. */
const ITEM = /^(?:[-*+](?= )|[•‣●○◦✓✔✅❌✗☑→]|·(?= )|\d{1,3}[.)](?= ))[ +•‣●○◦✓✔✅❌✗☑→·-]*(?:\[.\] ?)?/;
/** Matches a label: "B. …", "(b) …", "Option 2: …". */
const LABEL = /^(?:Option |\()?([a-hA-H0-9])[.):](?: |$)/;

/** Matches the end of a line of at least 60 UTF-16 units that ends no sentence: it is wrapped. Any other line end ends one. */
const WRAP = /(?<=[^\n]{59}[^\n.!?:。！？：…])\n/g;

class BlockReader {
  readonly #message: string;
  readonly #blocks: Block[] = [];
  /** The marks that close the open fence of code; empty outside of one. */
  #fence = "";
  /** The tag that closes the open tag; empty outside of one. */
  #tag = "";
  /** The block to which the next line may belong. */
  #open: { kind: "prose" | "item"; text: string; label?: string | undefined } | undefined;

  constructor(message: string) {
    this.#message = message;
  }

  line(line: string): void {
    if (this.#isHidden(line)) return;
    if (line === "" || LAYOUT.test(line) || LOG.test(line) || isData(line)) return this.#close();
    const heading = headingText(line);
    const [bullet] = ITEM.exec(line) ?? [];
    if (heading !== undefined) {
      this.#close();
      this.#push({ kind: "heading", text: heading });
    } else if (bullet !== undefined) {
      this.#close();
      this.#open = { kind: "item", text: line.slice(bullet.length), label: LABEL.exec(line)?.[1] };
    } else if (this.#open === undefined) {
      this.#open = { kind: "prose", text: line };
    } else this.#open.text += `\n${line}`;
  }

  end(): Block[] {
    this.#close();
    return this.#blocks;
  }

  /** Tells whether a line belongs to fenced code or stands between tags. Opens and closes fences and tags. */
  #isHidden(line: string): boolean {
    if (this.#fence !== "") {
      if (line.startsWith(this.#fence)) this.#fence = "";
      return true;
    }
    if (this.#tag !== "") {
      if (line.includes(this.#tag)) this.#tag = "";
      return true;
    }
    const [fence] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      this.#close();
      if (!line.slice(fence.length).includes(fence)) this.#fence = fence;
      return true;
    }
    const [, name] = OPENING_TAG.exec(line) ?? [];
    // Nothing stands in a tag that is never closed, such as `<br>`.
    const tag = `</${name}>`;
    if (name === undefined || !this.#message.includes(tag)) return false;
    this.#close();
    if (!line.includes(tag)) this.#tag = tag;
    return true;
  }

  #close(): void {
    if (this.#open !== undefined) this.#push(this.#open);
    this.#open = undefined;
  }

  #push({ kind, text, label }: Block): void {
    const plain = dropQuotations(stripEmphasis(text.replace(WRAP, " "))).trim();
    if (plain === "" || INSTRUCTION.test(plain)) return;
    this.#blocks.push({ kind, text: plain, label: label ?? LABEL.exec(plain)?.[1] });
  }
}

/** Returns the text of a heading: `## …`, or a line that is wholly bold; `undefined` for any other line. */
function headingText(line: string): string | undefined {
  const [mark] = /^#+ /.exec(line) ?? [];
  if (mark !== undefined) return line.slice(mark.length);
  return line.length < 90 && /^\*\*(?:(?!\*\*).)+\*\*:?$/.test(line) ? line : undefined;
}

/** Removes the marks of bold, italics, strikethrough and links, but not in inline code. */
function stripEmphasis(text: string): string {
  return text.split("`").map((part, i) => {
    if (i % 2 === 1 || !/[*[_~]/.test(part)) return part;
    const plain = part.replaceAll(/\*\*|__|~~/g, "").replaceAll(/ \*|\* /g, " ").replaceAll("*", "");
    return plain.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1");
  }).join("`");
}

/** The most UTF-16 units of a quotation that stays, with its marks. */
const SHORT_QUOTATION = 31;
/** Matches a quotation, from an opening mark that is not within a word up to the closing mark. */
const QUOTED =
  /(?<![\w-])(?:"[^"]{0,799}"|\u201c[^\u201d]{0,799}\u201d|„[^\u201c]{0,799}\u201c|«[^»]{0,799}»|「[^」]{0,799}」|『[^』]{0,799}』)/g;

/** Replaces the text of long quotations, which somebody else wrote, by `…`. */
function dropQuotations(text: string): string {
  return text.replaceAll(
    QUOTED,
    (quoted) => quoted.length <= SHORT_QUOTATION ? quoted : `${quoted[0]}…${quoted.at(-1)}`,
  );
}

/** Matches the beginnings of quotations, tables, rules, patches and comments in code. */
const LAYOUT = /^(?:[>|│├└]|[+-]? *\/\/ |---|===|\*\*\*|diff --git)/;
/** Matches the beginnings of lines that programs print, such as a time of day with or without a date. */
const LOG = new RegExp(
  '^(?:[EWI]/|[$%] |Traceback \\(|File "|Caused by:|error\\[|[Ee]rror: |fatal: |=> |#[01] |<anonymous|npm warn|warning: ' +
    '|npm ERR!|npm error|(?:FAIL|PASS|ERROR|WARN|INFO|DEBUG) |@@ |\\+\\+\\+ |Exception in|panic: |\\{"|\\[\\{|E   |stderr:|stdout:|at .*\\)$' +
    "|\\[?\\d.{0,26}?\\d:\\d\\d:\\d)",
);

/** Tells whether a line is a dump of data: its head has many signs that are no letters, or it has an object's marks. */
function isData(line: string): boolean {
  if (line.length <= 24 || /^(?:[A-Za-z'`*]+,? ){5}/.test(line)) return false;
  const shareOf = (sign: RegExp, head: string) => (head.match(sign)?.length ?? 0) / head.length;
  return shareOf(/[^A-Za-z_ \u00c0-\uffff-]| (?= )/g, line.slice(0, 80)) > 0.45 ||
    (/\{.*:/.test(line) && shareOf(/["{}[\]=,:;]/g, line.slice(0, 200)) >= 0.13);
}
