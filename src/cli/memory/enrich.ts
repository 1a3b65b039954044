import { UserError } from "../../base/user_error.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { requirePhrases, withPhrases } from "../../memory/recall_phrases.ts";
import { countMemories, findMemories } from "../../store/memories.ts";
import { phrasesOf, setPhrases } from "../../store/recall_phrases.ts";
import { editMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { cleanerFor } from "../items/ghap_home.ts";
import { cleanTitle } from "../items/memory_draft.ts";
import { openHome, readStore } from "../frame/prepare_home.ts";
import { requireMemory, requireRow } from "../items/find_item.ts";
import { thisProject } from "../frame/this_project.ts";

/** The phrases and the title that an agent gives a memory. */
interface Enriched {
  readonly id: string;
  readonly recall_when?: readonly string[] | undefined;
  readonly title?: string | undefined;
}

/** The most memories that are shown at once. */
const SHOWN = 10;

/**
 * Adds phrases and titles to memories: to all of `given`, or to none if one of them is wrong. Then returns some
 * memories of the project that still lack phrases or a title, and how many such memories there are (`left`).
 */
export function enrichMemories(given: readonly Enriched[]) {
  const paths = requirePaths();
  const project = thisProject(paths);
  const clean = cleanerFor(evaluateProject(paths, project).settings);
  const changes = given.map(({ id, recall_when = [], title }) => ({
    row: requireRow("memory", id),
    phrases: requirePhrases(recall_when, clean),
    title: title === undefined ? null : cleanTitle(title, clean),
  }));
  if (changes.length > 0) {
    using store = openHome().store;
    const at = new Date().toISOString();
    store.transaction(() => changes.forEach((one) => enrichOne(store, one, at)));
  }
  const lacking = { project, status: "active", lacksPhrases: true, lacksTitle: true } as const;
  const { memories, left } = readStore(paths, (store) => ({
    memories: findMemories(store, { ...lacking, limit: SHOWN }),
    left: countMemories(store, lacking),
  }));
  return {
    enriched: changes.map(({ row }) => memoryId(row)),
    memories: memories.map(({ id, category, title, body, recall_when }) => ({
      id: memoryId(id),
      category,
      title,
      body,
      lacks: [...(title ? [] : ["title"]), ...(recall_when === "[]" ? ["recall_when"] : [])],
    })),
    left,
  };
}

function enrichOne(
  store: Store,
  { row, phrases, title }: {
    readonly row: number;
    readonly phrases: readonly string[];
    readonly title: string | null;
  },
  at: string,
): void {
  const memory = requireMemory(store, row);
  const id = memoryId(row);
  if (memory.status === "deleted") {
    throw new UserError(`Cannot enrich ${id}: it was forgotten`, { hint: "leave it out" });
  }
  const hint = `${id} has ${phrasesOf(memory).length} already; send fewer`;
  setPhrases(store, row, withPhrases(phrasesOf(memory), phrases, hint));
  if (title !== null) editMemory(store, row, { ...requireMemory(store, row), title }, at); // the phrases were set above
}
