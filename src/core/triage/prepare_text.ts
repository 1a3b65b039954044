/** A line of thought in a message: a paragraph, a list item or a heading, without its Markdown. */
export interface Block {
  readonly kind: "prose" | "item" | "heading";
  /** Inline code keeps its backticks: the tokenizer must know it. */
  readonly text: string;
}

/** A message longer than this keeps head and tail: what is worth keeping stands in one of them. */
const MAX_TEXT = 16_000;
const HARD_WRAP = 60;
/** A user's message of this size with headings is a pasted document, not something the user says. */
const PASTED_PROMPT = 1200;

/**
 * What a message says, block by block. Code fences, quotations, tables, logs, tags and injected text are left
 * out: they are not what somebody says.
 */
export function prepareText(text: string, role: "user" | "assistant"): Block[] {
  if (isInjected(text)) return [];
  const blocks = readBlocks(capText(text));
  return role === "user" && isPastedDocument(text, blocks) ? frameOfPaste(blocks) : blocks;
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

function isPastedDocument(text: string, blocks: readonly Block[]): boolean {
  return text.length > PASTED_PROMPT && blocks.filter((block) => block.kind === "heading").length >= 2;
}

/** What the user writes around a pasted document: the lines before its first heading. */
function frameOfPaste(blocks: readonly Block[]): Block[] {
  const first = blocks.findIndex((block) => block.kind === "heading");
  return blocks.slice(0, Math.min(first, 2));
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
  #open: { kind: "prose" | "item"; text: string; lastLength: number } | undefined;

  line(raw: string): void {
    const line = raw.trim();
    if (this.#isHidden(line)) return;
    if (line === "" || isNoise(line)) return this.#close();
    const heading = headingText(line);
    if (heading !== undefined) {
      this.#close();
      this.#push("heading", heading);
      return;
    }
    const item = itemStart(line);
    if (item > 0) {
      this.#close();
      this.#open = { kind: "item", text: line.slice(item), lastLength: line.length };
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
    if (this.#open !== undefined) this.#push(this.#open.kind, this.#open.text);
    this.#open = undefined;
  }

  #push(kind: Block["kind"], text: string): void {
    const plain = dropQuotations(stripEmphasis(text)).trim();
    if (plain !== "" && !isInstruction(plain)) this.#blocks.push({ kind, text: plain });
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

function isNameUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x2d || unit === 0x5f;
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

const QUOTATION = { shortest: 30, longest: 800 };

/** Long quotations, which may run over several sentences, are somebody else's words: only their marks stay. */
function dropQuotations(text: string): string {
  if (text.length <= QUOTATION.shortest || !OPENING_QUOTES.some((mark) => text.includes(mark))) return text;
  let out = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const close = CLOSING_QUOTES[text[at] ?? ""];
    if (close === undefined || (at > 0 && isWordUnit(text.charCodeAt(at - 1)))) continue;
    const end = text.indexOf(close, at + 1);
    if (end === -1 || end - at > QUOTATION.longest) continue;
    if (end - at > QUOTATION.shortest) {
      out += text.slice(from, at + 1) + "…";
      from = end;
    }
    at = end;
  }
  return out + text.slice(from);
}

const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "\u201c": "\u201d",
  "„": "\u201c",
  "«": "»",
  "「": "」",
  "『": "』",
};

const OPENING_QUOTES: readonly string[] = Object.keys(CLOSING_QUOTES);

function isWordUnit(unit: number): boolean {
  return isDigit(unit) || isNameUnit(unit);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Quotations, tables, rules, logs, stack traces and diffs. */
function isNoise(line: string): boolean {
  const first = line[0];
  if (first === ">" || first === "|" || first === "│" || first === "├" || first === "└") return true;
  if (
    line.startsWith("---") || line.startsWith("===") || line.startsWith("***") ||
    line.startsWith("diff --git")
  ) {
    return true;
  }
  return isLogLine(line);
}

const LOG_STARTS: readonly string[] = [
  "E/",
  "W/",
  "I/",
  "$ ",
  "% ",
  "Traceback (",
  'File "',
  "Caused by:",
  "error[",
  "Error: ",
  "error: ",
  "fatal: ",
  "=> ",
  "#0 ",
  "#1 ",
  "<anonymous",
  "npm warn",
  "warning: ",
  "npm ERR!",
  "npm error",
  "FAIL ",
  "PASS ",
  "ERROR ",
  "WARN ",
  "INFO ",
  "DEBUG ",
  "@@ ",
  "+++ ",
  "Exception in",
  "panic: ",
  '{"',
  "[{",
  "E   ",
  "stderr:",
  "stdout:",
];

const LOG_FIRSTS: ReadonlySet<string> = new Set(LOG_STARTS.map((start) => start[0] ?? ""));

function isLogLine(line: string): boolean {
  if (LOG_FIRSTS.has(line[0] ?? "") && LOG_STARTS.some((start) => line.startsWith(start))) return true;
  if (line.startsWith("at ") && line.endsWith(")")) return true;
  const sample = line.length > DUMP_SAMPLE ? line.slice(0, DUMP_SAMPLE) : line;
  if (sample.length > SHORTEST_DUMP && lettersIn(sample) < sample.length * DUMP_LETTERS) return true;
  const unit = line.charCodeAt(0) === 0x5b ? line.charCodeAt(1) : line.charCodeAt(0);
  return isDigit(unit) && hasClock(line);
}

const SHORTEST_DUMP = 24;
const DUMP_SAMPLE = 80;
const DUMP_LETTERS = 0.55;

/** How many units are letters of any script; dumps of programs have few. */
function lettersIn(line: string): number {
  let letters = 0;
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit > 0xbf || isNameUnit(unit) || (unit === 0x20 && line.charCodeAt(i + 1) !== 0x20)) letters++;
  }
  return letters;
}

/** Whether the line begins with a date or a time of day, as log lines do. */
function hasClock(line: string): boolean {
  const head = line.slice(0, 30);
  const colon = head.indexOf(":");
  if (colon < 1 || !isDigit(head.charCodeAt(colon - 1)) || !isDigit(head.charCodeAt(colon + 1))) return false;
  return head[colon + 3] === ":" && isDigit(head.charCodeAt(colon + 4));
}

function endsSentence(text: string): boolean {
  return ".!?:。！？：…".includes(text[text.length - 1] ?? ".");
}

/** Bold, italics and links lose their signs; what stands in backticks is code and stays as it is. */
function stripEmphasis(text: string): string {
  if (!text.includes("*") && !text.includes("](") && !text.includes("__") && !text.includes("~~")) {
    return text;
  }
  const parts = text.split("`");
  for (let i = 0; i < parts.length; i += 2) parts[i] = stripLinks(stripStars(parts[i] ?? ""));
  return parts.join("`");
}

function stripStars(text: string): string {
  const plain = text.split("**").join("").split("__").join("").split("~~").join("");
  return plain.includes("*") ? plain.split(" *").join(" ").split("* ").join(" ").split("*").join("") : plain;
}

/** `[name](address)` becomes `name`. */
function stripLinks(text: string): string {
  let out = "";
  let from = 0;
  for (let middle = text.indexOf("]("); middle !== -1; middle = text.indexOf("](", from)) {
    const open = text.lastIndexOf("[", middle);
    const close = text.indexOf(")", middle);
    if (open < from || close === -1) {
      out += text.slice(from, middle + 2);
      from = middle + 2;
      continue;
    }
    out += text.slice(from, open) + text.slice(open + 1, middle);
    from = close + 1;
  }
  return out + text.slice(from);
}
