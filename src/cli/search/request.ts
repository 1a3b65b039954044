import { fileName } from "../../core/context/file_key.ts";
import { resolve } from "node:path";
import { KINDS } from "../../core/search/item_id.ts";
import type { ItemKind, SearchQuery } from "../../core/search/search_types.ts";
import { UsageError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { requireCategory } from "../memory/draft.ts";
import { chosenProject } from "../place_options.ts";
import { parseWhen } from "./when.ts";

/** What a person or an agent asks for, as they write it. */
export interface SearchInput {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
  readonly project?: string | undefined;
  readonly all?: true | undefined;
  readonly category?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly file?: string | undefined;
  readonly limit: number;
}

/** The question for the engine, and what only the finds can be held against. */
export interface SearchRequest {
  readonly query: SearchQuery;
  /** Absolute; finds that have nothing to do with it are left out. */
  readonly file: string | undefined;
}

/** The question that is meant; a `UsageError` says what to give instead. */
export function searchRequest(input: SearchInput, paths: Paths, now: Date): SearchRequest {
  const { project, all, category, since, until, limit } = input;
  const place = { ...(project === undefined ? {} : { project }), ...(all === undefined ? {} : { all }) };
  const file = input.file === undefined ? undefined : resolve(input.file);
  const text = input.query.trim() === "" ? nameOf(file) : input.query;
  if (text.trim() === "") {
    throw new UsageError("Cannot search for nothing: no words were given", {
      hint: 'give some, as in `mneme search "flaky checkout test"`',
    });
  }
  const from = since === undefined ? undefined : parseWhen(since, "start", now);
  const to = until === undefined ? undefined : parseWhen(until, "end", now);
  if (from !== undefined && to !== undefined && from > to) {
    throw new UsageError(`Cannot search since ${since} until ${until}: the end lies before the beginning`, {
      hint: "give the earlier moment as since",
    });
  }
  const query: SearchQuery = {
    text,
    project: chosenProject(place, paths),
    limit,
    now,
    ...(input.types === undefined ? {} : { kinds: requireKinds(input.types) }),
    ...(file === undefined ? {} : { files: [file] }),
    ...(category === undefined ? {} : { category: requireCategory(category) }),
    ...(from === undefined ? {} : { since: from }),
    ...(to === undefined ? {} : { until: to }),
  };
  return { query, file };
}

/** What a file is called: a question about it that has no other words. */
function nameOf(file: string | undefined): string {
  return file === undefined ? "" : fileName(file);
}

/** What people also call them. */
const OTHER_NAMES: Readonly<Record<string, ItemKind>> = {
  lesson: "ghap",
  rule: "value",
  note: "scratchpad",
  memories: "memory",
};

function requireKinds(names: readonly string[]): ItemKind[] {
  return [...new Set(names.map(requireKind))];
}

function requireKind(given: string): ItemKind {
  const name = given.trim().toLowerCase();
  const single = name.replace(/s$/, "");
  const kind = KINDS.find((candidate) => candidate === name || candidate === single);
  const other = kind ?? OTHER_NAMES[name] ?? OTHER_NAMES[single];
  if (other !== undefined) return other;
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as a type`, {
    hint: `give one of ${KINDS.join(", ")}`,
  });
}
