import type { TestHome } from "../_support/test_home.ts";
import { type Bench, isWanted } from "./bench.ts";
import { homeWithHistory } from "./homes.ts";
import { startOf, timeRun } from "./measure.ts";
import { median, percentile } from "./report.ts";
import { SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

const CAPTURES = "concurrent captures";
const AT_ONCE = 50;
const ROUNDS = 20;

/** Fifty captures at once, round after round: every row must be there, and no hook may complain. */
export async function measureConcurrentCaptures(bench: Bench): Promise<void> {
  if (!isWanted(CAPTURES, bench.options)) return;
  bench.report.heading("Concurrent captures that were lost, or complained");
  using home = await homeWithHistory(bench.programs);
  const before = home.count("pending_queue");
  let complaints = 0;
  for (let round = 0; round < ROUNDS; round++) complaints += await captureAtOnce(home, bench, round);
  const spooled = home.spool().length;
  await home.mneme(["process"], { dist: bench.programs.folder });
  const rows = home.count("pending_queue") - before;
  const value = AT_ONCE * ROUNDS - rows + complaints;
  const details = { rows, complaints, spooled };
  bench.report.row({ section: CAPTURES, name: `${AT_ONCE} × ${ROUNDS}`, value, budget: 0, details });
}

/** How many of them ended with another status than 0, or wrote anything. */
async function captureAtOnce(home: TestHome, { programs }: Bench, round: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => {
      const payload = SMALL_CAPTURE.payload(home, round * AT_ONCE + i);
      return home.hook(SMALL_CAPTURE.program, payload, { dist: programs.folder });
    }),
  );
  return outcomes.filter(({ code, stdout, stderr }) => code !== 0 || stdout !== "" || stderr !== "").length;
}

const LOAD = "under load";
const IN_FLIGHT = 8;
const RUNS = 30;
/** Beyond all numbers of measured runs: the background's captures are its own. */
const BACKGROUND_RUNS = 1_000_000;

/** Every hook, and the empty program, while eight captures run at all times in the same home. */
export async function measureUnderLoad(bench: Bench): Promise<void> {
  if (!isWanted(LOAD, bench.options)) return;
  bench.report.heading(`p95 in ms with ${IN_FLIGHT} captures running`);
  // What the machine alone makes of eight others.
  const empty: Work = { ...SMALL_CAPTURE, name: "empty program", program: "empty", targetMs: undefined };
  for (const work of [empty, ...WORKS.filter((work) => !work.hasEntry)]) {
    using home = await homeWithHistory(bench.programs);
    const start = (one: Work, run: number) => timeRun(startOf(one, home, bench.programs, run));
    const took: number[] = [];
    await withCapturesInFlight((run) => start(SMALL_CAPTURE, run), async () => {
      for (let run = 0; run < RUNS; run++) took.push(await start(work, run));
    });
    const value = percentile(took, 0.95);
    const details = { p50_ms: median(took), p95_ms: value, target_ms: work.targetMs };
    bench.report.row({ section: LOAD, name: work.name, value, budget: undefined, details });
  }
}

/** As soon as one capture of the background ends, the next begins; all have ended when this returns. */
async function withCapturesInFlight(
  capture: (run: number) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  let run = BACKGROUND_RUNS;
  const background = Array.from({ length: IN_FLIGHT }, async () => {
    while (!isOver) await capture(run++);
  });
  try {
    await work();
  } finally {
    isOver = true;
    await Promise.all(background);
  }
}
