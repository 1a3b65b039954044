import type { TestHome } from "../_support/test_home.ts";
import type { Bench } from "./bench.ts";
import { homeWithHistory } from "./bench_home.ts";
import { isWanted } from "./options.ts";
import { tenths, verdict } from "./report.ts";
import { SMALL_CAPTURE } from "./works.ts";

const SECTION = "concurrent captures";
const COLUMNS = ["rows", "lost", "complaints", "", "spooled", "seconds"];
const AT_ONCE = 50;

/** Fifty captures at once, round after round: every row must be there, and no hook may complain. */
export async function measureConcurrentCaptures(bench: Bench): Promise<void> {
  const { rounds } = bench.options;
  if (!isWanted(SECTION, bench.options)) return;
  bench.report.heading(SECTION, COLUMNS);
  using home = await homeWithHistory(bench.programs);
  const before = countCaptures(home);
  const began = performance.now();
  let complaints = 0;
  for (let round = 0; round < rounds; round++) complaints += await captureAtOnce(home, bench, round);
  const seconds = (performance.now() - began) / 1000;
  const spooled = home.spool().length;
  await home.mneme(["process"], { dist: bench.programs.folder });
  const rows = countCaptures(home) - before;
  const lost = AT_ONCE * rounds - rows;
  const figure = {
    section: SECTION,
    name: `${AT_ONCE} × ${rounds}`,
    value: lost + complaints,
    budget: 0,
    details: { rows, lost, complaints, spooled, seconds },
  };
  bench.report.row(figure, [
    `${rows}`,
    `${lost}`,
    `${complaints}`,
    verdict(figure),
    `${spooled}`,
    tenths(seconds),
  ]);
}

/** How many of them ended with another status than 0, or wrote anything. */
async function captureAtOnce(home: TestHome, { programs }: Bench, round: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => {
      const payload = SMALL_CAPTURE.payload(home, round * AT_ONCE + i);
      return home.hook(SMALL_CAPTURE.program, payload, { dist: programs.folder });
    }),
  );
  return outcomes.filter(({ code, stdout, stderr }) => code !== 0 || stdout !== "" || stderr !== "").length;
}

function countCaptures(home: TestHome): number {
  return Number(home.rows("select count(*) as n from pending_queue")[0]?.n);
}
