import { Command } from "commander";
import type { Paths } from "../../host/paths.ts";
import { listSpool } from "../../host/spool.ts";
import { countAll, type Counts, hookLatencies, type Latency } from "../../store/stats.ts";
import type { Store } from "../../store/store.ts";
import { requirePaths } from "../data_folder.ts";
import { readFailures } from "../hook_log.ts";
import { type HookStats, hookStats } from "../hook_stats.ts";
import { printJson, printLine } from "../output.ts";
import { readStore } from "../read_store.ts";
import { alignRows, sizeText } from "../table.ts";

interface Stats extends Counts {
  /** Files that wait to be brought in. */
  readonly spool: number;
  readonly db_bytes: number;
  readonly hooks: Readonly<Record<string, HookStats>>;
}

interface StatsOptions {
  readonly json?: true;
}

/** `mneme stats`: how much is remembered and how fast the hooks are. */
export function statsCommand(): Command {
  return new Command("stats")
    .description("Print how much is remembered, and how fast the hooks are")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme stats --json")
    .action(({ json }: StatsOptions) => {
      const stats = collectStats(requirePaths());
      if (json) return printJson(stats);
      for (const line of describeStats(stats)) printLine(line);
    });
}

function collectStats(paths: Paths): Stats {
  const { counts, latencies } = readStore(paths, readAll, NOTHING);
  return {
    ...counts,
    spool: listSpool(paths).length,
    db_bytes: sizeOf(paths.database) + sizeOf(`${paths.database}-wal`),
    hooks: hookStats(latencies, readFailures(paths)),
  };
}

interface StoredStats {
  readonly counts: Counts;
  readonly latencies: readonly Latency[];
}

const NOTHING: StoredStats = {
  counts: { sessions: 0, prompts: 0, pending: 0, observations: 0, memories: 0, ghap: 0 },
  latencies: [],
};

function readAll(store: Store): StoredStats {
  return { counts: countAll(store), latencies: hookLatencies(store) };
}

function describeStats(stats: Stats): string[] {
  const { hooks, db_bytes, spool, ...counts } = stats;
  const totals = [
    ...Object.entries(counts).map(([name, count]) => [name, String(count)]),
    ["spool", String(spool)],
    ["database", sizeText(db_bytes)],
  ];
  const rows = Object.entries(hooks).map(([name, { count, p50_ms, p95_ms, errors }]) => [
    name,
    String(count),
    milliseconds(p50_ms),
    milliseconds(p95_ms),
    String(errors),
  ]);
  return [
    ...alignRows(totals, [1]),
    "",
    ...alignRows([["hook", "runs", "p50 ms", "p95 ms", "errors"], ...rows], [1, 2, 3, 4]),
  ];
}

function milliseconds(value: number | null): string {
  return value === null ? "-" : value.toFixed(1);
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0; // no database, or no write-ahead log
  }
}
