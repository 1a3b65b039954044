import { type Evidence, readSummaries } from "../evidence.ts";
import type { Run } from "../find_runs.ts";
import type { Format } from "../formats/format.ts";

const LOADERS = {
  python: async () => (await import("../formats/python.ts")).PYTHON,
  javascript: async () => (await import("../formats/javascript.ts")).JAVASCRIPT,
  systems: async () => (await import("../formats/systems.ts")).SYSTEMS,
};
type Family = keyof typeof LOADERS;

const FAMILY_OF: Readonly<Record<string, Family>> = { pytest: "python", cargo: "systems", go: "systems" };
/** What the usual runners say at the end. */
const ENDS: readonly (readonly [string, Family])[] = [
  ["d in ", "python"],
  ["Tests  ", "javascript"],
  ["Tests:  ", "javascript"],
  [" passing (", "javascript"],
  ["ℹ pass ", "javascript"],
  ["# pass ", "javascript"],
  ["ok | ", "javascript"],
  ["FAILED | ", "javascript"],
  [" pass\n", "javascript"],
  ["test result: ", "systems"],
  ["ok  \t", "systems"],
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
export async function readUsualSummary(
  { format, fate }: Run,
  text: string,
  exitCode: number | undefined,
): Promise<Evidence | undefined> {
  const isOwn = format !== undefined && format !== "make";
  const end = text.slice(-END_UNITS);
  const family = isOwn ? FAMILY_OF[format] ?? "javascript" : familyAt(end);
  if (family === undefined) return undefined;
  const loaded: readonly Format[] = await LOADERS[family]();
  const formats = isOwn
    ? loaded.filter(({ name }) => name === format)
    : loaded.filter((each) => ends(end, each));
  const found = readSummaries(text, formats);
  if (isOwn) return found.verdict === undefined ? undefined : found;
  const hasFailed = !fate.zeroTells || exitCode !== 0;
  if (found.verdict === "fail") return hasFailed && found.firstFailure !== undefined ? found : undefined;
  return found.verdict === "pass" && found.passed !== undefined && !mayCountFailure(text) ? found : undefined;
}

/** The family of which alone a summary stands at the end. */
function familyAt(end: string): Family | undefined {
  let found: Family | undefined;
  for (const [sign, family] of ENDS) {
    if (!end.includes(sign)) continue;
    if (found !== undefined && found !== family) return undefined;
    found = family;
  }
  return found;
}

function ends(end: string, { signs }: Format): boolean {
  return signs.some((sign) => end.includes(sign));
}

function mayCountFailure(text: string): boolean {
  return FAILURE_PARTS.some((part) => text.includes(part)) && COUNTED_FAILURE.test(text);
}
