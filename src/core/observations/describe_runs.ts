import { withoutReason } from "./reasons.ts";

/** A test run or a build, with its observation where one is known. */
export interface ToldRun {
  /** `tests:fail`. */
  readonly outcome: string | null;
  /** The line of the observation. */
  readonly line: string | undefined;
}

/** All runs of one command. */
interface Runs {
  /** In backticks. */
  readonly command: string;
  readonly results: readonly ("pass" | "fail")[];
  /** What came of the last: "41 passed"; empty where the words say no more than its result. */
  readonly end: string;
}

/**
 * How the runs of one kind went, told by command, as a run says nothing of another one's failure: the command of the
 * last run ("failed once, then passed: `npm test`: 41 passed"), then that which failed most before it passed.
 * `undefined` without any.
 */
export function describeRuns(
  runs: readonly ToldRun[],
  kind: "tests" | "builds",
  maxUnits: number,
): string | undefined {
  const ended = runs.filter(({ outcome }) => outcome === `${kind}:pass` || outcome === `${kind}:fail`);
  const commands = [...Map.groupBy(ended, ({ line = "" }) => commandIn(line))].map(asRuns);
  const last = commands.find(({ command }) => command === commandIn(ended.at(-1)?.line ?? ""));
  if (last === undefined) return undefined;
  const mended = commands.filter((one) => one !== last && failures(one) > 0 && one.results.at(-1) === "pass")
    .sort((a, b) => failures(b) - failures(a))[0];
  const told = `${resultOf(last)}${last.command}${last.end}`;
  const both = mended === undefined ? told : `${told}; ${resultOf(mended)}${mended.command}`;
  return both.length <= maxUnits ? both : told.length <= maxUnits ? told : `${resultOf(last)}${last.command}`;
}

const RAN = /^Ran (`[^`]*`)(?:: ([^]*))?$/;

function commandIn(line: string): string {
  return RAN.exec(withoutReason(line))?.[1] ?? "";
}

function asRuns([command, runs]: [string, readonly ToldRun[]]): Runs {
  const results = runs.map(({ outcome }) => outcome?.endsWith(":fail") ? "fail" : "pass");
  const end = RAN.exec(withoutReason(runs.at(-1)?.line ?? ""))?.[2]?.split(/; committed “/)[0] ?? "";
  return { command, results, end: SAYS_NO_MORE.has(end) ? "" : `: ${end}` };
}

const SAYS_NO_MORE: ReadonlySet<string> = new Set(["", "passed", "failed", "it builds", "the build failed"]);

function failures({ results }: Runs): number {
  return results.filter((result) => result === "fail").length;
}

function resultOf(runs: Runs): string {
  const failed = failures(runs);
  const all = runs.results.length;
  const colon = runs.command === "" ? "" : ": ";
  if (runs.results.at(-1) === "fail") {
    return `${failed < all ? "passed, then failed" : `failed${times(all)}`}${colon}`;
  }
  return `${failed === 0 ? `passed${times(all)}` : `failed${times(failed) || " once"}, then passed`}${colon}`;
}

function times(amount: number): string {
  return amount === 1 ? "" : amount === 2 ? " twice" : ` ${amount} times`;
}
