import { behindQuoted, type Evidence, readSummary } from "../summary.ts";
import type { Run } from "../find_runs.ts";
import type { Format } from "../formats/format.ts";
import { CARGO, GO, JEST, MOCHA, NODE, PYTEST, VITEST } from "../formats/usual.ts";

/** What stands at the end of the output of each. */
const ENDS: readonly (readonly [sign: string, Format])[] = [
  ["d in ", PYTEST],
  ["Tests  ", VITEST],
  ["Tests:  ", JEST],
  [" passing (", MOCHA],
  ["ℹ pass ", NODE],
  ["# pass ", NODE],
  ["test result: ", CARGO],
  ["ok  \t", GO],
];
const END_UNITS = 2048;
/** Parts of the words that tell of a failure, and such a word with a number. */
const FAILURE_PARTS = ["ail", "AIL", "rror", "RROR", "roken", "imeout"];
const COUNTED_FAILURE =
  /[1-9]\d* (?:[a-z]+ )?(?:[Ff]ail|FAIL|[Ee]rror|ERROR|broken|timeout)|(?:[Ff]ail(?:ures?|ed|s)?|FAIL(?:ED)?|[Ee]rrors?|[Tt]imeout)[:=]? *[1-9]/;

/**
 * What the summary at the end of an output says of a usual run; `undefined` where that is not all that there is to
 * it: then all formats have to be asked.
 */
export function readUsualSummary(
  { format, fate }: Run,
  text: string,
  exitCode: number | undefined,
): Evidence | undefined {
  const own = ENDS.find(([, { name }]) => name === format)?.[1];
  if (own !== undefined) return readOwn(text, own);
  const ending = formatAt(text.slice(-END_UNITS));
  const found = ending === undefined ? undefined : readSummary(text, ending);
  if (found?.verdict === "fail") {
    const hasFailed = !fate.zeroTells || exitCode !== 0;
    return hasFailed && found.firstFailure !== undefined ? found : undefined;
  }
  return found?.verdict === "pass" && found.passed !== undefined && !mayCountFailure(text)
    ? found
    : undefined;
}

/** A failure of which another summary follows is left to those who know who printed it. */
function readOwn(text: string, own: Format): Evidence | undefined {
  const found = readSummary(text, own);
  return found?.verdict === "fail" && behindQuoted(text, own) !== text ? undefined : found;
}

/** The format of which alone a summary stands at the end. */
function formatAt(end: string): Format | undefined {
  const found = new Set(ENDS.filter(([sign]) => end.includes(sign)).map(([, format]) => format));
  return found.size === 1 ? [...found][0] : undefined;
}

function mayCountFailure(text: string): boolean {
  return FAILURE_PARTS.some((part) => text.includes(part)) && COUNTED_FAILURE.test(text);
}
