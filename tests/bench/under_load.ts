import type { TestHome } from "../_support/test_home.ts";
import type { Bench } from "./bench.ts";
import { homeWithHistory } from "./bench_home.ts";
import { emptyStart, startOf } from "./measure.ts";
import { isWanted } from "./options.ts";
import { type Figure, targetCell, tenths } from "./report.ts";
import { median, percentile } from "./statistics.ts";
import { type Start, timeRun } from "./time_run.ts";
import { SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

const SECTION = "under load";
const COLUMNS = ["idle p50", "idle p95", "load p50", "load p95", "target ms"];
const IN_FLIGHT = 8;
/** Beyond all numbers of measured runs: the background's captures are its own. */
const BACKGROUND_RUNS = 1_000_000;

/** What one row measures: the n-th start of a program. */
interface Row {
  readonly name: string;
  readonly targetMs: number | undefined;
  readonly start: (home: TestHome, run: number) => Start;
}

/** Every hook, and the empty program, while eight captures run at all times in the same home; beside it, alone. */
export async function measureUnderLoad(bench: Bench): Promise<void> {
  if (!isWanted(SECTION, bench.options)) return;
  bench.report.heading(`ms with ${IN_FLIGHT} captures running`, COLUMNS);
  for (
    const row of [
      emptyRow(bench),
      ...WORKS.filter((work) => !work.hasEntry).map((work) => rowOf(work, bench)),
    ]
  ) {
    using home = await homeWithHistory(bench.programs);
    const { loadedRuns } = bench.options;
    const idle = await measureRuns(row, home, { first: 0, count: loadedRuns });
    const loaded = await withCapturesInFlight(
      home,
      bench,
      () => measureRuns(row, home, { first: loadedRuns, count: loadedRuns }),
    );
    reportLoaded(row, { idle, loaded }, bench);
  }
}

function rowOf(work: Work, { programs }: Bench): Row {
  const { name, targetMs } = work;
  return { name, targetMs, start: (home, run) => startOf(work, home, programs, run) };
}

/** What the machine alone makes of eight other programs. */
function emptyRow({ programs }: Bench): Row {
  const start = (home: TestHome, run: number) =>
    emptyStart(startOf(SMALL_CAPTURE, home, programs, run), programs);
  return { name: "empty program", targetMs: undefined, start };
}

async function measureRuns(
  row: Row,
  home: TestHome,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<number[]> {
  const took: number[] = [];
  for (let run = first; run < first + count; run++) {
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
  const figure: Figure = { section: SECTION, name, value, budget: undefined, details };
  report.row(figure, [...Object.values(details).map(tenths), targetCell(value, targetMs)]);
}
