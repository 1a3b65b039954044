// Parses shell lines, and evaluates nothing. Outcomes, sessions, triage and the store read commands with it.
/** One command of a shell line: its words, and what its redirections and substitutions are. */
export type SimpleCommand = Readonly<ReturnType<typeof emptyCommand>>;

type Operator = "&&" | "||" | "|" | "&" | ";" | "";

interface Group {
  readonly group: ShellList;
  /** A command without words, if the output of all the group's commands goes to a file or to `/dev/null`. */
  redirection?: SimpleCommand;
}

/** A command, or a group such as `( … )` or `{ …; }`, and the operator after it. */
export type ShellPart = { operator: Operator } & ({ readonly command: SimpleCommand } | Group);

export type ShellList = readonly ShellPart[];

/** Returns all commands: each before those in its substitutions, a group's before one without words for its `>`. */
export const splitShell = (line: string): SimpleCommand[] => commandsOf(parseShell(line));

/** Parses any text as a shell line, in linear time, and never throws. A line end counts as `;`. */
export const parseShell = (line: string): ShellList => new ShellReader(line).readList(undefined);

function commandsOf(list: ShellList): SimpleCommand[] {
  return list.flatMap((part) =>
    "group" in part
      ? [...commandsOf(part.group), ...part.redirection?.targets.length ? [part.redirection] : []]
      : [part.command, ...part.command.inner.flatMap(commandsOf)]
  );
}

const NO_FILES = new Set(["/dev/null", "$null", "nul", "/dev/stderr", "/dev/stdout"]);
const WORD_ENDS = " \t\r\n;|&<>()";
const MAX_DEPTH = 30; // the deepest nesting. The brackets of deeper groups and substitutions are ignored

type Heredoc = { readonly end: string; text: string };

/** A list that is being read. `command` is not complete yet. */
interface Frame {
  readonly parts: ShellPart[];
  readonly closer: ")" | "`" | "}" | undefined;
  command: ReturnType<typeof emptyCommand>;
}

class ShellReader {
  #at = 0;
  #depth = 0;
  #heredocs: Heredoc[] = [];
  #arithmetics = 0; // the number of open `((…))`, in which `<<` is a shift and begins no heredoc
  #endsHere = true; // false after a here-string of PowerShell without an end: a line that begins with its quote and `@`

  constructor(private readonly line: string) {}

