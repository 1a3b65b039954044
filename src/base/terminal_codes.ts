// deno-lint-ignore no-control-regex
const TERMINAL_CODES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][A-Z0-9])/g;

/** Removes the escape codes with which programs set the colours, cursor and title of a terminal. */
export function withoutTerminalCodes(text: string): string {
  return text.includes("\x1b") ? text.replace(TERMINAL_CODES, "") : text;
}
