import { type ParseError, printParseErrorCode } from "jsonc-parser";

/** Why a settings text is left as it is: where, what is there, and what to do about it. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  /** Both count from 1; columns in UTF-16 units, as editors do. */
  readonly line: number;
  readonly column: number;
  readonly advice: string;

  constructor(text: string, problem: Problem) {
    super(problem.what);
    const before = text.slice(0, problem.offset).split(/\r\n|\n|\r/);
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
    this.advice = problem.advice;
  }
}

export interface Problem {
  readonly offset: number;
  /** Continues a sentence whose subject is the file. */
  readonly what: string;
  readonly advice: string;
}

/** The first of the parser's complaints, in words. */
export function describeParseErrors(text: string, errors: readonly ParseError[]): Problem {
  const first = errors.toSorted((a, b) => a.offset - b.offset)[0];
  if (first === undefined) return { offset: 0, what: "it is not valid JSON", advice: "correct it" };
  const comma = trailingComma(text, first.offset);
  if (comma !== undefined) {
    return { offset: comma, what: "it has a comma before a closing bracket", advice: "remove the comma" };
  }
  return { offset: first.offset, ...wordsFor(printParseErrorCode(first.error)) };
}

function wordsFor(code: string): Omit<Problem, "offset"> {
  switch (code) {
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return {
        what: "it has a comment, and Claude Code ignores the whole of a settings file with comments",
        advice: "remove the comment",
      };
    case "CommaExpected":
      return { what: "a comma is missing", advice: "add the comma" };
    case "ColonExpected":
      return { what: "a colon is missing", advice: "add the colon" };
    case "CloseBraceExpected":
    case "CloseBracketExpected":
      return { what: "it ends before its last bracket is closed", advice: "close the bracket" };
    case "EndOfFileExpected":
      return { what: "it goes on after its end", advice: "remove what follows the last bracket" };
    default:
      return { what: "it is not valid JSON", advice: "correct it" };
  }
}

/** Where the comma stands if the parser stumbled over the bracket after it. */
function trailingComma(text: string, offset: number): number | undefined {
  if (text[offset] !== "}" && text[offset] !== "]") return undefined;
  const before = text.slice(0, offset).trimEnd();
  return before.endsWith(",") ? before.length - 1 : undefined;
}
