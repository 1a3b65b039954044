// Embeddings: `mneme process` computes and stores those of items, a search requests that of its query.
import type { EmbeddingSettings } from "../../base/settings.ts";
import { embedTexts } from "../../llm/embed_texts.ts";
import { Deadline } from "../../llm/http.ts";
import type { Paths } from "../../machine/paths.ts";
import { whySilent } from "../../machine/pause.ts";
import { cleanText } from "../../privacy/clean.ts";
import { fuseHits, nearnessScale } from "../../search/scores.ts";
import { itemId, type SearchHit, type SearchQuery } from "../../search/search_types.ts";
import { cosines, embeddedText } from "../../search/vectors.ts";
import {
  countUnembedded,
  dropOtherModels,
  type EmbeddedScope,
  fittingItems,
  hasVectors,
  indexedItems,
  indexedProjects,
  type ItemVector,
  saveVectors,
  scanVectors,
  type UnembeddedItem,
  unembeddedItems,
} from "../../store/embeddings.ts";
import { foundTexts } from "../../store/items.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { currentFolder, readStore, thisProject } from "../frame/home.ts";

/** Batches grow within a run, so that a slow server computes at least some vectors in each run. */
const [FIRST_BATCH, BATCH] = [4, 32];
/** The most UTF-16 units of a text that are sent (a thousand tokens); small models cut or refuse a longer one. */
const MAX_UNITS = 4000;

/**
 * Stores missing vectors, newest items first; `undefined` if no server is configured. Secrets are removed
 * again, whatever the settings say. Nothing is sent of projects that are excluded, paused, or switch embeddings off.
 */
export async function computeEmbeddings(
  store: Store,
  paths: Paths,
  limits: { readonly items: number; readonly timeoutMs: number },
) {
  const { embeddings: settings } = evaluateProject(paths, paths.root).settings;
  if (settings.provider === "none") return undefined;
  const projects = indexedProjects(store).filter((project) => {
    const own = evaluateProject(paths, project === "" ? paths.root : project).settings;
    return own.embeddings.provider !== "none" && whySilent(paths, own, { project }) === undefined;
  });
  const scope = { model: settings.model ?? "", projects };
  const deadline = new Deadline(limits.timeoutMs);
  let embedded = 0;
  let problem: string | undefined;
  for (let size = FIRST_BATCH; embedded < limits.items && problem === undefined; size *= 2) {
    const items = unembeddedItems(store, scope, Math.min(size, BATCH, limits.items - embedded));
    if (items.length === 0) break;
    const batch = await embedBatch(items, textsOf(store, scope, items), settings, deadline);
    saveVectors(store, scope.model, batch.vectors);
    embedded += batch.vectors.length;
    if (deadline.remainingMs === 0 && embedded > 0) break; // the next run computes the rest
    const mayTakeMore = batch.isRefused && size < BATCH && items.length === size; // a larger batch has other texts, too
    problem = mayTakeMore ? undefined : batch.problem;
  }
  const left = countUnembedded(store, scope);
  if (left === 0 && problem === undefined) dropOtherModels(store, scope.model);
  return { embedded, left, problem };
}

const NO_VECTOR = new Uint8Array(0); // stored, so that later runs do not send the item again

/** Sends a refused batch in halves. A text refused alone gets an empty vector, unless all are refused. */
async function embedBatch(
  items: readonly UnembeddedItem[],
  texts: ReadonlyMap<number, string>,
  settings: EmbeddingSettings,
  deadline: Deadline,
) {
  let problem: string | undefined;
  const embed = async (part: readonly [item: number, text: string][]): Promise<ItemVector[]> => {
    const answer = await embedTexts(part.map(([, text]) => text), settings, deadline);
    if (answer.kind === "vectors") {
      return part.map(([item], i) => ({ item, vector: answer.vectors[i] ?? NO_VECTOR }));
    }
    problem = answer.reason;
    if (!answer.isAboutInput) return [];
    if (part.length === 1) return part.map(([item]) => ({ item, vector: NO_VECTOR }));
    const half = part.length >> 1;
    return [...await embed(part.slice(0, half)), ...await embed(part.slice(half))];
  };
  const found = texts.size === 0 ? [] : await embed([...texts]);
  const isAnyTaken = found.some(({ vector }) => vector.length > 0);
  const empty = items.filter(({ item }) => !texts.has(item)).map(({ item }) => ({ item, vector: NO_VECTOR }));
  return {
    isRefused: !isAnyTaken && found.length === texts.size,
    vectors: [...empty, ...(isAnyTaken ? found : [])],
    problem: isAnyTaken && found.length === texts.size ? undefined : problem,
  };
}

