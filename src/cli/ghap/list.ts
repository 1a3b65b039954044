import { ghapId } from "../../core/ghap/ghap_id.ts";
import { requireDomain, requireStatus } from "../../core/ghap/validation.ts";
import { findGhap, type GhapRow } from "../../store/ghap_rows.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printJsonLine, printLine, warnLine } from "../output.ts";
import { chosenLimit, chosenProject, type PlaceOptions } from "../place_options.ts";
import { localTime, plainLine, plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { alignRows } from "../table.ts";
import { ghapView } from "./view.ts";

export interface ListOptions extends PlaceOptions {
  readonly status?: string;
  readonly domain?: string;
  readonly json?: true;
}

const DEFAULT_LIMIT = 50;
const GOAL_UNITS = 100;

/** `mneme ghap list`. No entry is a legal answer. */
export function listGhap(options: ListOptions): void {
  const paths = requirePaths();
  const filter = {
    project: chosenProject(options, paths),
    status: options.status === undefined ? undefined : requireStatus(options.status),
    domain: options.domain === undefined ? undefined : requireDomain(options.domain),
    limit: chosenLimit(options.limit, DEFAULT_LIMIT),
  };
  const entries = readStore(paths, (store) => findGhap(store, filter), []);
  if (options.json) return printJson(entries.map(ghapView));
  for (const line of alignRows(entries.map((entry) => cellsOf(entry, options)))) printLine(line);
  if (entries.length === filter.limit) warnLine("These are the newest; --limit shows more");
  if (entries.length === 0) warnLine(`No GHAP entry${options.all ? "" : "; --all looks in every project"}`);
}

/** `mneme ghap export`: every entry of every project, one JSON object a line, oldest first. */
export function exportGhap(): void {
  const entries = readStore(requirePaths(), (store) => findGhap(store, { limit: 1_000_000_000 }), []);
  for (const entry of entries.toReversed()) printJsonLine(ghapView(entry));
}

function cellsOf(entry: GhapRow, { all }: ListOptions): string[] {
  return [
    ghapId(entry.id),
    entry.confidence_tier === null ? entry.status : `${entry.status} (${entry.confidence_tier})`,
    entry.domain,
    localTime(entry.created_at).slice(0, 10),
    ...(all ? [plainText(entry.project)] : []),
    plainLine(entry.goal, GOAL_UNITS),
  ];
}
