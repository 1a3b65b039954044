import { type Client, CLIENTS, isClient } from "../../base/clients.ts";
import { fileName } from "../../base/hash.ts";
import { isAtOrBelow, withSlashes } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { isAbsolute, type Paths } from "../../machine/paths.ts";
import { namesError } from "../../search/error_signature.ts";
import { favourKept, RELEVANCE_FLOOR } from "../../search/scores.ts";
import { type ItemKind, KINDS, type SearchHit, type SearchQuery } from "../../search/search_types.ts";
import { questionWords } from "../../search/snippet.ts";
import { type FoundText, foundTexts } from "../../store/items.ts";
import { listProjects } from "../../store/projects.ts";
import { search } from "../../store/search.ts";
import { isAnyPromptNew, isAnyQueued, queuePrompts } from "../../store/search_tables.ts";
import { sessionPrompts, sessionState, sessionTouched } from "../../store/sessions.ts";
import { countAll } from "../../store/stats.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";
import { cannotTake, Command, type Flags, type ListOptions } from "../frame/command.ts";
import { chosenProject, openHome, projectAt, readStore, requirePaths } from "../frame/home.ts";
import { inHomeFolder, resolvePath } from "../frame/is_there.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { amount, parseWhen, plainText } from "../frame/plain_text.ts";
import { requireCategory } from "../items/find_item.ts";
import { findCaller, type ToolCall } from "../items/ghap_home.ts";
import { addNearest, type QuestionVector, questionVector } from "./compute_embeddings.ts";
import { type FoundItem, foundItem, foundLines } from "./lines.ts";

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
    .option("--until <date>", "the same; a day counts to its end")
    .option("--file <path>", "only items about this file or folder")
    .option("--client <name>", "only items from sessions of this agent: claude, codex, qwen, …")
    .limited(20)
    .option("--why", "show the parts of each score")
    .orJson('mneme search "flaky checkout test" --type memory,ghap --since 30d', searchItems);
}

type SearchFlags = ListOptions & Flags<"type" | "category" | "since" | "until" | "file" | "client", "why">;

async function searchItems(words: readonly string[], flags: SearchFlags): Promise<void> {
  const paths = requirePaths();
  const input = { ...flags, query: words.join(" "), types: flags.type?.split(",") };
  const request = searchRequest(input, paths);
  const { items, note } = await findItems(paths, request);
  if (note !== undefined) warnLine(`mneme: ${note}`);
  if (flags.json) return printJson(items);
  foundLines(items, flags).forEach(printLine);
  if (items.length === 0) warnLine(nothingFound(paths, request.query.project, flags));
  if (mayBeFixed(items, input.query)) warnLine("`mneme fix` looks for what made an error go away");
}

/** Returns true if the words name an error and nothing near them was found: the fix of an error is no item. */
export function mayBeFixed([best]: readonly FoundItem[], words: string): boolean {
  return (best === undefined || best.score < RELEVANCE_FLOOR) && namesError(words);
}

function nothingFound(paths: Paths, project: string | undefined, flags: SearchFlags): string {
  if (project === undefined) return "Nothing found; try other words, or fewer filters";
  const isKnown = () => readStore(paths, listProjects).some((known) => known.project === project);
  if (flags.project === undefined || isKnown()) {
    const { pending } = readStore(paths, countAll);
    const left = pending === 0 ? "" : `; ${amount(pending, "tool call")} left for \`mneme process\``;
    return `Nothing found in ${plainText(project)}; try other words, or --all for every project${left}`;
  }
  return `Nothing is kept of a project ${plainText(project)}; \`mneme projects list\` shows what there is`;
}

/** The number of hits that are considered before a filter by file or client, or before the search by meaning. */
const POOL = 300;
/** The number of hits beyond the limit among which memories and lessons may be moved up. */
const MORE = 20;

/** Returns the items that fit, best first, by words and by meaning; `note` says why the server gave no meaning. */
export async function findItems(paths: Paths, request: SearchRequest) {
  indexQueuedItems(paths);
  const vector = await questionVector(paths, request.query);
  const items = readStore(paths, (store) => itemsOf(store, request, vector));
  const note = vector.problem === undefined ? undefined : `searched by words alone, as ${vector.problem}`;
  return { items, note };
}

/** Indexes queued items and new prompts, as many as take a second. A database that cannot be written is searched as it is. */
function indexQueuedItems(paths: Paths): void {
  if (!readStore(paths, (store) => isAnyQueued(store) || isAnyPromptNew(store))) return;
  try {
    using store = openHome().store; // closing a database that a command has opened indexes what is queued
    queuePrompts(store, 1000);
  } catch (error) {
    if (!(error instanceof UserError || error instanceof StoreError)) throw error;
  }
}

