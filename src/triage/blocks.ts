// Splits messages into blocks with their authors' own words, in which triage looks for sentences to remember.
import { LOG } from "../session/wording.ts";

/** A paragraph, a list item or a heading of a message, without Markdown. */
export interface Block {
  readonly kind: "prose" | "item" | "heading";
  /** Inline code keeps its backticks, by which the tokenizer recognises it. */
  readonly text: string;
  /** The long quotations, for which `text` has `"…"`. */
  readonly quotations?: readonly string[];
  /** The number or letter at the beginning, `2` or `B`, by which a user may choose an option. */
  readonly label?: string | undefined;
  /** True if fenced code follows: a colon at the end of the text announces the code. */
  readonly isBeforeCode?: boolean;
}

/** The most UTF-16 units of a message that are read: half from its head, half from its tail. */
const MAX_TEXT = 16_000;
const PASTED_PROMPT = 1200; // a prompt with more UTF-16 units is mostly pasted, such as a log or a review
const LONGEST_BESIDE_PASTE = 300; // the most UTF-16 units of the person's own words before or after the paste

/** Returns blocks without code, quotations, tables, logs, tagged text and the middle of a pasted prompt. */
export function prepareText(text: string, role: "user" | "assistant"): Block[] {
  const half = MAX_TEXT / 2;
  const parts = text.length > MAX_TEXT
    ? [text.slice(0, half), text.slice(half, -half), text.slice(-half)]
    : [text];
  const reader = new BlockReader(text);
  for (const [i, part] of parts.entries()) {
    if (i === 2) reader.leaveUnclosed(part);
    for (const line of part.split("\n")) reader.line(line.trim(), i === 1);
  }
  const blocks = reader.end();
  if (role === "assistant" || text.length <= PASTED_PROMPT) return blocks;
  // The first and the last block may be the person's own words around the paste; a lone block is the paste.
  return blocks.filter(({ kind, text }, i) =>
    (i === 0) !== (i === blocks.length - 1) && kind === "prose" && text.length <= LONGEST_BESIDE_PASTE
  );
}

/** Matches the first words of a paragraph by which a pasted prompt for a model begins. */
const INSTRUCTION = /^(?:You are a|Your task is|You are producing)/;
const OPENING_TAG = /^<([A-Za-z_-]{2,})[ >]/;
/** Matches the bullets, number, letter or box before a list item. ASCII marks count only before a blank. */
const ITEM = /^(?:(?:[-*+·]|\d{1,3}[.)]|[a-zA-Z]\))(?= )|[•‣●○◦✓✔✅❌✗☑→])[ +•‣●○◦✓✔✅❌✗☑→·-]*(?:\[.\] ?)?/;
const LABEL = /^(?:Option |\()?([a-hA-H0-9])(?:[.):]|(?<=^Option .|^[A-H]) [—–-])(?: |$)/; // "(b) …", "B — …"

/** Matches the end of a long line within a sentence: it was wrapped. Any other line end ends a sentence. */
const WRAP = /(?<=[^\n]{59}[^\n.!?:。！？：…])\n/g;

class BlockReader {
  readonly #blocks: Block[] = [];
  /** Tells which line closes the open fence or tag. */
  #isEnd: ((line: string) => boolean) | undefined;
  /** The block to which the next line may belong. */
  #open: { kind: "prose" | "item"; text: string; label?: string | undefined } | undefined;

  constructor(private readonly message: string) {}

