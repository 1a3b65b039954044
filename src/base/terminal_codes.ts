// deno-lint-ignore no-control-regex
const TERMINAL_CODES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][A-Z0-9])/g;

/** The text as a person sees it: without what a terminal takes for colours, moves and titles. */
export function withoutTerminalCodes(text: string): string {
  return text.includes("\x1b") ? text.replace(TERMINAL_CODES, "") : text;
}
