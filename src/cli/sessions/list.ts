import { resolve } from "node:path";
import { UsageError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { launchFolder } from "../../host/launch_folder.ts";
import { findProject } from "../../host/project.ts";
import { findSessions } from "../../store/session_views.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { thisProject } from "../this_project.ts";
import { sessionLines } from "./lines.ts";

export interface ListOptions {
  readonly project?: string;
  readonly all?: true;
  readonly match?: readonly string[];
  readonly limit?: string;
  readonly json?: true;
}

const DEFAULT_LIMIT = 20;

/** `mneme sessions list`. No session is a legal answer; people are told where to look further. */
export function listSessions(options: ListOptions): void {
  if (options.all && options.project !== undefined) {
    throw new UsageError("Cannot take --all and --project together", { hint: "give one of them" });
  }
  const words = (options.match ?? []).flatMap((part) => part.split(/\s+/)).filter((word) => word !== "");
  const limit = parseLimit(options.limit);
  const paths = requirePaths();
  const project = options.all ? undefined : projectOf(options, paths);
  const sessions = readStore(paths, (store) => findSessions(store, { project, words, limit }), []);
  if (options.json) return printJson(sessions);
  const projects = project === undefined ? "shown" : "hidden";
  for (const line of sessionLines(sessions, { projects })) printLine(line);
  if (sessions.length === 0) warnLine(nothingFound(project, words));
  else if (sessions.length === limit) warnLine(`These are the newest ${limit}; --limit shows more`);
}

function projectOf({ project }: ListOptions, paths: Paths): string {
  return project === undefined ? thisProject(paths) : findProject(launchFolder(resolve(project), undefined));
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`Cannot take ${JSON.stringify(text)} as --limit`, {
    hint: "give a number from 1 on",
  });
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
