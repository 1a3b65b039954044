import type { TestHome } from "../_support/test_home.ts";
import { type Bench, isWanted } from "./bench.ts";
import { homeWithHistory } from "./homes.ts";
import { emptyStart, feed, type Start, startOf } from "./measure.ts";
import { type Figure, median, medianRatio, type Pair, tenths, times, verdict } from "./report.ts";
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

/** Runs a program and returns the most memory that it held at once, in bytes. */
type MemoryMeter = (start: Start) => Promise<number>;

interface Waiter {
  readonly command: string;
  readonly args: readonly string[];
}

/** `wait4` is what knows the peak, and Deno does not call it: these do, in the order in which they are looked for. */
const WAITERS: readonly Waiter[] = [
  { command: "/usr/bin/time", args: ["-f", "%M"] },
  {
    command: "python3",
    args: [
      "-c",
      `import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, usage = os.wait4(child, 0)[1:]
print(usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1), file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))`,
    ],
  },
];

/** What can measure here; `undefined` where nothing can. */
async function findMemoryMeter(probe: Start): Promise<MemoryMeter | undefined> {
  for (const waiter of WAITERS) {
    const meter = (start: Start) => peakBytes(waiter, start);
    try {
      await meter(probe);
      return meter;
    } catch {
      // Absent, or another system's `time`: the next one may do.
    }
  }
  return undefined;
}

async function peakBytes({ command, args }: Waiter, start: Start): Promise<number> {
  const child = new Deno.Command(command, {
    args: [...args, start.program],
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
  throw new Error(`Cannot measure the memory of ${start.program}: ${command} gave no figure`);
}
