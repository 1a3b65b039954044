import { HOOK_MARKER } from "../../src/base/hook_names.ts";
import { drainSpool } from "../../src/hook/drain_spool.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import { feed, type ProgramOptions } from "../_support/run_program.ts";
import type { TestHome } from "../_support/test_home.ts";
import type { Programs } from "./bench.ts";
import type { Pair } from "./report.ts";
import { layTranscript } from "./transcripts.ts";
import type { Work } from "./works.ts";

/** One start of a program. */
export interface Start extends ProgramOptions {
  readonly program: string;
}

/** From before the start to after the end, in ms. Nobody reads what it prints, which would cost more than a short hook. */
export async function timeRun(start: Start): Promise<number> {
  const began = performance.now();
  const child = new Deno.Command(start.program, {
    args: [...start.args ?? []],
    cwd: start.cwd,
    clearEnv: true,
    env: start.env,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const [status] = await Promise.all([child.status, feed(child, start)]);
  const took = performance.now() - began;
  if (status.success) return took;
  throw new Error(`Cannot measure ${start.program}: it ended with ${status.code}; run it by hand`);
}

/** Runs before the first that counts: they fill the page cache. */
export const WARM_UP = 3;

/** The n-th run of the work in the home. */
export function startOf(work: Work, home: TestHome, programs: Programs, run: number): Start {
  if (work.transcript !== undefined) layTranscript(work.transcript, { home, programs, run });
  return {
    program: `${programs.folder}/${work.program}`,
    args: work.args ?? [HOOK_MARKER],
    stdin: work.payload(home, run),
    env: home.environment({ MNEME_NO_DEADLINES: null, ...work.environment }), // as users run it
    cwd: home.project,
  };
}

/**
 * The empty program and the measured one in turn, as what disturbs the machine then disturbs both; the warm-up is not
 * among the pairs. The child of session-end ends first: it must not compete with the next pair.
 */
export async function measurePairs(
  startAt: (run: number) => Start,
  { home, empty, runs }: { readonly home: TestHome; readonly empty: string; readonly runs: number },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let run = 0; run < WARM_UP + runs; run++) {
    const start = startAt(run);
    const pair = { empty: await timeRun({ ...start, program: empty }), measured: await timeRun(start) };
    await home.settle();
    if (run >= WARM_UP) pairs.push(pair);
  }
  return pairs;
}

/** How many rows the work has left so far: of its event, or, where it must leave nothing, of any. */
export function countTraces(home: TestHome, work: Work): number {
  return home.count(work.leaves === undefined ? "event_log" : `event_log where event = '${work.leaves}'`);
}

/** A figure counts only for work that was done: throws unless each run left its row, in the database or the spool. */
export async function requireTraces(
  home: TestHome,
  { work, before, runs }: { readonly work: Work; readonly before: number; readonly runs: number },
): Promise<void> {
  await home.settle();
  drain(home);
  const left = countTraces(home, work) - before;
  const asked = work.asksAnew ? home.count("memories where status = 'candidate'") : runs;
  if (left === (work.leaves === undefined ? 0 : runs) && asked === runs) return;
  throw new Error(
    `Cannot trust "${work.name}": ${runs} runs left ${left} rows` +
      `${work.asksAnew ? ` and asked about ${asked} new findings` : ""}; look into the log:\n${home.log()}`,
  );
}

/** Not by `mneme process`, which would remove the events of the history as well. */
function drain(home: TestHome): void {
  using store = openAnyVersion(home.database);
  drainSpool(store, pathsBelow(home.data), { drainLimit: Infinity, log: () => {} });
}
