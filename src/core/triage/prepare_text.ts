import { isNoise } from "./noise_lines.ts";
import { dropQuotations, stripEmphasis } from "./plain_markup.ts";
import { isDigit, isNameUnit } from "./units.ts";

/** A line of thought in a message: a paragraph, a list item or a heading, without its Markdown. */
export interface Block {
  readonly kind: "prose" | "item" | "heading";
  /** Inline code keeps its backticks: the tokenizer must know it. */
  readonly text: string;
  /** By what an item of a list, or a heading, can be named: `2`, `B`. */
  readonly label?: string | undefined;
}

/** A message longer than this keeps head and tail: what is worth keeping stands in one of them. */
const MAX_TEXT = 16_000;
const HARD_WRAP = 60;
/** A user's message of this size is mostly pasted: a log, a review, a document, another agent's answer. */
const PASTED_PROMPT = 1200;
/** What a person writes before or behind a paste is short. */
const LONGEST_FRAME = 300;

/**
 * What a message says, block by block. Code fences, quotations, tables, logs, tags and injected text are left
 * out: they are not what somebody says.
 */
export function prepareText(text: string, role: "user" | "assistant"): Block[] {
  if (isInjected(text)) return [];
  const blocks = readBlocks(capText(text));
  return role === "user" && text.length > PASTED_PROMPT ? frameOfPaste(blocks) : blocks;
}

function capText(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return text.slice(0, MAX_TEXT / 2) + "\n\n" + text.slice(text.length - MAX_TEXT / 2);
}

const INJECTED_STARTS: readonly string[] = [
  "This session is being continued from a previous conversation",
  "Base directory for this skill:",
  "[Request interrupted",
  "Caveat: The messages below",
  "Save the following memories before stopping:",
  "Stop hook feedback",
];

function isInjected(text: string): boolean {
  const start = text.slice(0, 80).trimStart();
  return INJECTED_STARTS.some((injected) => start.startsWith(injected));
}

/** What the user writes around what was pasted: its first and its last lines, where they are short prose. */
function frameOfPaste(blocks: readonly Block[]): Block[] {
  const ends = blocks.length > 1 ? [blocks[0]!, blocks.at(-1)!] : [];
  return ends.filter(({ kind, text }) => kind === "prose" && text.length <= LONGEST_FRAME);
}

function readBlocks(text: string): Block[] {
  const reader = new BlockReader();
  let from = 0;
  while (from <= text.length) {
    let to = text.indexOf("\n", from);
    if (to === -1) to = text.length;
    reader.line(text.slice(from, to));
    from = to + 1;
  }
  return reader.end();
}

class BlockReader {
  readonly #blocks: Block[] = [];
  #fence = "";
  #tag = "";
  #open: { kind: "prose" | "item"; text: string; lastLength: number; label?: string | undefined } | undefined;

  line(raw: string): void {
    const line = raw.trim();
    if (this.#isHidden(line)) return;
    if (line === "" || isNoise(line)) return this.#close();
    const heading = headingText(line);
    if (heading !== undefined) {
      this.#close();
      this.#push({ kind: "heading", text: heading });
      return;
    }
    const item = itemStart(line);
    if (item > 0) {
      this.#close();
      this.#open = { kind: "item", text: line.slice(item), lastLength: line.length, label: labelOf(line) };
    } else this.#continue(line);
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
      if (!line.slice(3).includes(line.slice(0, 3))) this.#fence = line.slice(0, 3);
      return true;
    }
    const tag = openingTag(line);
    if (tag === "") return false;
    this.#close();
    if (!line.includes(tag)) this.#tag = tag;
    return true;
  }

  /** A hard-wrapped line goes on in the next one; other line ends close what was said. */
  #continue(line: string): void {
    const open = this.#open;
    if (open === undefined) {
      this.#open = { kind: "prose", text: line, lastLength: line.length };
    } else if (open.lastLength >= HARD_WRAP && !endsSentence(open.text)) {
      open.text += " " + line;
      open.lastLength = line.length;
    } else {
      open.text += "\n" + line;
      open.lastLength = line.length;
    }
  }

  #close(): void {
    if (this.#open !== undefined) this.#push(this.#open);
    this.#open = undefined;
  }

  #push({ kind, text, label }: Block): void {
    const plain = dropQuotations(stripEmphasis(text)).trim();
    if (plain === "" || isInstruction(plain)) return;
    this.#blocks.push({ kind, text: plain, label: label ?? labelOf(plain) });
  }
}

/** The closing tag that ends what this line opens, if the line begins with a tag such as `<task-notification>`. */
function openingTag(line: string): string {
  if (line.charCodeAt(0) !== 0x3c) return "";
  let end = 1;
  while (end < line.length && isNameUnit(line.charCodeAt(end))) end++;
  const after = line[end];
  return end > 2 && (after === ">" || after === " ") ? `</${line.slice(1, end)}>` : "";
}

/** The text of a heading: `## …`, or a line that is bold from end to end. */
function headingText(line: string): string | undefined {
  if (line.startsWith("#")) {
    let level = 1;
    while (line[level] === "#") level++;
    return line[level] === " " ? line.slice(level + 1) : undefined;
  }
  const isBold = line.startsWith("**") && line.length < 90 && (line.endsWith("**") || line.endsWith("**:"));
  return isBold && line.indexOf("**", 2) >= line.length - 3 ? line : undefined;
}

const BULLETS = "-*+•‣●○◦✓✔✅❌✗☑→·";

/** "B. …", "(b) …", "Option 2: …": what stands before the mark; looked at by units, as it is asked of each block. */
function labelOf(text: string): string | undefined {
  const at = text.startsWith("Option ") ? "Option ".length : text[0] === "(" ? 1 : 0;
  const isEnd = ".):".includes(text[at + 1] ?? "?") && (text[at + 2] ?? " ") === " ";
  const unit = isEnd ? text.charCodeAt(at) | 0x20 : 0;
  const isLabel = (unit >= 0x61 && unit <= 0x68) || (isEnd && isDigit(text.charCodeAt(at)));
  return isLabel ? text[at] : undefined;
}

/** Where the text of a list item begins; 0 for a line that is none. */
function itemStart(line: string): number {
  let at = 0;
  const first = line[0] ?? "";
  if (BULLETS.includes(first) && (line[1] === " " || first > "\u2000")) at = 1;
  else {
    while (at < 3 && isDigit(line.charCodeAt(at))) at++;
    if (at === 0 || (line[at] !== "." && line[at] !== ")") || line[at + 1] !== " ") return 0;
    at++;
  }
  while (at < line.length && (line[at] === " " || BULLETS.includes(line[at] ?? "x") && line[at] !== "*")) {
    at++;
  }
  return at + checkbox(line, at);
}

function checkbox(line: string, at: number): number {
  return line[at] === "[" && line[at + 2] === "]" ? 4 : 0;
}

/** What a pasted prompt for an agent begins with; people do not tell each other who they are. */
function isInstruction(text: string): boolean {
  return text.startsWith("You are a") || text.startsWith("Your task is") ||
    text.startsWith("You are producing");
}

function endsSentence(text: string): boolean {
  return ".!?:。！？：…".includes(text[text.length - 1] ?? ".");
}
