import type { TestHome } from "../_support/test_home.ts";
import { sleep } from "../_support/wait.ts";
import type { Programs } from "./programs.ts";
import type { Pair } from "./statistics.ts";
import { type Start, timeRun } from "./time_run.ts";
import { layTranscript } from "./transcripts.ts";
import type { Work } from "./works.ts";

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

/** The empty program against a copy of itself. */
export async function measureEmptyPairs(start: Start, programs: Programs, runs: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let run = 0; run < runs; run++) {
    const empty = await timeRun(emptyStart(start, programs));
    pairs.push({ empty, measured: await timeRun({ ...start, program: programs.emptyAgain }) });
  }
  return pairs;
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
