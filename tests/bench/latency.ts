import { type Bench, isWanted } from "./bench.ts";
import { homeWithCaptures, homeWithHistory, homeWithMemories, openEntry } from "./homes.ts";
import { countTraces, measurePairs, requireTraces, startOf, timeRun, WARM_UP } from "./measure.ts";
import { median, medianRatio, type Pair, percentile } from "./report.ts";
import { COMMANDS, SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

/** Every hook, and the command, against the empty program, each in a home with a history of its own. */
export async function measureLatency(bench: Bench): Promise<void> {
  const works = [...WORKS, ...COMMANDS].filter((work) => isWanted(work.name, bench.options));
  if (works.length === 0) return;
  bench.report.heading("Hooks and command, as ratios to the empty program");
  await measureEmpty(bench);
  for (const work of works) reportPairs(work, await measureWork(work, bench), bench);
}

/** First, as it says how noisy the machine is: every other ratio is as far off as this one is from 1. */
async function measureEmpty(bench: Bench): Promise<void> {
  const { options: { runs }, programs: { empty, emptyAgain } } = bench;
  using home = await homeWithHistory(bench.programs);
  const start = { ...startOf(SMALL_CAPTURE, home, bench.programs, 0), program: emptyAgain };
  reportPairs(
    { name: "empty program, its copy" },
    await measurePairs(() => start, { home, empty, runs }),
    bench,
  );
}

async function measureWork(work: Work, { options: { runs }, programs }: Bench): Promise<Pair[]> {
  using home = work.memories === undefined
    ? await homeWithHistory(programs)
    : await homeWithMemories(work.memories, programs);
  if (work.hasEntry) await openEntry(home, programs);
  const before = countTraces(home, work);
  const startAt = (run: number) => startOf(work, home, programs, run);
  const pairs = await measurePairs(startAt, { home, empty: programs.empty, runs });
  await requireTraces(home, { work, before, runs: WARM_UP + runs });
  return pairs;
}

function reportPairs(
  work: Pick<Work, "name"> & Partial<Work>,
  pairs: readonly Pair[],
  { report }: Bench,
): void {
  const { name, budget, targetMs } = work;
  const took = pairs.map(({ measured }) => measured);
  const details = { p50_ms: median(took), p95_ms: percentile(took, 0.95), target_ms: targetMs };
  report.row({ section: "latency", name, value: medianRatio(pairs), budget, details });
}

const SIZE = "database size";
const BUDGET = 1.3;
/** Rows in the database, ascending; the first is the yardstick. */
const DATABASE_ROWS = [1_000, 100_000, 1_000_000];
/** Those that read or write tables which grow with every tool call. */
const WORK_NAMES = ["capture 2 KB", "session start", "user prompt", "stop"];

/** Hooks on ever larger databases, in turn, each against the smallest. */
export async function measureDatabaseSize(bench: Bench): Promise<void> {
  if (!isWanted(SIZE, bench.options)) return;
  bench.report.heading("Growing database, as ratios to the smallest");
  using homes = new DisposableStack();
  const databases = [];
  for (const rows of DATABASE_ROWS) {
    databases.push({ rows, home: homes.use(await homeWithCaptures(rows, bench.programs)) });
  }
  const runs = WARM_UP + bench.options.runs;
  for (const work of WORKS.filter(({ name }) => WORK_NAMES.includes(name))) {
    const all = databases.map((one) => ({
      ...one,
      before: countTraces(one.home, work),
      took: [] as number[],
    }));
    for (let run = 0; run < runs; run++) {
      for (const { home, took } of all) took.push(await timeRun(startOf(work, home, bench.programs, run)));
    }
    for (const [i, { rows, home, before, took }] of all.entries()) {
      await requireTraces(home, { work, before, runs });
      const pairs = took.map((measured, run) => ({ empty: all[0]!.took[run]!, measured })).slice(WARM_UP);
      bench.report.row({
        section: SIZE,
        name: `${work.name} with ${rows.toLocaleString("en")}`,
        value: medianRatio(pairs),
        budget: i === 0 ? undefined : BUDGET,
        details: { p50_ms: median(took.slice(WARM_UP)) },
      });
    }
  }
}
