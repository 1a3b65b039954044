import type { Bench } from "./bench.ts";
import { homeWithHistory, homeWithMemories } from "./bench_home.ts";
import { countTraces, requireTraces } from "./evidence.ts";
import { measureEmptyPairs, measurePairs, startOf, WARM_UP } from "./measure.ts";
import { openEntry } from "./open_entry.ts";
import { isWanted } from "./options.ts";
import { type Figure, targetCell, tenths, times, verdict } from "./report.ts";
import { median, medianRatio, type Pair, percentile } from "./statistics.ts";
import { COMMANDS, SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

const SECTION = "latency";
const COLUMNS = ["ratio", "budget", "", "p50 ms", "p95 ms", "target ms"];

/** Every hook, and the command, against the empty program, each in a home with a history of its own. */
export async function measureLatency(bench: Bench): Promise<void> {
  const works = [...WORKS, ...COMMANDS].filter((work) => isWanted(work.name, bench.options));
  if (works.length === 0) return;
  bench.report.heading("hooks and command against empty program", COLUMNS);
  await measureEmpty(bench);
  for (const work of works) reportWork(work, await measureWork(work, bench), bench);
}

/** First, as it says how noisy the machine is: every other ratio is as far off as this one is from 1. */
async function measureEmpty({ options, programs, report }: Bench): Promise<void> {
  using home = await homeWithHistory(programs);
  const start = startOf(SMALL_CAPTURE, home, programs, 0);
  const pairs = await measureEmptyPairs(start, programs, options.runs);
  const took = pairs.map((pair) => pair.measured);
  const details = { p50_ms: median(took), p95_ms: percentile(took, 0.95) };
  const name = "empty program, its copy";
  const figure = { section: SECTION, name, value: medianRatio(pairs), budget: undefined, details };
  report.row(figure, [times(figure.value), "", "", tenths(details.p50_ms), tenths(details.p95_ms), ""]);
}

async function measureWork(work: Work, { options, programs }: Bench): Promise<Pair[]> {
  using home = work.memories === undefined
    ? await homeWithHistory(programs)
    : await homeWithMemories(work.memories, programs);
  if (work.hasEntry) await openEntry(home, programs);
  const before = countTraces(home, work);
  const pairs = await measurePairs(work, home, programs, options.runs);
  await requireTraces(home, { work, before, runs: WARM_UP + options.runs });
  return pairs;
}

function reportWork(work: Work, pairs: readonly Pair[], { report }: Bench): void {
  const measured = pairs.map((pair) => pair.measured);
  const details = { p50_ms: median(measured), p95_ms: percentile(measured, 0.95), target_ms: work.targetMs };
  const { name, budget } = work;
  const figure: Figure = { section: SECTION, name, value: medianRatio(pairs), budget, details };
  report.row(figure, [
    times(figure.value),
    times(budget),
    verdict(figure),
    tenths(details.p50_ms),
    tenths(details.p95_ms),
    targetCell(details.p95_ms, work.targetMs),
  ]);
}