function itemsOf(store: Store, request: SearchRequest, { question }: QuestionVector): FoundItem[] {
  const { query, file, client, caller } = request;
  const { limit } = query;
  const isPlain = file === undefined && client === undefined && question === undefined;
  const most = isPlain ? limit + MORE : Math.max(limit, POOL);
  const byWords = search(store, { ...query, limit: most, isWhole: true });
  const found = question === undefined ? byWords : addNearest(store, query, byWords, question);
  const words = questionWords(query.text);
  return withTexts(store, favourKept(found)).values()
    .filter(({ hit, text }) => file === undefined || isAboutFile(store, hit, text, file))
    .filter(({ text }) => client === undefined || sessionState(store, text.sessionId)?.client === client)
    .filter(caller === undefined ? () => true : worthAPlace(store, caller)).take(limit)
    .map(({ hit, text }) => foundItem(hit, text, words, caller?.memoryUnits)).toArray();
}

/** Returns a filter for an agent: without its own last prompt, and with one observation of a session about the same file. */
function worthAPlace(store: Store, { project, call }: NonNullable<SearchRequest["caller"]>) {
  const own = sessionPrompts(store, findCaller(store, project, call).sessionId ?? "").at(-1)?.id;
  const best = new Map<string, string>();
  return ({ hit, text: { sessionId, files } }: ReturnType<typeof withTexts>[number]): boolean => {
    if (hit.kind !== "observation" || files.length === 0) return hit.id !== own;
    return best.getOrInsert(JSON.stringify([sessionId, files]), hit.id) === hit.id;
  };
}

/** Returns the hits with their texts, without items that were removed since they were indexed. */
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

/** Returns true if an item is attached to the file or folder, mentions it, or is a session that worked on it. */
function isAboutFile(store: Store, hit: SearchHit, text: FoundText, file: string): boolean {
  const wholePathOf = (path: string) =>
    isAbsolute(path) ? path : `${text.project ?? ""}/${path.replace(/^\.[\\/]/, "")}`;
  if (text.files.some((path) => isAtOrBelow(wholePathOf(path), file))) return true;
  if (namedIn(file, text.project).test(`${text.title ?? ""}\n${text.body}`)) return true;
  return hit.kind === "session" && text.sessionId !== null && sessionTouched(store, text.sessionId, file);
}

/** Matches the names by which texts mention a file: its path, its path in the project, or a distinctive base name. */
function namedIn(file: string, project: string | null): RegExp {
  const isBelow = project !== null && withSlashes(file).startsWith(`${withSlashes(project)}/`);
  const within = isBelow ? file.slice(project.length + 1) : file;
  const base = fileName(file);
  const names = [file, within, ...(base.includes(".") ? [base] : [])].map(RegExp.escape);
  return new RegExp(`(?<!\\w)(?:${names.join("|")})(?!\\w)`); // `cart.py` is no part of `test_cart.py`
}

interface SearchInput extends Omit<SearchFlags, "type" | "why" | "json"> {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
}

export interface SearchRequest {
  readonly query: SearchQuery;
  /** The absolute path of a file or folder: only hits about it are returned. */
  readonly file: string | undefined;
  readonly client?: Client | undefined;
  /** The agent that searches, and the longest snippet of a memory or lesson that it gets, in UTF-16 units. */
  readonly caller?: { readonly project: string; readonly call: ToolCall; readonly memoryUnits: number };
}

/** Returns the whole path of a file as a person sees it: from the current folder, else from the project that is named. */
function wholePath(file: string, { project }: Pick<SearchInput, "project">): string {
  const path = resolvePath(file);
  if (project === undefined || isAbsolute(file) || inHomeFolder(file) !== undefined) return path;
  const folder = projectAt(project);
  return withSlashes(path).startsWith(`${withSlashes(folder)}/`) ? path : resolvePath(`${folder}/${file}`);
}

/** Makes a search request. Throws a `UsageError` that says what to give instead. */
export function searchRequest(input: SearchInput, paths: Paths): SearchRequest {
  const { types, category, since, until, limit, client } = input;
  const now = new Date();
  const file = input.file === undefined ? undefined : wholePath(input.file, input);
  const text = input.query.trim() === "" ? fileName(file ?? "") : input.query;
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
    project: chosenProject(input, paths),
    limit,
    now,
    kinds: types === undefined ? undefined : [...new Set(types.map(requireKind))],
    files: file === undefined ? undefined : [file],
    category: category === undefined ? undefined : requireCategory(category),
    since: from,
    until: to,
  };
  if (client === undefined || isClient(client)) return { query, file, client };
  return cannotTake(client, "a client", `name one of ${CLIENTS.join(", ")}`);
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
