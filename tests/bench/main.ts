import { type Bench, type BenchOptions, copyPrograms, parseOptions, USAGE } from "./bench.ts";
import { measureConcurrentCaptures, measureUnderLoad } from "./load.ts";
import { measureDatabaseSize, measureLatency } from "./latency.ts";
import { measurePeakMemory } from "./peak_memory.ts";
import { type Figure, Report, times } from "./report.ts";

/** The status: 0 within all budgets, 1 over one, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const options = optionsOrComplaint(args);
  if (options === undefined) return 2;
  const report = new Report((line) => console.log(line));
  const folder = Deno.makeTempDirSync({ prefix: "mneme-bench-" });
  try {
    await measureAll({ options, programs: copyPrograms(folder), report });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
  const { figures } = report;
  if (figures.length === 0) {
    console.error(`Cannot measure "${options.only}": no row or section has this in its name; ${USAGE}`);
    return 2;
  }
  if (options.json !== undefined) {
    const machine = { os: Deno.build.os, arch: Deno.build.arch, processors: navigator.hardwareConcurrency };
    const document = { at: new Date().toISOString(), machine, options, figures };
    Deno.writeTextFileSync(options.json, JSON.stringify(document, null, 2) + "\n");
  }
  const over = report.over();
  console.log(["", ...over.map(complaint)].join("\n"));
  if (over.length === 0) console.log("All within budget");
  return over.length === 0 ? 0 : 1;
}

function optionsOrComplaint(args: readonly string[]): BenchOptions | undefined {
  try {
    return parseOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    return undefined;
  }
}

async function measureAll(bench: Bench): Promise<void> {
  const [load] = Deno.loadavg();
  bench.report.heading(
    `${bench.options.runs} pairs a row, ratios are medians of paired ratios; ` +
      `${navigator.hardwareConcurrency} processors, load ${load?.toFixed(1)} before the start`,
  );
  await measureLatency(bench);
  await measureDatabaseSize(bench);
  await measurePeakMemory(bench);
  await measureConcurrentCaptures(bench);
  await measureUnderLoad(bench);
}

/** A budget of 0 is a count of failures; all others are ratios. */
function complaint({ section, name, value, budget = 0 }: Figure): string {
  const wanted = budget === 0 ? "none" : `at most ${times(budget)}`;
  return `Over budget: ${section}, ${name}: ${budget === 0 ? value : times(value)} instead of ${wanted}`;
}

Deno.exit(await main(Deno.args));
