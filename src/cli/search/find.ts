import { isDay } from "../../base/time.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { favourKept } from "../../search/scores.ts";
import { type ItemKind, KINDS, type SearchQuery } from "../../search/search_types.ts";
import { questionWords } from "../../search/snippet.ts";
import { foundTexts } from "../../store/item_rows.ts";
import { search } from "../../store/search.ts";
import { isAnyQueued } from "../../store/search_tables.ts";
import type { Store } from "../../store/store.ts";
import { parseDuration } from "../plain_text.ts";
import { openHome, readStore } from "../prepare_home.ts";
import { cannotTake, chosenProject, type PlaceOptions } from "../this_project.ts";
import { addNearest, type QuestionVector, questionVector } from "./compute_embeddings.ts";
import { requireCategory } from "./find_item.ts";
import { type FoundItem, foundItem } from "./lines.ts";

/** Hits that are looked at before meaning is added. */
const POOL = 300;
/** Those of them that what was kept on purpose may come up from. */
const MORE = 20;

/**
 * Tells what fits the question, best first, by words and, where a server is configured, by meaning; and in `note` what was
 * done with less than the configuration asks for.
 */
export async function findItems(
  paths: Paths,
  query: SearchQuery,
): Promise<{ readonly items: readonly FoundItem[]; readonly note: string | undefined }> {
  indexWhatWaits(paths);
  const vector = await questionVector(paths, query);
  const items = readStore(paths, (store) => itemsOf(store, query, vector), []);
  const note = vector.kind === "failed" ? `searched by words alone, as ${vector.reason}` : undefined;
  return { items, note };
}

/** A database that cannot be written is searched as it is. */
function indexWhatWaits(paths: Paths): void {
  if (!readStore(paths, isAnyQueued, false)) return;
  try {
    openHome().store.close();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

/** An item that is gone since it was indexed is left out. */
function itemsOf(store: Store, query: SearchQuery, vector: QuestionVector): FoundItem[] {
  const { limit } = query;
  const pool = vector.kind === "vector" ? Math.max(limit, POOL) : limit + MORE;
  const byWords = search(store, { ...query, limit: pool });
  const found = vector.kind === "vector" ? addNearest(store, query, byWords, vector.question) : byWords;
  const hits = favourKept(found);
  const groups = Map.groupBy(hits, (hit) => hit.kind);
  const texts = new Map(
    [...groups].map(([kind, group]) => [kind, foundTexts(store, kind, group.map(({ ref }) => ref))]),
  );
  const words = questionWords(query.text);
  return hits.flatMap((hit) => {
    const text = texts.get(hit.kind)?.get(hit.ref);
    return text === undefined ? [] : [foundItem(hit, text, words)];
  }).slice(0, limit);
}

interface SearchInput extends Pick<PlaceOptions, "project" | "all"> {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
}

/** The question that is meant; a `UsageError` says what to give instead. */
export function searchRequest(input: SearchInput, paths: Paths, now: Date): SearchQuery {
  const { query: text, types, category, since, until, limit } = input;
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
  return {
    text,
    project: chosenProject(input, paths),
    limit,
    now,
    kinds: types === undefined ? undefined : [...new Set(types.map(requireKind))],
    category: category === undefined ? undefined : requireCategory(category),
    since: from,
    until: to,
  };
}

/** What people also call them. */
const OTHER_NAMES: Readonly<Record<string, ItemKind>> = {
  lesson: "ghap",
  rule: "value",
  note: "scratchpad",
  memories: "memory",
};

function requireKind(given: string): ItemKind {
  const name = given.trim().toLowerCase();
  const single = name.replace(/s$/, "");
  return KINDS.find((kind) => kind === name || kind === single) ?? OTHER_NAMES[name] ?? OTHER_NAMES[single] ??
    cannotTake(given, "a type", `give one of ${KINDS.join(", ")}`);
}

type DayEnd = "start" | "end";

/**
 * The moment that a person means, in ISO 8601: `2026-11-01`, `today` and `yesterday` on the local calendar, `7d`, `12h`
 * and `2w` before now, or a whole moment such as `2026-11-01T14:00Z`. A `UsageError` for anything else.
 */
export function parseWhen(text: string, end: DayEnd, now: Date): string {
  const word = text.trim().toLowerCase();
  if (word === "today" || word === "yesterday") {
    const day = now.getDate() - (word === "today" ? 0 : 1);
    return endOfDay(new Date(now.getFullYear(), now.getMonth(), day), end);
  }
  if (isDay(word)) {
    const [year = 0, month = 1, day = 1] = word.split("-").map(Number);
    const date = new Date(year, month - 1, day);
    if (date.getDate() === day) return endOfDay(date, end);
  } else if (/^\d+[mhdw]$/.test(word)) return new Date(now.getTime() - ago(word)).toISOString();
  else if (/^\d{4}-\d\d-\d\dt\d\d:\d\d/.test(word) && !Number.isNaN(Date.parse(word.toUpperCase()))) {
    return new Date(word.toUpperCase()).toISOString();
  }
  throw new UsageError(`Cannot read ${JSON.stringify(text.slice(0, 40))} as a date`, {
    hint: "write it as 2026-11-01, 7d, 12h, today or yesterday",
  });
}

function ago(word: string): number {
  return word.endsWith("w") ? parseDuration(`${Number(word.slice(0, -1)) * 7}d`) : parseDuration(word);
}

/** A day of 23 or 25 hours ends right before the next one begins. */
function endOfDay(midnight: Date, end: DayEnd): string {
  if (end === "start") return midnight.toISOString();
  const next = new Date(midnight.getFullYear(), midnight.getMonth(), midnight.getDate() + 1);
  return new Date(next.getTime() - 1).toISOString();
}
