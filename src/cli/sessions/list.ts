import { resolve } from "node:path";
import { UsageError } from "../../core/user_error.ts";
import { findProject } from "../../host/project.ts";
import { findSessions, firstKnownProject, type SessionView } from "../../store/session_views.ts";
import type { Store } from "../../store/store.ts";
import { currentProject, requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
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
  const chosen = options.project === undefined ? undefined : findProject(resolve(options.project), undefined);
  const fallback = chosen ?? currentProject();
  const found = readStore<Found>(requirePaths(), (store) => {
    const project = options.all ? undefined : chosen ?? thisProject(store);
    return { project, sessions: findSessions(store, { project, words, limit }) };
  }, { project: options.all ? undefined : fallback, sessions: [] });
  if (options.json) return printJson(found.sessions);
  const projects = found.project === undefined ? "shown" : "hidden";
  for (const line of sessionLines(found.sessions, { projects })) printLine(line);
  if (found.sessions.length === 0) warnLine(nothingFound(found.project, words));
  else if (found.sessions.length === limit) warnLine(`These are the newest ${limit}; --limit shows more`);
}

interface Found {
  readonly project: string | undefined;
  readonly sessions: readonly SessionView[];
}

/** A shell may stand in a folder below the project's: then the nearest folder above that has sessions is meant. */
function thisProject(store: Store): string {
  const project = currentProject();
  return firstKnownProject(store, withFoldersAbove(project)) ?? project;
}

function withFoldersAbove(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest.length > 0; rest = rest.slice(0, Math.max(0, rest.lastIndexOf("/")))) {
    folders.push(rest);
  }
  return folders;
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
