import { programName } from "../shell/command_words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { type ErrorLine, wordsOfError } from "../search/error_signature.ts";
import { splitShell } from "../shell/shell_split.ts";

/** Programs that run anything: two calls of them have nothing in common. */
const INTERPRETERS = /^(?:node|deno|bun|python|ruby|perl|php|bash|sh|zsh|cd|echo|export|sudo)$/;

/** Pairs of what an error says and the commands that mend such errors, though they share no word with it. */
const KINDS: readonly (readonly [error: RegExp, command: RegExp])[] = [
  [
    /not found|can(?:not|'t) (?:find|load|resolve|open)|could not (?:find|load|resolve)|no (?:such|module|matching)|missing|unresolved|unmet|does(?: not|n't) exist|required?\b|not \w+ed\b|not set\b|unsupported|\bversion|older than|out ?of ?date|outdated|stale|mismatch|externally-managed/i,
    /\b(?:install|i|ci|add|get|sync|lock|update|upgrade|download|pull|submodule|setup|bootstrap|init|set|use|enable|create|generate|gen|codegen|build|rebuild|migrate|seed|load|import|mount|venv|mkdir|touch|ln|export|source|link)\b/,
  ],
  [
    /ECONN|ENOTFOUND|refused|unreachable|timed? ?out|not running|unavailable|connect|daemon/i,
    /\b(?:start|up|restart|reload|serve|connect|mount|docker run)\b/,
  ],
  [
    /denied|unauthori[sz]ed|forbidden|\b40[13]\b|expired|credential|authenticat|EACCES|EPERM/i,
    /\b(?:login|auth|chmod|trust|allow|set|export|source)\b/,
  ],
];

/**
 * Tells whether a command bears on the failure of a line with this error: it shares its program, a file, a package
 * or another word with one of them, or is of the kind that mends such errors.
 */
export function bearsOn(line: string, failed: string, errorLines: readonly ErrorLine[]): boolean {
  const error = errorLines.map(({ text }) => text).join("\n");
  const programs = new Set(programsIn(failed));
  const words = new Set(partsOf(`${failed}\n${error}`.toLowerCase()));
  return programsIn(line).some((program) => programs.has(program)) ||
    KINDS.some(([said, command]) => said.test(error) && command.test(line)) ||
    tellingWords(line).some((word) => words.has(word));
}

function programsIn(line: string): string[] {
  return splitShell(line).map(({ words }) => programName(unwrap(words).words[0] ?? ""))
    .filter((program) => program !== "" && !INTERPRETERS.test(program));
}

/** Returns the words of a command but for those that many commands hold. */
function tellingWords(line: string): string[] {
  return [...wordsOfError(line)].flatMap(partsOf).filter((word) => word.length > 1 && !COMMON.test(word));
}

function partsOf(text: string): string[] {
  return text.split(/[^a-z0-9\u0080-\uffff]+/);
}

const COMMON =
  /^(?:install|ci|add|get|update|upgrade|sync|init|set|use|create|generate|build|start|up|dev|src|main|origin|mkdir|cd|js|ts|py|sh|json|\d+)$/;
