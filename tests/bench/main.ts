/** `deno task bench [--runs N] [--only NAME] [--json FILE]`: ends with 0 within all budgets, with 1 over one. */
import { parseArgs } from "node:util";
import { copyPrograms } from "./bench.ts";
import { measureConcurrentCaptures, measureUnderLoad } from "./load.ts";
import { measureDatabaseSize, measureLatency } from "./latency.ts";
import { measurePeakMemory } from "./peak_memory.ts";
import { type Figure, Report, times } from "./report.ts";

const { values: { json, ...given } } = parseArgs({
  options: {
    runs: { type: "string", default: "80" },
    only: { type: "string", default: "" },
    json: { type: "string" },
  },
});
const options = { ...given, runs: Number(given.runs) };
if (!(options.runs > 0)) fail(`Cannot use --runs "${given.runs}": it is no number above 0; try --runs 60`);
const report = new Report((line) => console.log(line));
const folder = Deno.makeTempDirSync({ prefix: "mneme-bench-" });
try {
  const bench = { options, programs: copyPrograms(folder), report };
  report.heading(
    `${options.runs} pairs a row, ratios are medians of paired ratios; ` +
      `${navigator.hardwareConcurrency} processors, load ${Deno.loadavg()[0]?.toFixed(1)} before the start`,
  );
  await measureLatency(bench);
  await measureDatabaseSize(bench);
  await measurePeakMemory(bench);
  await measureConcurrentCaptures(bench);
  await measureUnderLoad(bench);
} finally {
  Deno.removeSync(folder, { recursive: true });
}
const { figures } = report;
if (figures.length === 0) fail(`Cannot measure "${options.only}": no row or section has this in its name`);
if (json !== undefined) {
  const machine = { os: Deno.build.os, arch: Deno.build.arch, processors: navigator.hardwareConcurrency };
  const document = { at: new Date().toISOString(), machine, options, figures };
  Deno.writeTextFileSync(json, JSON.stringify(document, null, 2) + "\n");
}
const over = report.over();
console.log(["", ...over.map(complaint)].join("\n"));
if (over.length === 0) console.log("All within budget");
Deno.exit(over.length === 0 ? 0 : 1);

/** A budget of 0 is a count of failures; all others are ratios. */
function complaint({ section, name, value, budget = 0 }: Figure): string {
  const wanted = budget === 0 ? "none" : `at most ${times(budget)}`;
  return `Over budget: ${section}, ${name}: ${budget === 0 ? value : times(value)} instead of ${wanted}`;
}

function fail(why: string): never {
  console.error(why);
  Deno.exit(2);
}
