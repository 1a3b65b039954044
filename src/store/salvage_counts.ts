import { numberPrompts } from "./renumber_prompts.ts";
import { SESSION_COVERS } from "./session_covers.ts";
import type { Store } from "./store.ts";

interface Counts {
  readonly prompt_count: number;
  readonly tool_count: number;
  readonly prompts: number;
  readonly calls: number;
  readonly hasFirstPrompt: number;
  readonly isSummedUp: number;
}

/**
 * Lets a session count what is there of it where some of its rows were lost: what counts more is taken for pruned, and a
 * replay of its transcript would bring none of it. Where a table that could be read shows that it was pruned, it stays
 * so. What was said of it in sum stays, too, until something is added. True where anything has changed.
 */
export function recountSession(store: Store, sessionId: string, lossy: ReadonlySet<string>): boolean {
  if (!lossy.has("prompts") && !lossy.has("pending_queue")) return false;
  return store.transaction(() => {
    const found = countsOf(store, sessionId);
    if (found === undefined || isPruned(found, lossy)) return false;
    const prompts = lossy.has("prompts") ? Math.min(found.prompts, found.prompt_count) : found.prompt_count;
    const calls = lossy.has("pending_queue") ? Math.min(found.calls, found.tool_count) : found.tool_count;
    if (prompts === found.prompt_count && calls === found.tool_count) return false;
    store.run(
      "update sessions set prompt_count = ?, tool_count = ? where session_id = ?",
      prompts,
      calls,
      sessionId,
    );
    if (found.isSummedUp) {
      store.run(`update sessions set summary_covers = ${SESSION_COVERS} where session_id = ?`, sessionId);
    }
    if (prompts < found.prompt_count) countOnFrom(store, sessionId, prompts);
    return true;
  });
}

/** The next prompt has the next number, and is as far from the last ask as it may be. */
function countOnFrom(store: Store, sessionId: string, prompts: number): void {
  numberPrompts(store, sessionId);
  store.run(
    "update asks set prompt_count = min(prompt_count, ?) where session_id = ?",
    prompts,
    sessionId,
  );
}

function countsOf(store: Store, sessionId: string): Counts | undefined {
  return store.first<Counts>(
    `select prompt_count, tool_count, summary_covers is ${SESSION_COVERS} as isSummedUp,
       (select count(*) from prompts where session_id = ?1) as prompts,
       (select count(*) from pending_queue where session_id = ?1) as calls,
       exists (select 1 from prompts where session_id = ?1 and number = 1) as hasFirstPrompt
     from sessions where session_id = ?1`,
    sessionId,
  );
}

/** Only the first rows of a session are ever pruned; of a later prompt that is missing the text was private. */
function isPruned(found: Counts, lossy: ReadonlySet<string>): boolean {
  const lacksCalls = found.calls < found.tool_count;
  const lacksPrompts = found.prompt_count > 0 && !found.hasFirstPrompt;
  return (lacksCalls && !lossy.has("pending_queue")) || (lacksPrompts && !lossy.has("prompts"));
}