function textsOf(store: Store, scope: EmbeddedScope, items: readonly UnembeddedItem[]): Map<number, string> {
  const found = foundTexts(store, items);
  return new Map(items.flatMap((one) => {
    const stored = found.get(itemId(one));
    const whole = stored === undefined ? "" : [stored.title ?? "", stored.body].join("\n").trim();
    const text = cleanText(whole, { redactSecrets: true }).trim().slice(0, MAX_UNITS).toWellFormed();
    return text === "" ? [] : [[one.item, embeddedText(scope.model, "document", text)] as const];
  }));
}

/** An item without any word of the query must be so near (0 to 1), and among so many nearest ones. */
const LEAST_NEARNESS = 0.25;
const MOST_NEAR = 100;

/** Adds the items nearest to the query, and scores all hits anew. */
export function addNearest(
  store: Store,
  query: SearchQuery,
  hits: readonly SearchHit[],
  { model, vector }: NonNullable<Awaited<ReturnType<typeof queryVector>>["query"]>,
) {
  const byItem = new Map(hits.map((hit) => [hit.item, hit]));
  const cosineOf = new Map<number, number>();
  const fitting = fittingItems(store, query);
  scanVectors(store, { model, length: vector.length }, (items, vectors) => {
    cosines(vector, vectors).forEach((cosine, i) => {
      const item = items[i]!;
      if (fitting.has(item)) cosineOf.set(item, cosine);
    });
  });
  const sum = cosineOf.values().reduce((sum, cosine) => sum + cosine, 0);
  const nearnessOf = nearnessScale({ sum, count: cosineOf.size });
  const near = [...cosineOf].filter(([, cosine]) => nearnessOf(cosine) >= LEAST_NEARNESS)
    .sort(([, a], [, b]) => b - a).slice(0, MOST_NEAR).map(([item]) => item);
  for (const found of indexedItems(store, near.filter((item) => !byItem.has(item)))) {
    byItem.set(found.item, { ...found, id: itemId(found), score: 0, why: [] });
  }
  return fuseHits([...byItem.values()], ({ item }) => {
    const cosine = cosineOf.get(item);
    return cosine === undefined ? 0 : nearnessOf(cosine);
  });
}

/** Requests the vector of a query if vectors are stored; `problem` says why the server gave none. */
export async function queryVector(paths: Paths, { text, project }: SearchQuery) {
  const place = project ?? thisProject(); // a search in every project uses the settings of this one
  const { settings } = evaluateProject(paths, place);
  const { embeddings, embeddings: { model } } = settings;
  if (embeddings.provider === "none" || model === null) return {};
  if (whySilent(paths, settings, { project: place, folder: currentFolder() }) !== undefined) return {};
  if (!readStore(paths, (store) => hasVectors(store, model))) return {};
  const clean = cleanText(text, { redactSecrets: true }).trim().slice(0, 2000).toWellFormed(); // UTF-16 units
  if (clean === "") return {};
  const asked = [embeddedText(model, "query", clean)];
  const answer = await embedTexts(asked, embeddings, new Deadline(1500)); // in ms, as the user waits
  if (answer.kind !== "vectors") return { problem: answer.reason };
  return { query: { model, vector: answer.vectors[0]! } };
}
