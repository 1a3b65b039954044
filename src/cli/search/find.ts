import { favourKept } from "../../core/search/kind_prior.ts";
import { questionWords } from "../../core/search/snippet.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { type FoundText, foundTexts } from "../../store/found_texts.ts";
import { search } from "../../store/search/search.ts";
import { isAnyQueued } from "../../store/search/queue.ts";
import type { Store } from "../../store/store.ts";
import { openHome } from "../prepare_home.ts";
import { readStore } from "../read_store.ts";
import { isAboutFile } from "./about_file.ts";
import { addNearest } from "./nearest.ts";
import { type QuestionVector, questionVector } from "./question_vector.ts";
import type { SearchRequest } from "./request.ts";
import { type FoundItem, foundItem } from "./view.ts";

/** What a search came to. */
export interface Finding {
  readonly items: readonly FoundItem[];
  /** What was done with less than the configuration asks for. */
  readonly note: string | undefined;
}

/** Hits that are looked at before those about a file are picked, and before meaning is added. */
const POOL = 300;
/** Those of them that what was kept on purpose may come up from. */
const MORE = 20;

/** What fits the request, best first, by words and, where a server is configured, by meaning. */
export async function findItems(paths: Paths, request: SearchRequest): Promise<Finding> {
  indexWhatWaits(paths);
  const vector = await questionVector(paths, request.query);
  const items = readStore(paths, (store) => itemsOf(store, request, vector), []);
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

function itemsOf(store: Store, { query, file }: SearchRequest, vector: QuestionVector): FoundItem[] {
  const { limit } = query;
  const isPlain = file === undefined && vector.kind !== "vector";
  const byWords = search(store, { ...query, limit: isPlain ? limit + MORE : Math.max(limit, POOL) });
  const found = vector.kind === "vector" ? addNearest(store, query, byWords, vector.question) : byWords;
  const hits = favourKept(found);
  const words = questionWords(query.text);
  const items: FoundItem[] = [];
  for (const { hit, text } of withTexts(store, hits)) {
    if (file !== undefined && !isAboutFile(store, { hit, text, file })) continue;
    items.push(foundItem(hit, text, words));
    if (items.length === limit) break;
  }
  return items;
}

/** The hits in their order; one that is gone since it was indexed is left out. */
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
