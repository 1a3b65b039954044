import type { TestHome } from "../_support/test_home.ts";
import type { Bench } from "./bench.ts";
import { homeWithCaptures } from "./bench_home.ts";
import { countTraces, requireTraces } from "./evidence.ts";
import { startOf, WARM_UP } from "./measure.ts";
import { isWanted } from "./options.ts";
import { type Figure, tenths, times, verdict } from "./report.ts";
import { median } from "./statistics.ts";
import { timeRun } from "./time_run.ts";
import { SMALL_CAPTURE } from "./works.ts";

const SECTION = "database size";
const COLUMNS = ["ratio", "budget", "", "p50 ms", "database MB"];
const BUDGET = 1.3;

interface Sized extends Disposable {
  readonly rows: number;
  readonly home: TestHome;
  readonly before: number;
  readonly took: number[];
}

/** The small capture into ever larger databases, in turn, each against the smallest. */
export async function measureDatabaseSize(bench: Bench): Promise<void> {
  if (!isWanted(SECTION, bench.options)) return;
  bench.report.heading("capture into a database of", COLUMNS);
  using homes = new DisposableStack();
  const databases: Sized[] = [];
  for (const rows of bench.options.databaseRows) databases.push(homes.use(await sizedHome(rows, bench)));
  for (let run = 0; run < WARM_UP + bench.options.runs; run++) {
    for (const { home, took } of databases) {
      const ms = await timeRun(startOf(SMALL_CAPTURE, home, bench.programs, run));
      if (run >= WARM_UP) took.push(ms);
    }
  }
  for (const database of databases) await reportSize(database, databases[0]!, bench);
}

async function sizedHome(rows: number, { programs }: Bench): Promise<Sized> {
  const home = await homeWithCaptures(rows, programs);
  const before = countTraces(home, SMALL_CAPTURE);
  return { rows, home, before, took: [], [Symbol.dispose]: () => home[Symbol.dispose]() };
}

async function reportSize(database: Sized, smallest: Sized, bench: Bench): Promise<void> {
  const { rows, home, before, took } = database;
  await requireTraces(home, bench.programs, {
    work: SMALL_CAPTURE,
    before,
    runs: WARM_UP + bench.options.runs,
  });
  const value = median(took.map((ms, i) => ms / smallest.took[i]!));
  const budget = database === smallest ? undefined : BUDGET;
  const details = { rows, p50_ms: median(took), megabytes: Deno.statSync(home.database).size / 1e6 };
  const figure: Figure = {
    section: SECTION,
    name: `${rows.toLocaleString("en")} rows`,
    value,
    budget,
    details,
  };
  bench.report.row(figure, [
    times(value),
    budget === undefined ? "" : times(budget),
    verdict(figure),
    tenths(details.p50_ms),
    tenths(details.megabytes),
  ]);
}
