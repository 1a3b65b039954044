import type { Paths } from "../../host/paths.ts";
import { listProjects } from "../../store/projects.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit, type PlaceOptions } from "../place_options.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { findItems } from "./find.ts";
import { foundLines } from "./lines.ts";
import { searchRequest } from "./request.ts";

export interface SearchOptions extends PlaceOptions {
  readonly type?: string;
  readonly category?: string;
  readonly since?: string;
  readonly until?: string;
  readonly file?: string;
  readonly why?: true;
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;

/** `mneme search`: what was said, learned or done that fits the words. Nothing found is a legal answer. */
export async function searchItems(words: readonly string[], options: SearchOptions): Promise<void> {
  const paths = requirePaths();
  const now = new Date();
  const { type, limit, json, why, ...filters } = options;
  const request = searchRequest(
    { ...filters, query: words.join(" "), types: type?.split(","), limit: chosenLimit(limit, DEFAULT_LIMIT) },
    paths,
    now,
  );
  const { items, note } = await findItems(paths, request);
  if (note !== undefined) warnLine(`mneme: ${note}`);
  if (json) return printJson(items);
  const shown = { now, projects: shownIf(options.all), why: shownIf(why) };
  for (const line of foundLines(items, shown)) printLine(line);
  if (items.length > 0) return;
  const place = request.query.project;
  const isUnknown = options.project !== undefined && place !== undefined && !isKnown(paths, place);
  warnLine(isUnknown ? nothingKept(place) : nothingFound(place));
}

function shownIf(flag: true | undefined): "shown" | "hidden" {
  return flag ? "shown" : "hidden";
}

function isKnown(paths: Paths, place: string): boolean {
  return readStore(paths, listProjects, []).some(({ project }) => project === place);
}

function nothingKept(project: string): string {
  return `Nothing is kept of a project ${plainText(project)}; \`mneme projects list\` shows what there is`;
}

function nothingFound(project: string | undefined): string {
  if (project === undefined) return "Nothing found; try other words, or fewer filters";
  return `Nothing found in ${plainText(project)}; try other words, or --all for every project`;
}
