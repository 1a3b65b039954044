/** One command of a shell line, without its redirections. */
export interface SimpleCommand {
  /** The program and its arguments, without quotes. */
  readonly words: readonly string[];
  /** True if output is redirected to a file (`>`, `>>`); `2>&1` and `>/dev/null` do not count. */
  readonly writesFile: boolean;
  /** True if another command computes a part of this one: `$(…)`, backticks, `<(…)`. */
  readonly hasSubstitution: boolean;
  /** The contents of these substitutions. */
  readonly inner: readonly ShellList[];
  /** The text of a heredoc (`<<EOF`); the last command before the line end gets it. */
  readonly heredoc: string | undefined;
}

export type Operator = "&&" | "||" | "|" | "&" | ";" | "";

/** A command or a group of commands, `( … )` or `{ …; }`, and the operator after it. */
export type ShellPart =
  & { operator: Operator }
  & ({ readonly command: SimpleCommand } | { readonly group: ShellList });

export type ShellList = readonly ShellPart[];

/** Returns all commands of a shell line, each before the commands in its substitutions. */
export function splitShell(line: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  collect(parseShell(line), commands);
  return commands;
}

/**
 * Parses a shell line into commands, groups and operators, in linear time. Never throws, and evaluates nothing.
 * Handles quotes, escapes, comments, redirections, heredocs and substitutions. A line end counts as `;`.
 */
export function parseShell(line: string): ShellList {
  return new ShellReader(line).read();
}

function collect(list: ShellList, commands: SimpleCommand[]): void {
  for (const part of list) {
    if ("group" in part) collect(part.group, commands);
    else {
      commands.push(part.command);
      for (const inner of part.command.inner) collect(inner, commands);
    }
  }
}

/** Targets of redirections that are no files. */
const NO_FILES = new Set(["/dev/null", "/dev/stderr", "/dev/stdout"]);
/** The words before a group that only measure the time that it takes. */
const TIMING_WORDS = new Set(["time", "time -p"]);
const WORD_ENDS = " \t\r\n;|&<>()";
/** The deepest nesting of groups and substitutions; deeper ones are read as if they had no brackets. */
const MAX_DEPTH = 30;

/** A list that is being read: its complete parts, and the fields of the command that is not complete yet. */
interface Frame {
  readonly parts: ShellPart[];
  /** The character that ends the list; `undefined` for a whole line. */
  readonly closer: ")" | "`" | "}" | undefined;
  words: string[];
  writesFile: boolean;
  inner: ShellList[];
  hasSubstitution: boolean;
  heredoc: string | undefined;
}

class ShellReader {
  readonly #line: string;
  #at = 0;
  #depth = 0;
  /** Heredocs whose text begins at the next line end: the end mark, and the list whose last command gets the text. */
  #heredocs: { readonly end: string; readonly frame: Frame }[] = [];

  constructor(line: string) {
    this.#line = line;
  }

  read(): ShellList {
    return this.#readList(undefined);
  }

  #readList(closer: Frame["closer"]): ShellList {
    const frame: Frame = { parts: [], closer, ...emptyCommand() };
    this.#depth++;
    while (this.#at < this.#line.length && !this.#isClosed(frame)) this.#step(this.#line[this.#at]!, frame);
    this.#depth--;
    endCommand(frame, "");
    return frame.parts;
  }

