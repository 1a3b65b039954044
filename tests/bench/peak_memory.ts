import type { TestHome } from "../_support/test_home.ts";
import type { Bench } from "./bench.ts";
import { homeWithHistory } from "./bench_home.ts";
import { emptyStart, startOf } from "./measure.ts";
import { findMemoryMeter, type MemoryMeter } from "./memory_meter.ts";
import { isWanted } from "./options.ts";
import { type Figure, tenths, times, verdict } from "./report.ts";
import { median, medianRatio, type Pair } from "./statistics.ts";
import { LARGE_CAPTURE, SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

const SECTION = "peak memory";
const COLUMNS = ["ratio", "budget", "", "MB", "empty MB"];
const BUDGET = 1.5;
/** The peak hardly varies. */
const RUNS = 9;

/** The peak of both captures, the largest payloads, and of session start, the largest program. */
export async function measurePeakMemory(bench: Bench): Promise<void> {
  if (!isWanted(SECTION, bench.options)) return;
  bench.report.heading("peak memory", COLUMNS);
  using home = await homeWithHistory(bench.programs);
  const meter = await findMemoryMeter(
    emptyStart(startOf(SMALL_CAPTURE, home, bench.programs, 0), bench.programs),
  );
  if (meter === undefined) {
    bench.report.note("not measured here: neither GNU time in /usr/bin nor python3 is there");
    return;
  }
  const sessionStart = WORKS.filter((work) => work.program === "session-start");
  for (const work of [SMALL_CAPTURE, LARGE_CAPTURE, ...sessionStart]) {
    reportPeak(work, await measurePeaks(meter, work, { home, bench }), bench);
  }
}

async function measurePeaks(
  meter: MemoryMeter,
  work: Work,
  { home, bench }: { readonly home: TestHome; readonly bench: Bench },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = startOf(work, home, bench.programs, run);
    pairs.push({ empty: await meter(emptyStart(start, bench.programs)), measured: await meter(start) });
  }
  return pairs;
}

function reportPeak(work: Work, pairs: readonly Pair[], { report }: Bench): void {
  const megabytes = median(pairs.map((pair) => pair.measured)) / 1e6;
  const emptyMegabytes = median(pairs.map((pair) => pair.empty)) / 1e6;
  const figure: Figure = {
    section: SECTION,
    name: work.name,
    value: medianRatio(pairs),
    budget: BUDGET,
    details: { megabytes, empty_megabytes: emptyMegabytes },
  };
  report.row(figure, [
    times(figure.value),
    times(BUDGET),
    verdict(figure),
    tenths(megabytes),
    tenths(emptyMegabytes),
  ]);
}
