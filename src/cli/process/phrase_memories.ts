import { buildPhrasesPrompt, decodePhrases } from "../../llm/phrases_prompt.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { keepFound, toBePhrased } from "../../store/recall_phrases.ts";
import type { Store } from "../../store/store.ts";
import type { ModelAsker } from "./model_asker.ts";

/** Memories that are looked through for those of projects about which a model may be asked. */
const MAX_LOOKED_AT = 1000;
/** The number of memories in one question. */
const MEMORIES_AT_ONCE = 10;
/** More would make a run long and dear; the next run goes on with the others. */
export const MAX_QUESTIONS = 3;

/**
 * Asks the configured model how memories without phrases would be asked for; returns how many have some now. `everywhere`
 * stands for the project of the user's own ones.
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