  /** Tells whether the list ends here, and skips its closing character. */
  #isClosed(frame: Frame): boolean {
    if (frame.closer === undefined || this.#line[this.#at] !== frame.closer) return false;
    if (frame.closer === "}" && (frame.words.length > 0 || !this.#isLoneBrace())) return false;
    this.#at++;
    return true;
  }

  #step(char: string, frame: Frame): void {
    if (char === " " || char === "\t" || char === "\r") this.#at++;
    else if (char === "\\" && this.#line[this.#at + 1] === "\n") this.#at += 2; // the line goes on
    else if (char === "#") this.#skipTo("\n");
    else if (char === ">" || char === "<" || this.#line.startsWith("&>", this.#at)) this.#redirect(frame);
    else if (char === ";" || char === "|" || char === "&" || char === "\n") this.#endAtOperator(char, frame);
    else if (char === "(" || ((char === "{" || char === "}") && this.#isLoneBrace())) {
      this.#bracket(char, frame);
    } else if (char === ")") {
      endCommand(frame, ";");
      this.#at++;
    } else frame.words.push(this.#readWord(frame));
  }

  #endAtOperator(char: string, frame: Frame): void {
    const isDouble = this.#line[this.#at + 1] === char && char !== "\n";
    this.#at += isDouble ? 2 : 1;
    if (char === "|" && !isDouble && this.#line[this.#at] === "&") this.#at++; // `|&`
    endCommand(frame, char === "\n" || char === ";" ? ";" : (isDouble ? char + char : char) as Operator);
    if (char === "\n") this.#readHeredocs();
  }

  /** Braces separate only where they stand alone: `a{b,c}` is a word. */
  #isLoneBrace(): boolean {
    const next = this.#line[this.#at + 1];
    return next === undefined || " \n;)|&\t".includes(next);
  }

  #bracket(char: string, frame: Frame): void {
    if (TIMING_WORDS.has(frame.words.join(" "))) frame.words = [];
    const opensGroup = char === "(" || (char === "{" && frame.words.length === 0);
    endCommand(frame, ";");
    this.#at++;
    if (!opensGroup || this.#depth > MAX_DEPTH) return;
    const group = this.#readList(char === "(" ? ")" : "}");
    frame.parts.push({ group, operator: "" });
  }

  #redirect(frame: Frame): void {
    const start = this.#at;
    while (this.#at < this.#line.length && "<>&|".includes(this.#line[this.#at]!)) this.#at++;
    const operator = this.#line.slice(start, this.#at);
    if (this.#line[this.#at] === "(") {
      frame.hasSubstitution = true;
      this.#at++;
      this.#readInner(frame, ")");
      return;
    }
    const isHeredoc = operator === "<<";
    if (isHeredoc && this.#line[this.#at] === "-") this.#at++;
    while (this.#line[this.#at] === " ") this.#at++;
    const followsAmpersand = this.#line[this.#at - 1] === "&";
    const target = this.#readWord(frame);
    if (isHeredoc && target !== "") this.#heredocs.push({ end: target, frame });
    const toDescriptor = followsAmpersand && /^(\d+-?|-)$/.test(target);
    if (operator.includes(">") && !toDescriptor && !NO_FILES.has(target)) frame.writesFile = true;
    // `2>` was read as the word `2` and then a redirection.
    if (/^\d$/.test(frame.words.at(-1) ?? "")) frame.words.pop();
  }

  #readHeredocs(): void {
    for (const { end, frame } of this.#heredocs.splice(0)) {
      const start = this.#at;
      const lineEnd = this.#skipHeredoc(end);
      const text = this.#line.slice(start, lineEnd);
      const reader = frame.parts.findLast((part) => "command" in part);
      if (reader !== undefined) Object.assign(reader.command, { heredoc: text });
    }
  }

  /** Skips a heredoc and its end mark. Returns the index at which the heredoc's text ends. */
  #skipHeredoc(end: string): number {
    while (this.#at < this.#line.length) {
      const start = this.#at;
      this.#skipTo("\n");
      const line = this.#line.slice(start, this.#at);
      this.#at++;
      if (line.trim() === end) return start;
    }
    return this.#line.length;
  }

  #readWord(frame: Frame): string {
    let word = "";
    while (this.#at < this.#line.length) {
      const char = this.#line[this.#at]!;
      if (char === "'" || char === '"') word += this.#readQuoted(char, frame);
      else if (char === "\\") word += this.#readEscaped();
      else if (this.#isSubstitution(char)) {
        if (char === "`" && frame.closer === "`") break;
        word += this.#substitute(char, frame);
      } else if (WORD_ENDS.includes(char)) break;
      else {
        word += char;
        this.#at++;
      }
    }
    return word;
  }

  #isSubstitution(char: string): boolean {
    return char === "`" || (char === "$" && this.#line[this.#at + 1] === "(");
  }

  /** Reads a substitution. Returns the character that stands for it in the word: `$` or a backtick. */
  #substitute(char: string, frame: Frame): string {
    frame.hasSubstitution = true;
    this.#at += char === "$" ? 2 : 1;
    this.#readInner(frame, char === "$" ? ")" : "`");
    return char;
  }

  #readInner(frame: Frame, closer: ")" | "`"): void {
    if (this.#depth > MAX_DEPTH) return; // what is inside is read as further words and commands
    frame.inner.push(this.#readList(closer));
  }

  #readQuoted(quote: string, frame: Frame): string {
    let text = "";
    const isAnsi = quote === "'" && this.#line[this.#at - 1] === "$";
    this.#at++;
    while (this.#at < this.#line.length && this.#line[this.#at] !== quote) {
      const char = this.#line[this.#at]!;
      if (char === "\\" && (quote === '"' || isAnsi)) text += this.#readEscaped();
      else if (quote === '"' && this.#isSubstitution(char)) text += this.#substitute(char, frame);
      else {
        text += char;
        this.#at++;
      }
    }
    this.#at++;
    return text;
  }

  #readEscaped(): string {
    const next = this.#line[this.#at + 1] ?? "";
    this.#at += 2;
    return next === "\n" ? "" : next;
  }

  #skipTo(end: string): void {
    const index = this.#line.indexOf(end, this.#at);
    this.#at = index < 0 ? this.#line.length : index;
  }
}

function emptyCommand() {
  return { words: [], writesFile: false, hasSubstitution: false, inner: [], heredoc: undefined };
}

/** Ends the current command. If there is none, the operator belongs to the part before it: `( a ) | b`. */
function endCommand(frame: Frame, operator: Operator): void {
  const { parts, words, writesFile, hasSubstitution, inner, heredoc } = frame;
  if (words.length > 0 || writesFile || hasSubstitution) {
    parts.push({ command: { words, writesFile, hasSubstitution, inner, heredoc }, operator });
    Object.assign(frame, emptyCommand());
    return;
  }
  const last = parts.at(-1);
  if (last !== undefined && (last.operator === "" || operator === "|")) last.operator = operator;
}
