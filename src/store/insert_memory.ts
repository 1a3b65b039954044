import type { MemoryDraft } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** Adds a memory, whatever others say; returns its number. */
export function insertMemory(
  store: Store,
  draft: MemoryDraft,
  { status, at }: { readonly status: "active" | "candidate"; readonly at: string },
): number {
  const row = store.first<{ id: number }>(
    `insert into memories (project, scope, category, title, body, evidence, source, confidence, status, session_id,
       files, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    draft.project,
    draft.scope,
    draft.category,
    draft.title,
    draft.body,
    draft.evidence,
    draft.source,
    draft.confidence,
    status,
    draft.sessionId,
    JSON.stringify(draft.files),
    at,
    at,
  );
  return row?.id ?? 0;
}
