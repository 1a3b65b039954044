import tables from "./runners.json" with { type: "json" };
import { wordSet } from "./words.ts";

/** Options with which a run answers a question and runs nothing, whatever runs. */
const TELLS = wordSet(
  "-h --help --version --dry-run --list --list-tests --listTests --collect-only --show-config --showConfig " +
    "--show-only --init",
);
/** Options with which it waits for changes and never ends, or ends before there is a result. */
const IDLES = wordSet("--watch --watchAll --watch-all --ui");
/** `format: options of the first kind: options of the second`. */
const BY_FORMAT = new Map(
  tables.idle.map((row) => row.split(":")).map(([format = "", tells = "", idles = ""]) => [
    format,
    { tells: wordSet(tells.trim()), idles: wordSet(idles.trim()) },
  ]),
);
/** Values that take an option back. */
const OFF = /^--(?:watch|watchAll|ui|dry-run)=(?:false|0|no|none)$/;

/** Tells whether a run only prints something, or waits for changes and never ends. */
export function isIdle(words: readonly string[], format: string | undefined): boolean {
  return onlyTells(words, format) || holds(words, IDLES, BY_FORMAT.get(format ?? "")?.idles);
}

/** Tells whether it lists tests, says its version or its plan: neither a run nor a build. */
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