  /** Reads a line. A line of the middle only opens and closes fences, and closes tags. */
  line(line: string, isMiddle: boolean): void {
    if (this.#isHidden(line, isMiddle)) return;
    if (isMiddle || line === "" || LAYOUT.test(line) || LOG.test(line) || isData(line)) return this.#close();
    const heading = headingText(line);
    const [bullet] = ITEM.exec(line) ?? [];
    const isNew = heading !== undefined || bullet !== undefined || this.#open === undefined;
    if (!isNew && !this.#beginsOption(line)) return void (this.#open!.text += `\n${line}`);
    this.#close();
    if (heading !== undefined) this.#push({ kind: "heading", text: heading });
    else if (bullet === undefined) this.#open = { kind: "prose", text: line };
    else this.#open = { kind: "item", text: line.slice(bullet.length), label: LABEL.exec(line)?.[1] };
  }

  /** Returns true for a line with a label after a block with one or a sentence's end: else "B. Smith" is a name. */
  #beginsOption(line: string): boolean {
    const [before = "", own = ""] = [this.#open?.text, line].map((text) => text?.replaceAll("*", ""));
    return LABEL.test(own) && (LABEL.test(before) || /[.!?:]$/.test(before));
  }

  /** Forgets an open fence or tag that the tail does not close, so that it does not hide the tail. */
  leaveUnclosed(tail: string): void {
    if (!tail.split("\n").some((line) => this.#isEnd?.(line.trim()))) this.#isEnd = undefined;
  }

  end(): Block[] {
    this.#close();
    return this.#blocks;
  }

  /** Returns true for a line in fenced code or between tags. Notes which fences and tags are open. */
  #isHidden(line: string, isMiddle: boolean): boolean {
    if (this.#isEnd !== undefined) {
      if (this.#isEnd(line)) this.#isEnd = undefined;
      return true;
    }
    const [fence] = (isMiddle ? /^`{3,}/ : /^(?:`{3,}|~{3,})/).exec(line) ?? []; // logs underline with `~~~`
    if (fence !== undefined) {
      this.#close();
      this.#blocks.push(...this.#blocks.splice(-1).map((last) => ({ ...last, isBeforeCode: true })));
      if (!line.slice(fence.length).includes(fence)) this.#isEnd = (one) => one.startsWith(fence);
      return true;
    }
    const [, name] = OPENING_TAG.exec(line) ?? [];
    // A tag that is never closed, such as `<br>`, hides nothing.
    const tag = `</${name}>`;
    if (name === undefined || isMiddle || !this.message.includes(tag)) return false;
    this.#close();
    if (!line.includes(tag)) this.#isEnd = (one) => one.includes(tag);
    return true;
  }

  #close(): void {
    if (this.#open !== undefined) this.#push(this.#open);
    this.#open = undefined;
  }

  #push({ kind, text, label }: Block): void {
    const quotations: string[] = [];
    // Somebody else wrote a long quotation, so a mark takes its place.
    const plain = stripEmphasis(text.replace(WRAP, " ")).trim().replaceAll(QUOTED, (quoted) => {
      if (quoted.length <= SHORT_QUOTATION && quoted[1] !== "…") return quoted;
      const mark = `${quoted[0]}…${quoted.at(-1)}`;
      quotations.push(quoted.length > 120 ? mark : quoted); // a longer one would crowd out the sentence around it
      return mark;
    });
    if (plain === "" || INSTRUCTION.test(plain)) return;
    this.#blocks.push({ kind, text: plain, quotations, label: label ?? LABEL.exec(plain)?.[1] });
  }
}

/** Returns the text of a heading: `## …`, or a line that is wholly bold. */
function headingText(line: string): string | undefined {
  const [mark] = /^#+ /.exec(line) ?? [];
  if (mark !== undefined) return line.slice(mark.length);
  return line.length < 90 && /^\*\*(?:(?!\*\*).)+\*\*:?$/.test(line) ? line : undefined;
}

/** Matches words between marks of emphasis, but no pattern of files (`src/**`), product (`2*x*y`) or `__init__`. */
const EMPHASIS =
  /(?<![\w*/.~])(\*\*|__(?=[^_]+\s)|~~|\*)(?=[^\s*/.])((?:(?!\1)[^]){0,400}?[^\s])\1(?![\w*/]|\.\w)/g;

/** Removes marks of emphasis and links, but not in inline code, which they may enclose. */
export function stripEmphasis(text: string): string {
  const code = /`[^`]*(?:`|$)/g;
  const codes = text.match(code)?.values();
  return text.replaceAll(code, "`")
    .replaceAll(EMPHASIS, "$2").replaceAll(EMPHASIS, "$2") // twice, as bold words may have others inside
    .replaceAll(/\[([^[\]]*)\]\([^()`]*\)/g, "$1")
    .replaceAll("`", () => codes?.next().value ?? "");
}

const SHORT_QUOTATION = 31; // the most UTF-16 units, with the marks, of a quotation that stays in the text
/** Matches a quotation. Its opening mark does not stand within a word. */
const QUOTED =
  /(?<![\w-])(?:"[^"]{0,799}"|\u201c[^\u201d]{0,799}\u201d|„[^\u201c]{0,799}\u201c|«[^»]{0,799}»|「[^」]{0,799}」|『[^』]{0,799}』)/g;

/** Matches the beginnings of quotations, tables, horizontal rules, patches and comments in code. */
const LAYOUT = /^(?:[>|│├└]|[+-]? *\/\/ |---|===|\*\*\*|diff --git)/;

/** Returns true for a line of data: its head has few letters, or it has an object's marks. */
function isData(line: string): boolean {
  if (line.length <= 24 || /^(?:[A-Za-z'`*]+,? ){5}/.test(line)) return false;
  const shareOf = (sign: RegExp, head: string) => (head.match(sign)?.length ?? 0) / head.length;
  return shareOf(/[^A-Za-z_ \u00c0-\uffff-]| (?= )/g, line.slice(0, 80)) > 0.45 ||
    (/\{.*:/.test(line) && shareOf(/["{}[\]=,:;]/g, line.slice(0, 200)) >= 0.13);
}
