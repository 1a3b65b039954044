import { runProgram } from "../_support/run_program.ts";
import { type Bench, isWanted } from "./bench.ts";
import { homeWithHistory } from "./homes.ts";
import { type Start, startOf } from "./measure.ts";
import { median, medianRatio, type Pair } from "./report.ts";
import { LARGE_CAPTURE, SMALL_CAPTURE, WORKS } from "./works.ts";

const SECTION = "peak memory";
const BUDGET = 1.5;
const RUNS = 9; // the peak hardly varies

/** The peak of both captures, the largest payloads, and of session start, the largest program. */
export async function measurePeakMemory({ options, programs, report }: Bench): Promise<void> {
  if (!isWanted(SECTION, options)) return;
  report.heading("Peak memory, as ratios to the empty program");
  using home = await homeWithHistory(programs);
  const sessionStart = WORKS.filter((work) => work.program === "session-start");
  for (const work of [SMALL_CAPTURE, LARGE_CAPTURE, ...sessionStart]) {
    const pairs: Pair[] = [];
    for (let run = 0; run < RUNS; run++) {
      const start = startOf(work, home, programs, run);
      const empty = await peakMegabytes({ ...start, program: programs.empty });
      pairs.push({ empty, measured: await peakMegabytes(start) });
    }
    const details = {
      MB: median(pairs.map(({ measured }) => measured)),
      empty_MB: median(pairs.map(({ empty }) => empty)),
    };
    report.row({ section: SECTION, name: work.name, value: medianRatio(pairs), budget: BUDGET, details });
  }
}

/** `wait4` is what knows the peak, and Deno does not call it. */
const WAITER = `import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, usage = os.wait4(child, 0)[1:]
print(usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1), file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))`;

/** Runs a program and returns the most memory that it held at once. */
async function peakMegabytes(start: Start): Promise<number> {
  const args = ["-c", WAITER, start.program, ...start.args ?? []];
  const { code, stderr } = await runProgram("python3", { ...start, args });
  const kilobytes = Number(stderr);
  if (code === 0 && kilobytes > 0) return kilobytes * 1024 / 1e6;
  throw new Error(`Cannot measure the memory of ${start.program}: python3 gave no figure but ${stderr}`);
}
