import { HOOK_MARKER } from "../../src/base/hook_names.ts";
import { drainSpool } from "../../src/hook/drain_spool.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { openAnyVersion } from "../../src/store/store.ts";
import type { TestHome } from "../_support/test_home.ts";
import { sleep } from "../_support/wait.ts";
import type { Programs } from "./bench.ts";
import type { Pair } from "./report.ts";
import { layTranscript } from "./transcripts.ts";
import type { Work } from "./works.ts";

/** One start of a program. */
export interface Start {
  readonly program: string;
  /** A hook is given its marker. */
  readonly args?: readonly string[] | undefined;
  readonly stdin: Uint8Array;
  readonly environment: Record<string, string>;
  readonly cwd: string;
}

/** From before the start to after the end, in ms. The same calls for every program, so what they cost cancels out. */
export async function timeRun(start: Start): Promise<number> {
  const began = performance.now();
  const child = new Deno.Command(start.program, {
    args: [...start.args ?? [HOOK_MARKER]],
    cwd: start.cwd,
    clearEnv: true,
    env: start.environment,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const [status] = await Promise.all([child.status, feed(child.stdin, start.stdin)]);
  const took = performance.now() - began;
  if (status.success) return took;
  throw new Error(`Cannot measure ${start.program}: it ended with ${status.code}; run it by hand`);
}

/** Writes all and closes the pipe; a reader that has gone away is no failure. */
export async function feed(stdin: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(bytes);
    await writer.close();
  } catch {
    // The empty program reads nothing and closes its end.
  }
}

/** Runs before the first that counts: they fill the page cache. */
export const WARM_UP = 3;

/** The n-th run of the work in the home. */
export function startOf(work: Work, home: TestHome, programs: Programs, run: number): Start {
  if (work.transcript !== undefined) layTranscript(work.transcript, { home, programs, run });
  return {
    program: `${programs.folder}/${work.program}`,
    args: work.args,
    stdin: work.payload(home, run),
    environment: home.environment({ MNEME_NO_DEADLINES: null, ...work.environment }), // as users run it
    cwd: home.project,
  };
}

/** The same start of the program that does nothing. */
export function emptyStart(start: Start, programs: Programs): Start {
  return { ...start, program: programs.empty };
}

/** Empty program and hook in turn, as what disturbs the machine then disturbs both; the warm-up is not among the pairs. */
export async function measurePairs(
  work: Work,
  home: TestHome,
  programs: Programs,
  runs: number,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let run = 0; run < WARM_UP + runs; run++) {
    const start = startOf(work, home, programs, run);
    const empty = await timeRun(emptyStart(start, programs));
    const measured = await timeRun(start);
    if (work.program === "session-end") await waitForChild(home);
    if (run >= WARM_UP) pairs.push({ empty, measured });
  }
  return pairs;
}

/** The child of session-end must not compete with the next pair. Where nobody can see it, a second is enough for it. */
async function waitForChild(home: TestHome): Promise<void> {
  if (Deno.build.os === "linux") await home.settle();
  else await sleep(1000);
}

/** How many rows the work has left so far: of its event, or, where it must leave nothing, of any. */
export function countTraces(home: TestHome, work: Work): number {
  return home.count(work.leaves === undefined ? "event_log" : `event_log where event = '${work.leaves}'`);
}

/** A figure counts only for work that was done: throws unless each run left its row, in the database or the spool. */
export async function requireTraces(
  home: TestHome,
  expected: { readonly work: Work; readonly before: number; readonly runs: number },
): Promise<void> {
  const { work, before, runs } = expected;
  await home.settle();
  drain(home);
  requireAsks(home, work, runs);
  const left = countTraces(home, work) - before;
  const due = work.leaves === undefined ? 0 : runs;
  if (left === due) return;
  throw new Error(
    `Cannot trust "${work.name}": ${runs} runs left ${left} rows instead of ${due}; ` +
      `look into the log:\n${home.log()}`,
  );
}

function requireAsks(home: TestHome, { name, asksAnew }: Work, runs: number): void {
  if (asksAnew === undefined) return;
  const asked = home.count("memories where status = 'candidate'");
  if (asked === runs) return;
  throw new Error(
    `Cannot trust "${name}": ${runs} runs asked about ${asked} new findings; look at what they print`,
  );
}

/** Not by `mneme process`, which would remove the events of the history as well. */
function drain(home: TestHome): void {
  using store = openAnyVersion(home.database);
  drainSpool(store, pathsBelow(home.data), { drainLimit: Infinity, log: () => {} });
}
