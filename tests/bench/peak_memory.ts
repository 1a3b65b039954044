import type { TestHome } from "../_support/test_home.ts";
import { type Bench, isWanted } from "./bench.ts";
import { homeWithHistory } from "./homes.ts";
import { emptyStart, feed, type Start, startOf } from "./measure.ts";
import { type Figure, median, medianRatio, type Pair, tenths } from "./report.ts";
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
  if (new Deno.Command("which", { args: ["python3"], stdout: "null" }).outputSync().code !== 0) {
    bench.report.note("not measured here: python3 is not there");
    return;
  }
  using home = await homeWithHistory(bench.programs);
  const sessionStart = WORKS.filter((work) => work.program === "session-start");
  for (const work of [SMALL_CAPTURE, LARGE_CAPTURE, ...sessionStart]) {
    reportPeak(work, await measurePeaks(work, { home, bench }), bench);
  }
}

async function measurePeaks(
  work: Work,
  { home, bench }: { readonly home: TestHome; readonly bench: Bench },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = startOf(work, home, bench.programs, run);
    pairs.push({
      empty: await peakBytes(emptyStart(start, bench.programs)),
      measured: await peakBytes(start),
    });
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
  report.ratio(figure, [tenths(megabytes), tenths(emptyMegabytes)]);
}

/** `wait4` is what knows the peak, and Deno does not call it. */
const WAITER = `import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, usage = os.wait4(child, 0)[1:]
print(usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1), file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))`;

/** Runs a program and returns the most memory that it held at once, in bytes. */
async function peakBytes(start: Start): Promise<number> {
  const child = new Deno.Command("python3", {
    args: ["-c", WAITER, start.program],
    cwd: start.cwd,
    clearEnv: true,
    env: start.environment,
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const [output] = await Promise.all([child.output(), feed(child.stdin, start.stdin)]);
  const kilobytes = Number(new TextDecoder().decode(output.stderr).trim());
  if (output.success && Number.isInteger(kilobytes) && kilobytes > 0) return kilobytes * 1024;
  throw new Error(`Cannot measure the memory of ${start.program}: python3 gave no figure`);
}
