import { cleanText } from "../../core/privacy/clean.ts";
import { isExcludedProject } from "../../core/exclusion.ts";
import { embeddedText } from "../../core/search/embedding_prefixes.ts";
import type { EmbeddingSettings } from "../../core/settings.ts";
import { embedTexts } from "../../host/embeddings/embed_texts.ts";
import { Deadline } from "../../host/llm/deadline.ts";
import type { Paths } from "../../host/paths.ts";
import {
  countUnembedded,
  dropOtherLengths,
  dropOtherModels,
  type EmbeddedPlace,
  indexedProjects,
  type ItemVector,
  saveVectors,
  type UnembeddedItem,
  unembeddedItems,
} from "../../store/embeddings.ts";
import { foundTexts } from "../../store/found_texts.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";

/** How much one run may do; the next one goes on where it ended. */
export interface EmbeddingLimits {
  readonly items: number;
  readonly timeoutMs: number;
}

export interface EmbeddingReport {
  readonly embedded: number;
  /** Items that still have no vector. */
  readonly left: number;
  /** Why it ended early. */
  readonly problem: string | undefined;
}

/** What servers take at once without a queue of their own. */
const BATCH = 32;
/** Some thousand tokens: the least that embedding models read. */
const MAX_UNITS = 4000;

/**
 * Computes the vectors that items of the index still lack, the newest first, within these limits; every batch is kept at
 * once. `undefined` where no server is configured. Texts are cleaned of secrets again whatever the settings say, as they
 * leave the machine; a project whose file says `none`, or that is excluded, sends nothing. Never rejects because of the
 * server.
 */
export async function computeEmbeddings(
  store: Store,
  paths: Paths,
  limits: EmbeddingLimits,
): Promise<EmbeddingReport | undefined> {
  const { embeddings: settings } = evaluateProject(paths, paths.root).settings;
  if (settings.provider === "none") return undefined;
  const place = { model: settings.model ?? "", projects: embeddedProjects(store, paths) };
  using deadline = new Deadline(limits.timeoutMs);
  const work = { store, settings, place, deadline };
  const { embedded, problem } = await embedBatches(work, limits.items);
  const left = countUnembedded(store, place);
  if (left === 0 && problem === undefined) dropOtherModels(store, place.model);
  return { embedded, left, problem };
}

/** The projects whose texts may go to the server. */
function embeddedProjects(store: Store, paths: Paths): string[] {
  return indexedProjects(store).filter((project) => {
    const { embeddings, privacy } = evaluateProject(paths, project === "" ? paths.root : project).settings;
    return embeddings.provider !== "none" && !isExcludedProject(project, privacy.exclude_projects);
  });
}

interface EmbeddingWork {
  readonly store: Store;
  readonly settings: EmbeddingSettings;
  readonly place: EmbeddedPlace;
  readonly deadline: Deadline;
}

async function embedBatches(
  work: EmbeddingWork,
  limit: number,
): Promise<Pick<EmbeddingReport, "embedded" | "problem">> {
  const { store, place, deadline } = work;
  let embedded = 0;
  while (embedded < limit) {
    const items = unembeddedItems(store, place, Math.min(BATCH, limit - embedded));
    if (items.length === 0) break;
    const batch = await embedBatch(work, items);
    if (embedded === 0) dropStrangers(work, batch.vectors);
    saveVectors(store, place.model, batch.vectors);
    embedded += batch.vectors.length;
    const isInterrupted = deadline.isOver && embedded > 0; // the next run has the rest
    if (isInterrupted || batch.problem !== undefined) {
      return { embedded, problem: isInterrupted ? undefined : batch.problem };
    }
  }
  return { embedded, problem: undefined };
}

interface Batch {
  readonly vectors: readonly ItemVector[];
  readonly problem: string | undefined;
}

const NO_VECTOR = new Uint8Array(0);

async function embedBatch(work: EmbeddingWork, items: readonly UnembeddedItem[]): Promise<Batch> {
  const texts = textsOf(work, items);
  const empty = items.filter(({ item }) => !texts.has(item)).map(({ item }) => ({ item, vector: NO_VECTOR }));
  if (texts.size === 0) return { vectors: empty, problem: undefined };
  const answer = await embedTexts([...texts.values()], work.settings, work.deadline);
  if (answer.kind === "vectors") {
    const vectors = [...texts.keys()].map((item, i) => ({ item, vector: answer.vectors[i] ?? NO_VECTOR }));
    return { vectors: [...vectors, ...empty], problem: undefined };
  }
  if (!answer.isAboutTexts || texts.size === 1) return { vectors: empty, problem: answer.reason };
  return await embedOneByOne(work, texts, empty);
}

/** The server does not take one of them: that one is left without a vector, unless it takes none at all. */
async function embedOneByOne(
  { settings, deadline }: EmbeddingWork,
  texts: ReadonlyMap<number, string>,
  empty: readonly ItemVector[],
): Promise<Batch> {
  const vectors: ItemVector[] = [];
  const refused: ItemVector[] = [];
  let problem: string | undefined;
  for (const [item, text] of texts) {
    const answer = await embedTexts([text], settings, deadline);
    if (answer.kind === "vectors") vectors.push({ item, vector: answer.vectors[0] ?? NO_VECTOR });
    else if (answer.isAboutTexts) refused.push({ item, vector: NO_VECTOR });
    if (answer.kind === "failed") problem = answer.reason;
    if (answer.kind === "failed" && !answer.isAboutTexts) break;
  }
  if (vectors.length === 0) return { vectors: empty, problem };
  const isWhole = vectors.length + refused.length === texts.size;
  return { vectors: [...vectors, ...refused, ...empty], problem: isWhole ? undefined : problem };
}

/** The text of each item that has one, by the item's number. */
function textsOf({ store, place }: EmbeddingWork, items: readonly UnembeddedItem[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [kind, group] of Map.groupBy(items, (item) => item.kind)) {
    const found = foundTexts(store, kind, group.map(({ ref }) => ref));
    for (const { item, ref } of group) {
      const stored = found.get(ref);
      const whole = stored === undefined ? "" : [stored.title ?? "", stored.body].join("\n").trim();
      const text = cleanText(whole, { redactSecrets: true }).trim().slice(0, MAX_UNITS).toWellFormed();
      if (text !== "") texts.set(item, embeddedText(place.model, "document", text));
    }
  }
  return texts;
}

/** Vectors of another length than these are of another model behind the same name: they are computed again. */
function dropStrangers({ store, place }: EmbeddingWork, vectors: readonly ItemVector[]): void {
  const length = vectors.find(({ vector }) => vector.length > 0)?.vector.length;
  if (length !== undefined) dropOtherLengths(store, place.model, length);
}
