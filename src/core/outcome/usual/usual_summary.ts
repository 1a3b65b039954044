import { behindQuoted, type Evidence, readSummary } from "../summary.ts";
import type { Run } from "../find_runs.ts";
import type { Format } from "../formats/format.ts";
import { CARGO, GO, JEST, MOCHA, NODE, PYTEST, VITEST } from "../formats/usual.ts";
import { FAILURE_PARTS, holdsAny, summaryAtEnd } from "./usual_end.ts";

const USUAL = [PYTEST, VITEST, JEST, MOCHA, NODE, CARGO, GO];
/** A word that tells of a failure, with a number. */
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
  const own = USUAL.find(({ name }) => name === format);
  if (own !== undefined) return readOwn(text, own);
  const end = summaryAtEnd(text);
  const ending = USUAL.find(({ name }) => name === end);
  const found = ending === undefined ? undefined : readSummary(text, ending);
  if (found?.verdict === "fail") {
    const hasFailed = !fate.zeroTells || exitCode !== 0;
    return hasFailed && found.firstFailure !== undefined ? found : undefined;
  }
  if (found?.verdict !== "pass" || found.passed === undefined) return undefined;
  // Something else may have failed: what started the tests says so behind them, or the exit code.
  const hasPassed = fate.zeroTells && exitCode === 0;
  const mayHaveFailed = hasPassed ? mayCountFailure(text) : holdsAny(text, FAILURE_PARTS);
  return mayHaveFailed ? undefined : found;
}

/**
 * A failure of which another summary follows is left to those who know who printed it, and one that nobody counted to
 * those who know other summaries of the runner.
 */
function readOwn(text: string, own: Format): Evidence | undefined {
  const found = readSummary(text, own);
  if (found?.verdict !== "fail") return found;
  return found.failed === undefined || behindQuoted(text, own, found.failed) !== text ? undefined : found;
}

function mayCountFailure(text: string): boolean {
  return holdsAny(text, FAILURE_PARTS) && COUNTED_FAILURE.test(text);
}
