// The command `mneme search`: the search, also for the tool `search` and the page of `mneme view`, and its
// results as JSON and as lines.
import { coarseAge } from "../../base/time.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { AGENT_ANSWERED } from "../../base/writes.ts";
import type { Paths } from "../../machine/paths.ts";
import { favourKept } from "../../search/scores.ts";
import { type ItemKind, KINDS, type SearchHit, type SearchQuery } from "../../search/search_types.ts";
import { questionWords, snippetOf } from "../../search/snippet.ts";
import { quoteOf } from "../../session/answers.ts";
import { summaryLine } from "../../session/summary_line.ts";
import { withoutReason } from "../../session/wording.ts";
import { type FoundText, foundTexts } from "../../store/items.ts";
import { search } from "../../store/search.ts";
import { isAnyPromptNew, isAnyQueued, queuePrompts } from "../../store/search_tables.ts";
import { lastPromptAt } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { StoreError } from "../../store/store_error.ts";
import { contextWindow } from "../../store/tellings.ts";
import { cannotTake, Command, type Flags, type ListOptions } from "../frame/command.ts";
import { chosenProject, openHome, readStore, requirePaths, thisProject } from "../frame/home.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { alignRows, parseWhen, plainLine, plainText } from "../frame/plain_text.ts";
import { requireCategory } from "../items/find_item.ts";
import { findCaller, type ToolCall } from "../items/call_place.ts";
import { addNearest, queryVector } from "./compute_embeddings.ts";

