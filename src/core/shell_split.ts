/** One command of a shell line: its words without quotes, and what makes its effect unknowable from the words. */
export interface SimpleCommand {
  readonly words: readonly string[];
  /** It writes to a file: `>`, `>>`, but not `2>&1` or `>/dev/null`. */
  readonly writesFile: boolean;
  /** A part of it is computed by another command: `$(…)`, backticks, `<(…)`. */
  readonly hasSubstitution: boolean;
}

/**
 * Splits a shell line at `;`, `&`, `|`, `&&`, `||` and line ends into simple commands. Total and linear; knows
 * quotes, escapes, comments and redirections, and evaluates nothing.
 */
export function splitShell(line: string): SimpleCommand[] {
  return new Splitter(line).split();
}

const SEPARATORS = ";|&\n(){}";
const HARMLESS_TARGETS = new Set(["/dev/null", "/dev/stderr", "/dev/stdout"]);

class Splitter {
  readonly #line: string;
  #at = 0;
  readonly #commands: SimpleCommand[] = [];
  #words: string[] = [];
  #writesFile = false;
  #hasSubstitution = false;

  constructor(line: string) {
    this.#line = line;
  }

  split(): SimpleCommand[] {
    while (this.#at < this.#line.length) this.#step(this.#line[this.#at]!);
    this.#endCommand();
    return this.#commands;
  }

  #step(char: string): void {
    if (char === " " || char === "\t" || char === "\r") this.#at++;
    else if (char === "\\" && this.#line[this.#at + 1] === "\n") this.#at += 2; // the line goes on
    else if (char === "#") this.#skipTo("\n");
    else if (char === ">" || char === "<") this.#redirect();
    else if (this.#isSeparator(char)) {
      this.#endCommand();
      this.#at++;
    } else this.#words.push(this.#readWord());
  }

  /** Braces separate only where they stand alone: `a{b,c}` is a word. */
  #isSeparator(char: string): boolean {
    if (!SEPARATORS.includes(char)) return false;
    if (char !== "{" && char !== "}") return true;
    const next = this.#line[this.#at + 1];
    return next === undefined || next === " " || next === "\n" || next === ";";
  }

  #redirect(): void {
    const isOutput = this.#line[this.#at] === ">";
    if (this.#line[this.#at + 1] === "(") this.#hasSubstitution = true;
    while (this.#at < this.#line.length && "<>&|".includes(this.#line[this.#at]!)) this.#at++;
    if (this.#line[this.#at] === "(") return;
    while (this.#line[this.#at] === " ") this.#at++;
    const followsAmpersand = this.#line[this.#at - 1] === "&";
    const target = this.#readWord();
    const toDescriptor = followsAmpersand && /^(\d+-?|-)$/.test(target);
    if (isOutput && !toDescriptor && !HARMLESS_TARGETS.has(target)) this.#writesFile = true;
    // `2>` was read as the word `2` and then a redirection.
    if (/^\d$/.test(this.#words.at(-1) ?? "")) this.#words.pop();
  }

  #readWord(): string {
    let word = "";
    while (this.#at < this.#line.length) {
      const char = this.#line[this.#at]!;
      if (char === "'" || char === '"') word += this.#readQuoted(char);
      else if (char === "\\") word += this.#readEscaped();
      else if (char === "`" || (char === "$" && this.#line[this.#at + 1] === "(")) {
        this.#hasSubstitution = true;
        word += char;
        this.#at++;
        if (char === "$") this.#at++; // its bracket; what is inside is read as further words and commands
      } else if (" \t\r\n;|&<>()".includes(char)) break;
      else {
        word += char;
        this.#at++;
      }
    }
    return word;
  }

  #readQuoted(quote: string): string {
    let text = "";
    this.#at++;
    while (this.#at < this.#line.length && this.#line[this.#at] !== quote) {
      if (quote === '"' && this.#line[this.#at] === "\\") text += this.#readEscaped();
      else {
        const char = this.#line[this.#at]!;
        if (quote === '"' && (char === "`" || (char === "$" && this.#line[this.#at + 1] === "("))) {
          this.#hasSubstitution = true;
        }
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

  #endCommand(): void {
    if (this.#words.length > 0 || this.#writesFile || this.#hasSubstitution) {
      this.#commands.push({
        words: this.#words,
        writesFile: this.#writesFile,
        hasSubstitution: this.#hasSubstitution,
      });
    }
    this.#words = [];
    this.#writesFile = false;
    this.#hasSubstitution = false;
  }
}
