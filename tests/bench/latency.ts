import type { TestHome } from "../_support/test_home.ts";
import { type Bench, isWanted } from "./bench.ts";
import { homeWithCaptures, homeWithHistory, homeWithMemories, openEntry } from "./homes.ts";
import {
  countTraces,
  emptyStart,
  measurePairs,
  requireTraces,
  startOf,
  timeRun,
  WARM_UP,
} from "./measure.ts";
import { type Figure, median, medianRatio, type Pair, percentile, targetCell, tenths } from "./report.ts";
import { COMMANDS, SMALL_CAPTURE, type Work, WORKS } from "./works.ts";

const LATENCY = "latency";
const LATENCY_COLUMNS = ["ratio", "budget", "", "p50 ms", "p95 ms", "target ms"];

/** Every hook, and the command, against the empty program, each in a home with a history of its own. */
export async function measureLatency(bench: Bench): Promise<void> {
  const works = [...WORKS, ...COMMANDS].filter((work) => isWanted(work.name, bench.options));
  if (works.length === 0) return;
  bench.report.heading("hooks and command against empty program", LATENCY_COLUMNS);
  await measureEmpty(bench);
  for (const work of works) reportWork(work, await measureWork(work, bench), bench);
}

/** First, as it says how noisy the machine is: every other ratio is as far off as this one is from 1. */
async function measureEmpty({ options, programs, report }: Bench): Promise<void> {
  using home = await homeWithHistory(programs);
  const start = startOf(SMALL_CAPTURE, home, programs, 0);
  const pairs: Pair[] = [];
  for (let run = 0; run < options.runs; run++) {
    const empty = await timeRun(emptyStart(start, programs));
    pairs.push({ empty, measured: await timeRun({ ...start, program: programs.emptyAgain }) });
  }
  const took = pairs.map((pair) => pair.measured);
  const details = { p50_ms: median(took), p95_ms: percentile(took, 0.95) };
  const name = "empty program, its copy";
  const figure = { section: LATENCY, name, value: medianRatio(pairs), budget: undefined, details };
  report.ratio(figure, [tenths(details.p50_ms), tenths(details.p95_ms), ""]);
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
  const figure: Figure = { section: LATENCY, name, value: medianRatio(pairs), budget, details };
  const target = targetCell(details.p95_ms, work.targetMs);
  report.ratio(figure, [tenths(details.p50_ms), tenths(details.p95_ms), target]);
}

const SIZE = "database size";
const SIZE_COLUMNS = ["ratio", "budget", "", "p50 ms"];
const BUDGET = 1.3;
/** Rows in the database, ascending; the first is the yardstick. */
const DATABASE_ROWS = [1_000, 100_000, 1_000_000];
/** Those that read or write tables which grow with every tool call. */
const WORK_NAMES = ["capture 2 KB", "session start", "user prompt", "stop"];

interface Sized {
  readonly rows: number;
  readonly home: TestHome;
}

/** Hooks on ever larger databases, in turn, each against the smallest. */
export async function measureDatabaseSize(bench: Bench): Promise<void> {
  if (!isWanted(SIZE, bench.options)) return;
  bench.report.heading("growing database, rows", SIZE_COLUMNS);
  using homes = new DisposableStack();
  const databases: Sized[] = [];
  for (const rows of DATABASE_ROWS) {
    databases.push({ rows, home: homes.use(await homeWithCaptures(rows, bench.programs)) });
  }
  for (const work of WORKS.filter(({ name }) => WORK_NAMES.includes(name))) {
    const took = await measureInTurn(work, databases, bench);
    for (const [i, { rows }] of databases.entries()) {
      reportSize({ work, rows }, took[i]!, i === 0 ? undefined : took[0]!, bench);
    }
  }
}

/** What each run took, in ms, per database. */
async function measureInTurn(work: Work, databases: readonly Sized[], bench: Bench): Promise<number[][]> {
  const runs = WARM_UP + bench.options.runs;
  const before = databases.map(({ home }) => countTraces(home, work));
  const took = databases.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    for (const [i, { home }] of databases.entries()) {
      const ms = await timeRun(startOf(work, home, bench.programs, run));
      if (run >= WARM_UP) took[i]!.push(ms);
    }
  }
  for (const [i, { home }] of databases.entries()) {
    await requireTraces(home, { work, before: before[i]!, runs });
  }
  return took;
}

function reportSize(
  { work, rows }: { readonly work: Work; readonly rows: number },
  took: readonly number[],
  smallest: readonly number[] | undefined,
  { report }: Bench,
): void {
  const figure: Figure = {
    section: SIZE,
    name: `${work.name}, ${rows.toLocaleString("en")}`,
    value: smallest === undefined ? 1 : median(took.map((ms, i) => ms / smallest[i]!)),
    budget: smallest === undefined ? undefined : BUDGET,
    details: { rows, p50_ms: median(took) },
  };
  report.ratio(figure, [tenths(median(took))]);
}