export function searchCommand(): Command {
  return new Command("search")
    .argument("[query...]", "required: words, an error, a path, an identifier")
    .option(
      "--type <list>",
      "only these types, separated by commas: memory, ghap (predictions), value, prompt, session, observation, code, scratchpad",
    )
    .perProject("in")
    .option("--category <name>", "only memories of this category")
    .option("--since <date>", "only what was made since: 2026-11-01, 7d, yesterday")
    .limited(20)
    .option("--why", "show the parts that add up to each score")
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

/** The hits by words that are read if hits by meaning join them, or if repeats of a file drop out, as for agents. */
const POOL = 300;
const MORE = 20; // the hits beyond the limit of which memories, lessons and values may move up (`favourKept`)

/** A snippet of so many UTF-16 units is mostly the whole memory, so agents need not open it. */
export const MEMORY_UNITS = 320;

/** `note` says why the search was by words alone. `call` is that of an agent. */
export async function findItems(paths: Paths, query: SearchQuery, call?: ToolCall) {
  indexQueuedItems(paths);
  const { query: vector, problem } = await queryVector(paths, query);
  const words = questionWords(query.text);
  const items = readStore(paths, (store) => {
    const limit = (vector ?? call) === undefined ? query.limit + MORE : Math.max(query.limit, POOL);
    const byWords = search(store, { ...query, limit, isWhole: true });
    const hits = vector === undefined ? byWords : addNearest(store, query, byWords, vector);
    return withTexts(store, favourKept(hits))
      .filter(call === undefined ? () => true : worthAPlace(store, call)).slice(0, query.limit)
      .map(({ hit, text }) => foundItem(hit, text, words, call && MEMORY_UNITS));
  });
  return { items, note: problem === undefined ? undefined : `searched by words alone, as ${problem}` };
}

/** Makes findable what was stored last. A database that cannot be written is searched as it is. */
function indexQueuedItems(paths: Paths): void {
  if (!readStore(paths, (store) => isAnyQueued(store) || isAnyPromptNew(store))) return;
  try {
    using store = openHome().store; // closing it indexes what is queued
    queuePrompts(store, 1000); // the next search or `mneme process` queues the rest
  } catch (error) {
    if (!(error instanceof UserError || error instanceof StoreError)) throw error;
  }
}

/**
 * Leaves out what the caller's context window has: what its session was asked and answered since it began, or,
 * for a guessed session, since the newest prompt. Leaves out a prompt below its answer, and further changes of a file.
 */
function worthAPlace(store: Store, call: ToolCall) {
  const { sessionId: own = "", agentId, known } = findCaller(store, thisProject(), call);
  const since = known === "none"
    ? lastPromptAt(store, own)
    : contextWindow(store, { sessionId: own, agentId })?.since ?? "";
  const above = new Set<string>();
  return (
    { hit: { kind }, text: { sessionId, files, body, createdAt } }: ReturnType<typeof withTexts>[number],
  ) => {
    const isAnswer = body.startsWith(AGENT_ANSWERED); // such an observation ends with a quotation of the prompt
    const isSaid = isAnswer || kind === "prompt" || kind === "session";
    if (isSaid && sessionId === own && createdAt >= since) return false;
    if (kind === "prompt") return !above.has(JSON.stringify([sessionId, quoteOf(body)]));
    if (kind !== "observation") return true;
    const key = JSON.stringify([sessionId, isAnswer ? body.slice(withoutReason(body).length) : files]);
    const isNew = !above.has(key);
    above.add(key);
    return isNew || isAnswer || files.length === 0;
  };
}

function withTexts(store: Store, hits: readonly SearchHit[]): { hit: SearchHit; text: FoundText }[] {
  const texts = foundTexts(store, hits);
  return hits.flatMap((hit) => {
    const text = texts.get(hit.id);
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

/** The names of some kinds in the texts for agents. */
const OTHER_NAMES: ReadonlyMap<string, ItemKind> = new Map([
  ["lesson", "ghap"],
  ["prediction", "ghap"],
  ["rule", "value"],
  ["note", "scratchpad"],
]);

function requireKind(given: string): ItemKind {
  const single = given.trim().toLowerCase().replace(/ies$/, "y").replace(/s$/, "");
  return KINDS.find((kind) => kind === single) ?? OTHER_NAMES.get(single) ??
    cannotTake(given, "a type", `give one of ${KINDS.join(", ")}`);
}

/** With `all`, a line names the project; with `why`, a second line has the parts of the score. */
function foundLines(items: readonly FoundItem[], { all, why }: Flags<never, "all" | "why"> = {}) {
  const now = new Date();
  const lines = alignRows(items.map((item) => [
    item.id,
    Number.isNaN(Date.parse(item.created_at)) ? "" : coarseAge(new Date(item.created_at), now),
    kindText(item.type, item.category),
    ...(all ? [plainText(item.project ?? "every project")] : []),
    textOf(item),
  ]));
  return lines.flatMap((line, i) => why ? [line, `    ${scoreText(items[i]!)}`] : [line]);
}

/** Returns "DECISION", "lesson (confirmed)", "prediction (abandoned)", "prompt" or "observation (tests:pass)". */
export function kindText(type: ItemKind | "call", category: string | null): string {
  if (type === "memory") return plainLine(category ?? type, 100);
  const isOpen = category === "abandoned" || category === "active";
  const name = type !== "ghap" ? type : isOpen ? "prediction" : "lesson";
  return category === null ? name : `${name} (${plainLine(category, 40)})`;
}

function textOf({ type, title, snippet }: FoundItem): string {
  const text = plainLine(snippet, SNIPPET_UNITS);
  const isCut = title.endsWith("…") && type !== "memory"; // then the title is mostly the cut text
  if (isCut || snippet.startsWith(title.replace(/…$/, ""))) return text;
  const head = plainLine(title, TITLE_UNITS);
  return /[.?!:]$/.test(head) ? `${head} ${text}` : `${head}: ${text}`;
}

/** Returns "0.62 = words 0.5 + recency 0.12". */
function scoreText({ score, why }: FoundItem): string {
  const parts = why.map(({ name, value }, i) =>
    `${i === 0 ? "" : value < 0 ? " - " : " + "}${plainLine(name, 60)} ${i === 0 ? value : Math.abs(value)}`
  );
  return parts.length === 0 ? `${score}` : `${score} = ${parts.join("")}`;
}

export type FoundItem = ReturnType<typeof foundItem>;

const TITLE_UNITS = 100;
export const SNIPPET_UNITS = 160;
/** Returns a hit as JSON shows it. The snippet of a memory or lesson has at most `units` UTF-16 units. */
function foundItem(hit: SearchHit, text: FoundText, words: readonly string[], units = SNIPPET_UNITS) {
  const isMemory = hit.kind === "memory" || hit.kind === "ghap";
  const title = snippetOf(text.title ?? text.body, [], text.title === null ? 80 : TITLE_UNITS);
  const body = hit.kind === "session" ? summaryLine(text.body, text.title) : text.body;
  return {
    id: hit.id,
    type: hit.kind,
    title,
    snippet: markedSnippet(body === "" ? title : body, words, isMemory ? units : SNIPPET_UNITS),
    score: rounded(hit.score),
    created_at: text.createdAt,
    why: hit.why.map(({ name, value }) => ({ name, value: rounded(value) })),
    /** A memory's category (and author), a GHAP entry's status, a run's outcome, a code unit's kind; else `null`. */
    category: text.category,
    /** `null` if it holds in every project, or its project is unknown. */
    project: text.project,
  };
}

/** Matches the words before a text about a try or, written by older versions, a refusal: a cut snippet keeps them. */
const MARK = /^\(?(The user said no|tried and dropped)/;

function markedSnippet(text: string, words: readonly string[], maxUnits: number): string {
  const snippet = snippetOf(text, words, maxUnits);
  const [, mark] = snippet.startsWith("…") ? MARK.exec(text) ?? [] : [];
  return mark === undefined ? snippet : `${mark}: ${snippetOf(text, words, maxUnits - mark.length - 2)}`;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
