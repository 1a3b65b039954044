import { type PredictionCount, predictionCounts } from "../../store/ghap_stats.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenProject, type PlaceOptions } from "../place_options.ts";
import { readStore } from "../read_store.ts";
import { alignRows } from "../table.ts";

/** How often predictions of one kind of work came true. */
export interface PredictionRate extends PredictionCount {
  /** Confirmed of those that were decided; `null` where none was. */
  readonly rate: number | null;
}

const BAR_UNITS = 20;

/** `mneme ghap stats`: how often predictions come true, per domain and per strategy. */
export function printGhapStats(options: PlaceOptions & { readonly json?: true }): void {
  const paths = requirePaths();
  const project = chosenProject(options, paths);
  const stats = readStore(paths, (store) => ({
    domains: predictionCounts(store, "domain", project).map(withRate),
    strategies: predictionCounts(store, "strategy", project).map(withRate),
  }), { domains: [], strategies: [] });
  if (options.json) return printJson(stats);
  if (stats.domains.length === 0) {
    return warnLine(`No GHAP entry${options.all ? "" : "; --all looks in every project"}`);
  }
  for (const line of [...table("domain", stats.domains), "", ...table("strategy", stats.strategies)]) {
    printLine(line);
  }
}

/** The share of decided predictions that were confirmed. */
function withRate(count: PredictionCount): PredictionRate {
  const decided = count.confirmed + count.falsified;
  return { ...count, rate: decided === 0 ? null : Math.round(count.confirmed / decided * 1000) / 1000 };
}

function table(heading: string, rates: readonly PredictionRate[]): string[] {
  const rows = rates.map((rate) => [
    rate.name,
    String(rate.confirmed),
    String(rate.falsified),
    String(rate.abandoned),
    String(rate.active),
    rate.rate === null ? "-" : `${Math.round(rate.rate * 100)} %`,
    barOf(rate),
  ]);
  return alignRows([[heading, "confirmed", "falsified", "abandoned", "open", "true", ""], ...rows], [
    1,
    2,
    3,
    4,
    5,
  ]);
}

/** Full blocks for what came true, light ones for what did not; its length is the share, not the number. */
function barOf({ rate }: PredictionRate): string {
  if (rate === null) return "";
  const full = Math.round(rate * BAR_UNITS);
  return "█".repeat(full) + "░".repeat(BAR_UNITS - full);
}
