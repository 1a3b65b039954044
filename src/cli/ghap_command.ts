// `mneme ghap`: lists, shows, counts, exports and forgets predictions.
import { ghapId } from "../ghap/entry.ts";
import { requireDomain, requireStatus } from "../ghap/validation.ts";
import { findGhap } from "../store/ghap.ts";
import { type PredictionCount, predictionCounts } from "../store/stats.ts";
import { Command, type ListOptions, type PlaceOptions } from "./frame/command.ts";
import { chosenProject, readStore, requirePaths } from "./frame/home.ts";
import { printJson, printJsonLine, printLine, warnLine } from "./frame/output.ts";
import { alignRows, localTime, plainLine, plainText } from "./frame/plain_text.ts";
import { forgetItems, ghapView, showItem } from "./items/whole_item.ts";

export function ghapCommand(): Command {
  const ghap = new Command("ghap").example("mneme ghap list --status falsified");
  ghap.subcommand("list", "List the entries of this project, newest first")
    .option("--status <name>", "only active (open), confirmed, falsified or abandoned", requireStatus)
    .option("--domain <name>", "only of this domain (kind of work), such as debugging", requireDomain)
    .perProject("of")
    .limited(50)
    .orJson("mneme ghap list --status falsified", listGhap);
  ghap.subcommand("show", "Show one entry with its earlier versions, its runs (tests, builds) and its lesson")
    .argument("<id>", "as `mneme ghap list` shows it: g3")
    .orJson("mneme ghap show g3", showItem("ghap"));
  ghap.subcommand("forget", "Remove entries and their lessons for good")
    .argument("<ids...>", "as `mneme ghap list` shows them: g3 g4")
    .orJson("mneme ghap forget g3", forgetItems("ghap"));
  ghap.subcommand("stats", "Count entries by result, per domain (kind of work) and strategy (way to work)")
    .perProject("of")
    .orJson("mneme ghap stats --all", printGhapStats);
  ghap.subcommand("export", "Print all entries, one JSON object per line, oldest first")
    .option("--json", "changes nothing: the output is always JSON")
    .example("mneme ghap export")
    .action(exportGhap);
  return ghap;
}

function listGhap(options: ListOptions & Pick<Parameters<typeof findGhap>[1], "status" | "domain">): void {
  const filter = { ...options, project: chosenProject(options), limit: options.limit + 1 };
  const found = readStore(requirePaths(), (store) => findGhap(store, filter));
  const entries = found.slice(0, options.limit);
  if (options.json) return printJson(entries.map(ghapView));
  const rows = entries.map(({ id, status, confidence_tier: tier, domain, created_at, project, goal }) => [
    ghapId(id),
    tier === null ? status : `${status} (${tier})`,
    domain,
    localTime(created_at).slice(0, 10),
    ...(options.all ? [plainText(project)] : []),
    plainLine(goal, 100),
  ]);
  alignRows(rows).forEach(printLine);
  if (found.length > entries.length) warnLine("These are the newest; --limit shows more");
  const such = filter.status === undefined && filter.domain === undefined ? "" : "such ";
  if (entries.length === 0) {
    warnLine(`No ${such}GHAP entry${options.all ? "" : "; --all looks in every project"}`);
  }
}

function printGhapStats(options: PlaceOptions): void {
  const project = chosenProject(options);
  const stats = readStore(requirePaths(), (store) => ({
    domains: predictionCounts(store, "domain", project),
    strategies: predictionCounts(store, "strategy", project),
  }));
  if (options.json) return printJson(stats);
  if (stats.domains.length === 0) {
    return warnLine(`No GHAP entry${options.all ? "" : "; --all looks in every project"}`);
  }
  [...linesOf("domain", stats.domains), "", ...linesOf("strategy", stats.strategies)].forEach(printLine);
}

/** Makes a table of these counts. Its last column, "true", has the rate of predictions that came true. */
function linesOf(heading: string, counts: readonly PredictionCount[]): string[] {
  const rows = counts.map(({ name, confirmed, falsified, abandoned, active, rate }) => [
    name || "not said",
    ...[confirmed, falsified, abandoned, active].map(String),
    rate === null ? "-" : `${Math.round(rate * 100)} %`,
  ]);
  const head = [heading, "confirmed", "falsified", "abandoned", "open", "true"];
  return alignRows([head, ...rows], [1, 2, 3, 4, 5]);
}

function exportGhap(): void {
  const entries = readStore(requirePaths(), (store) => findGhap(store, { limit: Number.MAX_SAFE_INTEGER }));
  for (const entry of entries.toReversed()) printJsonLine(ghapView(entry));
}
