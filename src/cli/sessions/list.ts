import { findSessions } from "../../store/session_views.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit, chosenProject, type PlaceOptions } from "../place_options.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { sessionLines } from "./lines.ts";

export interface ListOptions extends PlaceOptions {
  readonly match?: readonly string[];
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;

/** `mneme sessions list`. No session is a legal answer; people are told where to look further. */
export function listSessions(options: ListOptions): void {
  const words = (options.match ?? []).flatMap((part) => part.split(/\s+/)).filter((word) => word !== "");
  const limit = chosenLimit(options.limit, DEFAULT_LIMIT);
  const paths = requirePaths();
  const project = chosenProject(options, paths);
  const sessions = readStore(paths, (store) => findSessions(store, { project, words, limit }), []);
  if (options.json) return printJson(sessions);
  const projects = project === undefined ? "shown" : "hidden";
  for (const line of sessionLines(sessions, { projects })) printLine(line);
  if (sessions.length === 0) warnLine(nothingFound(project, words));
  else if (sessions.length === limit) warnLine("These are the newest; --limit shows more");
}

function nothingFound(project: string | undefined, words: readonly string[]): string {
  const where = project === undefined ? "" : ` of ${plainText(project)}`;
  const what = words.length === 0 ? "" : " with these words";
  const match = words.length === 0 ? "" : " --match …";
  const advice = project === undefined
    ? ""
    : `; \`mneme sessions list --all${match}\` looks in every project`;
  return `No session${where}${what}${advice}`;
}
