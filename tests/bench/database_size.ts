import type { TestHome } from "../_support/test_home.ts";
import type { Bench } from "./bench.ts";
import { homeWithCaptures } from "./bench_home.ts";
import { countTraces, requireTraces } from "./evidence.ts";
import { startOf, WARM_UP } from "./measure.ts";
import { isWanted } from "./options.ts";
import { type Figure, tenths, times, verdict } from "./report.ts";
import { median } from "./statistics.ts";
import { timeRun } from "./time_run.ts";
import { type Work, WORKS } from "./works.ts";

const SECTION = "database size";
const COLUMNS = ["ratio", "budget", "", "p50 ms"];
const BUDGET = 1.3;
/** Those that read or write tables which grow with every tool call. */
const WORK_NAMES = ["capture 2 KB", "session start", "user prompt", "stop"];

interface Sized {
  readonly rows: number;
  readonly home: TestHome;
}

/** Hooks on ever larger databases, in turn, each against the smallest. */
export async function measureDatabaseSize(bench: Bench): Promise<void> {
  if (!isWanted(SECTION, bench.options)) return;
  bench.report.heading("growing database, rows", COLUMNS);
  using homes = new DisposableStack();
  const databases: Sized[] = [];
  for (const rows of bench.options.databaseRows) {
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
    section: SECTION,
    name: `${work.name}, ${rows.toLocaleString("en")}`,
    value: smallest === undefined ? 1 : median(took.map((ms, i) => ms / smallest[i]!)),
    budget: smallest === undefined ? undefined : BUDGET,
    details: { rows, p50_ms: median(took) },
  };
  report.row(figure, [
    times(figure.value),
    figure.budget === undefined ? "" : times(figure.budget),
    verdict(figure),
    tenths(median(took)),
  ]);
}
