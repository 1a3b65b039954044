import { buildPhrasesPrompt, decodePhrases } from "../../llm/process_prompts.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { keepFound, toBePhrased } from "../../store/recall_phrases.ts";
import type { Store } from "../../store/store.ts";
import type { ModelAsker } from "./model_asker.ts";

/** The most memories that are considered: a model may not be asked about all projects. */
const MAX_LOOKED_AT = 1000;
/** The number of memories in one question. */
const MEMORIES_AT_ONCE = 10;
/** The most questions of a run, which keeps it short and cheap; the next run continues. */
export const MAX_QUESTIONS = 3;

/**
 * Asks the configured model for phrases with which people would ask for memories that have none yet. Returns the
 * number of memories that got phrases. `everywhere` is used as the project of memories without one.
 */
export async function phraseMemories(store: Store, asker: ModelAsker, everywhere: string): Promise<number> {
  if (!asker.mayAsk(everywhere)) return 0;
  let phrased = 0;
  const waiting = toBePhrased(store, MAX_LOOKED_AT);
  for (const [project, memories] of Map.groupBy(waiting, (memory) => memory.project ?? everywhere)) {
    for (let i = 0; i < memories.length && asker.mayAsk(project); i += MEMORIES_AT_ONCE) {
      phrased += await phraseSome(store, asker, project, memories.slice(i, i + MEMORIES_AT_ONCE));
    }
  }
  return phrased;
}

async function phraseSome(
  store: Store,
  asker: ModelAsker,
  project: string,
  memories: readonly MemoryRow[],
): Promise<number> {
  const said = await asker.ask({
    project,
    sessionId: "",
    prompt: buildPhrasesPrompt(memories),
    decode: (answer) => decodePhrases(answer, memories.length),
  });
  if (said.kind !== "said") return 0;
  const byRow = new Map(memories.map(({ id }, i) => [id, said.value[i] ?? []]));
  return keepFound(store, memories, byRow, new Date().toISOString());
}