  readList(closer: Frame["closer"]): ShellList {
    const frame: Frame = { parts: [], closer, command: emptyCommand() };
    this.#depth++;
    while (this.#at < this.line.length && !this.#isClosed(frame)) this.#step(this.line[this.#at]!, frame);
    this.#depth--;
    endCommand(frame, "");
    return frame.parts;
  }

  #isClosed(frame: Frame): boolean {
    if (frame.closer === undefined || this.line[this.#at] !== frame.closer) return false;
    if (frame.closer === "}" && (frame.command.words.length > 0 || !this.#isLoneBrace())) return false;
    this.#at++;
    return true;
  }

  #step(char: string, frame: Frame): void {
    if (char === " " || char === "\t" || char === "\r") this.#at++;
    else if (char === "\\" && this.line[this.#at + 1] === "\n") this.#at += 2; // the line goes on
    else if (char === "#") this.#skipTo("\n");
    else if (char === ">" || char === "<" || this.line.startsWith("&>", this.#at)) this.#redirect(frame);
    else if (char === ";" || char === "|" || char === "&" || char === "\n") this.#endAtOperator(char, frame);
    else if ("()".includes(char) || ("{}".includes(char) && this.#isLoneBrace())) this.#bracket(char, frame);
    else frame.command.words.push(this.#readWord(frame));
  }

  #endAtOperator(char: string, frame: Frame): void {
    const isDouble = this.line[this.#at + 1] === char && char !== "\n";
    this.#at += isDouble ? 2 : 1;
    if (char === "|" && !isDouble && this.line[this.#at] === "&") this.#at++; // `|&`
    endCommand(frame, char === "\n" || char === ";" ? ";" : (isDouble ? char + char : char) as Operator);
    if (char !== "\n") return;
    for (const heredoc of this.#heredocs.splice(0)) heredoc.text = this.#readHeredoc(heredoc.end);
  }

  /** A brace that does not stand alone belongs to a word, as in `a{b,c}`. */
  #isLoneBrace(): boolean {
    const next = this.line[this.#at + 1];
    return next === undefined || WORD_ENDS.includes(next);
  }

  #bracket(char: string, frame: Frame): void {
    if (/^time(?: -p)?$/.test(frame.command.words.join(" "))) frame.command.words = []; // measures the group
    const { words } = frame.command;
    const isBody = words.length === 0 || (words.length === 2 && words[0] === "function"); // `function name {`
    const opensGroup = char === "(" || (char === "{" && isBody);
    endCommand(frame, ";");
    this.#at++;
    if (!opensGroup || this.#depth > MAX_DEPTH) return;
    const arithmetics = char === "(" && this.line[this.#at - 2] === "(" ? 1 : 0;
    this.#arithmetics += arithmetics;
    const group = this.readList(char === "(" ? ")" : "}");
    this.#arithmetics -= arithmetics;
    frame.parts.push({ group, operator: "" });
  }

  #redirect(frame: Frame): void {
    const start = this.#at;
    while (this.#at < this.line.length && "<>&|".includes(this.line[this.#at]!)) this.#at++;
    const operator = this.line.slice(start, this.#at);
    if (this.line[this.#at] === "(") {
      this.#at++;
      this.#readInner(frame, ")");
      return;
    }
    const isHeredoc = operator === "<<" && this.#arithmetics === 0;
    if (isHeredoc && this.line[this.#at] === "-") this.#at++;
    while (/[ \t]/.test(this.line[this.#at] ?? "")) this.#at++;
    const target = this.#readWord(frame);
    if (isHeredoc && target !== "") {
      frame.command.heredoc = { end: target, text: "" };
      this.#heredocs.push(frame.command.heredoc);
    }
    const toDescriptor = operator.endsWith("&") && /^(\d+-?|-)$/.test(target);
    if (operator.includes(">") && !toDescriptor && !NO_FILES.has(target)) frame.command.targets.push(target);
    // In `2>`, the `2` was read as a word but is no argument; in `-j 2 >` and `"2">` it is one.
    const digit = /\d/.exec(this.line[start - 1] ?? "")?.[0];
    const stream = digit === frame.command.words.at(-1) ? frame.command.words.pop() : undefined;
    const isDiscarded = stream !== "2" && operator.includes(">") && /^(\/dev\/|\$)null$|^nul$/.test(target);
    if (isDiscarded || frame.command.targets.length > 0) frame.command.hidesOutput = true;
  }

  /** Returns the heredoc's text, and skips the end mark, before which tabs may stand, also without `<<-`. */
  #readHeredoc(end: string): string {
    const first = this.#at;
    while (this.#at < this.line.length) {
      const start = this.#at;
      this.#skipTo("\n");
      const line = this.line.slice(start, this.#at);
      this.#at++;
      if (line.replace(/^\t+|\r$/g, "") === end) return this.line.slice(first, start);
    }
    return this.line.slice(first);
  }

  #readWord(frame: Frame): string {
    let word = "";
    while (this.#at < this.line.length) {
      const char = this.line[this.#at]!;
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
    return char === "`" || (char === "$" && this.line[this.#at + 1] === "(");
  }

  /** Returns the character that stands for the substitution in its word: `$` or a backtick. */
  #substitute(char: string, frame: Frame): string {
    this.#at += char === "$" ? 2 : 1;
    this.#readInner(frame, char === "$" ? ")" : "`");
    return char;
  }

  #readInner(frame: Frame, closer: ")" | "`"): void {
    frame.command.hasSubstitution = true;
    if (this.#depth > MAX_DEPTH) return; // the text inside is read as further words and commands
    frame.command.inner.push(this.readList(closer));
  }

  #readQuoted(quote: string, frame: Frame): string {
    const before = this.line[this.#at - 1];
    const isAnsi = quote === "'" && before === "$";
    const start = ++this.#at;
    const isHere = before === "@" && this.#endsHere && /[\r\n]/.test(this.line[start] ?? "");
    const end = isHere ? this.line.indexOf(`\n${quote}@`, start) + 1 : 0;
    if (isHere) this.#endsHere = end > 0;
    let text = this.line.slice(start, end);
    this.#at += text.length;
    while (end === 0 && this.#at < this.line.length && this.line[this.#at] !== quote) {
      const char = this.line[this.#at]!;
      const isEscaping = isAnsi || (quote === '"' && /[$`"\\\n]/.test(this.line[this.#at + 1] ?? ""));
      if (char === "\\" && isEscaping) text += this.#readEscaped();
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
    const next = this.line[this.#at + 1] ?? "";
    this.#at += 2;
    return next === "\n" ? "" : next;
  }

  #skipTo(end: string): void {
    const index = this.line.indexOf(end, this.#at);
    this.#at = index < 0 ? this.line.length : index;
  }
}

function emptyCommand(heredoc?: Heredoc) {
  return {
    /** The program and its arguments, unquoted, without redirections. */
    words: [] as string[],
    /** The files to which output is redirected (`>`, `>>`); `2>&1` and `>/dev/null` do not count. */
    targets: [] as string[],
    /** True if output goes to a file, or more than stderr to `/dev/null`. */
    hidesOutput: false,
    /** True if it has a part that is computed or a command itself: `$(…)`, also `$((…))`, backticks, `<(…)`, `>(…)`. */
    hasSubstitution: false,
    inner: [] as ShellList[],
    /** The heredoc (`<<EOF`) of this command, or of one before it in the pipe. */
    heredoc,
  };
}

/** Ends the command. An empty one gives its operator and redirection to the group before it: `( a ) > f | b`. */
function endCommand(frame: Frame, operator: Operator): void {
  const { parts, command } = frame;
  const last = parts.at(-1);
  const isAfterGroup = last?.operator === "";
  if (command.words.length > 0 || command.hasSubstitution || (command.targets.length > 0 && !isAfterGroup)) {
    parts.push({ command, operator });
  } else if (last !== undefined && (isAfterGroup || operator === "|")) {
    last.operator = operator;
    if ("group" in last && command.hidesOutput) redirect(last, command);
  }
  frame.command = emptyCommand(parts.at(-1)?.operator === "|" ? command.heredoc : undefined);
}

/** Hides the output of the group's commands, in linear time, as it passes over inner groups with a redirection. */
function redirect(group: Group, redirection: SimpleCommand): void {
  group.redirection = redirection;
  for (const part of group.group) {
    if ("command" in part) Object.assign(part.command, { hidesOutput: true });
    else if (part.redirection === undefined) redirect(part, { ...redirection, targets: [] });
  }
}
