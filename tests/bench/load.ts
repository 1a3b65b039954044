import type { TestHome } from "../_support/test_home.ts";
import { type Bench, isWanted } from "./bench.ts";
import { homeWithHistory } from "./homes.ts";
import { emptyStart, type Start, startOf, timeRun } from "./measure.ts";
import { type Figure, median, percentile, targetCell, tenths, verdict } from "./report.ts";
import { SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

const CAPTURES = "concurrent captures";
const CAPTURE_COLUMNS = ["rows", "lost", "complaints", "", "spooled", "seconds"];
const AT_ONCE = 50;
const ROUNDS = 20;

/** Fifty captures at once, round after round: every row must be there, and no hook may complain. */
export async function measureConcurrentCaptures(bench: Bench): Promise<void> {
  if (!isWanted(CAPTURES, bench.options)) return;
  bench.report.heading(CAPTURES, CAPTURE_COLUMNS);
  using home = await homeWithHistory(bench.programs);
  const before = home.count("pending_queue");
  const began = performance.now();
  let complaints = 0;
  for (let round = 0; round < ROUNDS; round++) complaints += await captureAtOnce(home, bench, round);
  const seconds = (performance.now() - began) / 1000;
  const spooled = home.spool().length;
  await home.mneme(["process"], { dist: bench.programs.folder });
  const rows = home.count("pending_queue") - before;
  const lost = AT_ONCE * ROUNDS - rows;
  const figure = {
    section: CAPTURES,
    name: `${AT_ONCE} × ${ROUNDS}`,
    value: lost + complaints,
    budget: 0,
    details: { rows, lost, complaints, spooled, seconds },
  };
  const counts = [rows, lost, complaints].map(String);
  bench.report.row(figure, [...counts, verdict(figure), `${spooled}`, tenths(seconds)]);
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
const LOAD_COLUMNS = ["idle p50", "idle p95", "load p50", "load p95", "target ms"];
const IN_FLIGHT = 8;
/** Of each row, alone and again beside those. */
const RUNS = 30;
/** Beyond all numbers of measured runs: the background's captures are its own. */
const BACKGROUND_RUNS = 1_000_000;

/** What one row measures: the n-th start of a program. */
interface Row extends Pick<Work, "name"> {
  readonly targetMs: number | undefined;
  readonly start: (home: TestHome, run: number) => Start;
}

/** Every hook, and the empty program, while eight captures run at all times in the same home; beside it, alone. */
export async function measureUnderLoad(bench: Bench): Promise<void> {
  if (!isWanted(LOAD, bench.options)) return;
  bench.report.heading(`ms with ${IN_FLIGHT} captures running`, LOAD_COLUMNS);
  const { programs } = bench;
  const startFor = (work: Work) => (home: TestHome, run: number) => startOf(work, home, programs, run);
  const empty = (home: TestHome, run: number) => emptyStart(startFor(SMALL_CAPTURE)(home, run), programs);
  const rows: Row[] = [
    { name: "empty program", targetMs: undefined, start: empty }, // what the machine alone makes of eight others
    ...WORKS.filter((work) => !work.hasEntry).map((work) => ({ ...work, start: startFor(work) })),
  ];
  for (const row of rows) {
    using home = await homeWithHistory(bench.programs);
    const idle = await measureRuns(row, home, 0);
    const loaded = await withCapturesInFlight(home, bench, () => measureRuns(row, home, RUNS));
    reportLoaded(row, { idle, loaded }, bench);
  }
}

async function measureRuns(row: Row, home: TestHome, first: number): Promise<number[]> {
  const took: number[] = [];
  for (let run = first; run < first + RUNS; run++) {
    took.push(await timeRun(row.start(home, run)));
    if (first === 0) await home.settle(); // alone means without a child of the run before
  }
  return took;
}

/** As soon as one capture of the background ends, the next begins; all have ended when this returns. */
async function withCapturesInFlight<T>(home: TestHome, bench: Bench, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  let run = BACKGROUND_RUNS;
  const captureOnAndOn = async () => {
    while (!isOver) await timeRun(startOf(SMALL_CAPTURE, home, bench.programs, run++));
  };
  const background = Array.from({ length: IN_FLIGHT }, captureOnAndOn);
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(background);
  }
}

function reportLoaded(
  { name, targetMs }: Row,
  { idle, loaded }: { readonly idle: readonly number[]; readonly loaded: readonly number[] },
  { report }: Bench,
): void {
  const details = {
    idle_p50_ms: median(idle),
    idle_p95_ms: percentile(idle, 0.95),
    loaded_p50_ms: median(loaded),
    loaded_p95_ms: percentile(loaded, 0.95),
  };
  const value = details.loaded_p95_ms;
  const figure: Figure = { section: LOAD, name, value, budget: undefined, details };
  report.row(figure, [...Object.values(details).map(tenths), targetCell(value, targetMs)]);
}
