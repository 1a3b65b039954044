// The command `mneme search`, and the search itself, which the tool for agents and the page use, too.
import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { favourKept } from "../../search/scores.ts";
import { type ItemKind, KINDS, type SearchHit, type SearchQuery } from "../../search/search_types.ts";
import { questionWords } from "../../search/snippet.ts";
import { type FoundText, foundTexts } from "../../store/items.ts";
import { search } from "../../store/search.ts";
import { isAnyPromptNew, isAnyQueued, queuePrompts } from "../../store/search_tables.ts";
import { sessionPrompts } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";
import { cannotTake, Command, type Flags, type ListOptions } from "../frame/command.ts";
import { chosenProject, openHome, readStore, requirePaths, thisProject } from "../frame/home.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { parseWhen, plainText } from "../frame/plain_text.ts";
import { requireCategory } from "../items/find_item.ts";
import { findCaller, type ToolCall } from "../items/call_place.ts";
import { addNearest, questionVector } from "./compute_embeddings.ts";
import { foundItem, foundLines } from "./lines.ts";

export function searchCommand(): Command {
  return new Command("search")
    .argument("[query...]", "words, an error, a path, an identifier")
    .option(
      "--type <list>",
      "memory, ghap, value, prompt, session, observation, code, scratchpad; with commas",
    )
    .perProject("in")
    .option("--category <name>", "only memories of this category")
    .option("--since <date>", "2026-11-01, 7d, yesterday")
    .limited(20)
    .option("--why", "show the parts of each score")
    .orJson('mneme search "flaky checkout test" --type memory,ghap --since 30d', searchItems);
}

type SearchFlags = ListOptions & Flags<"type" | "category" | "since", "why">;

async function searchItems(words: readonly string[], flags: SearchFlags): Promise<void> {
  const paths = requirePaths();
  const query = searchQuery({ ...flags, query: words.join(" "), types: flags.type?.split(",") });
  const { items, note } = await findItems(paths, query);
  if (note !== undefined) warnLine(`mneme: ${note}`);
  if (flags.json) return printJson(items);
  foundLines(items, flags).forEach(printLine);
  if (items.length > 0) return;
  const [place, advice] = query.project === undefined
    ? ["", "fewer filters"]
    : [` in ${plainText(query.project)}`, "--all for every project"];
  warnLine(`Nothing found${place}; try other words, or ${advice}`);
}

/** So many hits by words are ranked together with those by meaning. */
const POOL = 300;
/** So many hits beyond the limit may move up, if they are memories or lessons. */
const MORE = 20;

/** A snippet of so many UTF-16 units is mostly the whole memory, so agents need not open it. */
export const MEMORY_UNITS = 320;

/** `note` says why it searched by words alone. `call` is that of an agent. */
export async function findItems(paths: Paths, query: SearchQuery, call?: ToolCall) {
  indexQueuedItems(paths);
  const vector = await questionVector(paths, query);
  const words = questionWords(query.text);
  const items = readStore(paths, (store) => {
    const { question } = vector;
    const limit = question === undefined ? query.limit + MORE : Math.max(query.limit, POOL);
    const byWords = search(store, { ...query, limit, isWhole: true });
    const hits = question === undefined ? byWords : addNearest(store, query, byWords, question);
    return withTexts(store, favourKept(hits))
      .filter(call === undefined ? () => true : worthAPlace(store, call)).slice(0, query.limit)
      .map(({ hit, text }) => foundItem(hit, text, words, call && MEMORY_UNITS));
  });
  const note = vector.problem === undefined ? undefined : `searched by words alone, as ${vector.problem}`;
  return { items, note };
}

/** Makes findable what was stored last. A database that cannot be written is searched as it is. */
function indexQueuedItems(paths: Paths): void {
  if (!readStore(paths, (store) => isAnyQueued(store) || isAnyPromptNew(store))) return;
  try {
    using store = openHome().store; // `Home` indexes what is queued when it is closed
    queuePrompts(store, 1000);
  } catch (error) {
    if (!(error instanceof UserError || error instanceof StoreError)) throw error;
  }
}

/** Drops the agent's own last prompt, and repeated observations of the same files. */
function worthAPlace(store: Store, call: ToolCall) {
  const own = sessionPrompts(store, findCaller(store, thisProject(), call).sessionId ?? "").at(-1)?.id;
  const best = new Map<string, string>();
  return ({ hit, text: { sessionId, files } }: ReturnType<typeof withTexts>[number]): boolean => {
    if (hit.kind !== "observation" || files.length === 0) return hit.id !== own;
    return best.getOrInsert(JSON.stringify([sessionId, files]), hit.id) === hit.id;
  };
}

/** Leaves out items that were removed since they were indexed. */
function withTexts(store: Store, hits: readonly SearchHit[]): { hit: SearchHit; text: FoundText }[] {
  const groups = Map.groupBy(hits, (hit) => hit.kind);
  const texts = new Map(
    [...groups].map(([kind, group]) => [kind, foundTexts(store, kind, group.map(({ ref }) => ref))]),
  );
  return hits.flatMap((hit) => {
    const text = texts.get(hit.kind)?.get(hit.ref);
    return text === undefined ? [] : [{ hit, text }];
  });
}

interface SearchInput extends Omit<SearchFlags, "type" | "why" | "json"> {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
}

export function searchQuery({ query: text, types, category, since, ...place }: SearchInput) {
  if (text.trim() === "") {
    throw new UsageError("Cannot search for nothing: no words were given", {
      hint: 'give some, as in `mneme search "flaky checkout test"`',
    });
  }
  const now = new Date();
  return {
    text,
    project: chosenProject(place),
    limit: place.limit,
    now,
    kinds: types === undefined ? undefined : [...new Set(types.map(requireKind))],
    category: category === undefined ? undefined : requireCategory(category),
    since: since === undefined ? undefined : parseWhen(since, now),
  };
}

const OTHER_NAMES: ReadonlyMap<string, ItemKind> = new Map([
  ["lesson", "ghap"],
  ["rule", "value"],
  ["note", "scratchpad"],
  ["memories", "memory"],
]);

function requireKind(given: string): ItemKind {
  const name = given.trim().toLowerCase();
  const single = name.replace(/s$/, "");
  return KINDS.find((kind) => kind === name || kind === single) ?? OTHER_NAMES.get(name) ??
    OTHER_NAMES.get(single) ??
    cannotTake(given, "a type", `give one of ${KINDS.join(", ")}`);
}
