import tables from "./runners.json" with { type: "json" };
import { wordSet } from "./words.ts";

/** Options with which any runner only prints something. */
const TELLS = wordSet(
  "-h --help --version --dry-run --list --list-tests --listTests --collect-only --show-config --showConfig " +
    "--show-only --init",
);
/** Options with which any runner waits for changes, so that no result is printed in time. */
const IDLES = wordSet("--watch --watchAll --watch-all --ui");
/** Further options by format; a row is `format: options that print: options that wait`. */
const BY_FORMAT = new Map(
  tables.idle.map((row) => row.split(":")).map(([format = "", tells = "", idles = ""]) => [
    format,
    { tells: wordSet(tells.trim()), idles: wordSet(idles.trim()) },
  ]),
);
/** Matches an option that its own value switches off. */
const OFF = /^--(?:watch|watchAll|ui|dry-run)=(?:false|0|no|none)$/;

/** Tells whether a run only prints something, or waits for changes and never ends. */
export function isIdle(words: readonly string[], format: string | undefined): boolean {
  return onlyTells(words, format) || holds(words, IDLES, BY_FORMAT.get(format ?? "")?.idles);
}

/** Tells whether a run only prints tests, its version or its plan: neither a test run nor a build. */
export function onlyTells(words: readonly string[], format: string | undefined): boolean {
  return holds(words, TELLS, BY_FORMAT.get(format ?? "")?.tells);
}

function holds(
  words: readonly string[],
  general: ReadonlySet<string>,
  own: ReadonlySet<string> | undefined,
): boolean {
  return words.some((word, i) => {
    if (words[i + 1] === "false") return false;
    if (own?.has(word) || general.has(word)) return true;
    return word.startsWith("--") && !OFF.test(word) && general.has(word.split("=", 1)[0]!);
  });
}
