import type { SessionKey } from "../../../../src/base/writes.ts";
import { applyWrites } from "../../../../src/store/apply_writes.ts";
import { assembleContext, type ContextRequest } from "../../../../src/store/assemble_context.ts";
import { CONTEXT_KINDS } from "../../../../src/store/item_details.ts";
import { type ContextWindow, contextWindow, inject } from "../../../../src/store/tellings.ts";
import { saveMemory } from "../../../../src/store/save_memory.ts";
import { insertMemory, type MemoryDraft } from "../../../../src/store/memories.ts";
import { indexItems, indexQueued } from "../../../../src/store/search_index.ts";
import { toolCaptured } from "../../../_support/tool_captured.ts";
import { draft, MemoryStore, PROJECT } from "../memory_store.ts";
import { testIn } from "../../../_support/test_in.ts";

/** A database in which sessions run, memories are kept and things are brought back; the clock goes on by a second a step. */
export class ContextStore extends MemoryStore {
  #seconds = 0;

  /** The next moment. */
  tick(): string {
    return new Date(Date.UTC(2026, 10, 20, 10, 0, this.#seconds++)).toISOString();
  }

  get now(): Date {
    return new Date(Date.UTC(2026, 10, 20, 12));
  }

  session(sessionId = "s1", project = PROJECT): SessionKey {
    return { sessionId, project, cwd: null };
  }

  start(source = "startup", sessionId = "s1"): void {
    this.startAt(source, this.tick(), sessionId);
  }

  startAt(source: string, at: string, sessionId = "s1"): void {
    const session = this.session(sessionId);
    const event = { kind: "event-logged", event: "hook.session_start", durationMs: 1, data: {} } as const;
    applyWrites(this.store, [
      { kind: "session-started", session, at, source },
      { ...event, session, at, subject: source },
    ]);
  }

  compact(): void {
    const event = { kind: "event-logged", event: "hook.pre_compact", durationMs: 1, data: {} } as const;
    const at = this.tick();
    applyWrites(this.store, [{ ...event, session: this.session(), at, subject: `auto ${at}` }]);
  }

  prompt(text: string | null, sessionId = "s1"): void {
    const at = this.tick();
    applyWrites(this.store, [
      { kind: "prompt-submitted", session: this.session(sessionId), at, promptId: at, text },
    ]);
  }

  call(toolInput: unknown, agentId: string | null = null): void {
    const at = this.tick();
    const payload = JSON.stringify({ tool_input: toolInput, tool_response: "MARKER in what came back" });
    applyWrites(this.store, [toolCaptured({ session: this.session(), at, toolUseId: at, agentId, payload })]);
  }

  end(): void {
    applyWrites(this.store, [
      { kind: "session-ended", session: this.session(), at: this.tick(), reason: "other" },
    ]);
  }

  /** Keeps and indexes an active memory; returns its id. */
  remember(body: string, changes: Partial<MemoryDraft> = {}): string {
    const { row } = saveMemory(this.store, draft(body, { sessionId: "an-old-one", ...changes }), this.tick());
    indexQueued(this.store, 100);
    return `m${row}`;
  }

  /** Keeps and indexes an observation of an earlier session; returns its id. */
  observe(text: string, weight = 2): string {
    this.start("startup", "an-old-one");
    const said = { session_id: "an-old-one", text, weight, created_at: this.tick() };
    const row = this.add("observations", said);
    indexItems(this.store, "observation", [row]);
    return `o${row}`;
  }

  /** Keeps a memory as it is, whatever it resembles; returns its id. */
  keep(body: string, changes: Partial<MemoryDraft> = {}, status: "active" | "candidate" = "active"): string {
    const memory = draft(body, { sessionId: "an-old-one", ...changes });
    return `m${insertMemory(this.store, memory, { status, at: this.tick() })}`;
  }

  window(agentId: string | null = null, sessionId = "s1"): ContextWindow {
    const window = contextWindow(this.store, { sessionId, agentId });
    if (window === undefined) throw new Error("There is no such session");
    return window;
  }

  /** Ids of what fits a text. */
  fitting(text: string, changes: Partial<ContextRequest> = {}): string[] {
    return this.assemble(text, changes).items.map(({ id }) => id);
  }

  assemble(text: string, changes: Partial<ContextRequest> = {}) {
    return assembleContext(this.store, {
      texts: [text],
      project: PROJECT,
      kinds: CONTEXT_KINDS,
      tokenBudget: 2000,
      limit: 20,
      floor: 0.2,
      now: this.now,
      ...changes,
    });
  }

  /** Brings items back as a hook does. */
  bring(ids: readonly string[], hook = "prompt", agentId: string | null = null): boolean {
    return inject(this.store, {
      window: this.window(agentId),
      hook,
      items: ids.map((id) => ({ id, tokens: 10, why: [{ name: "words", value: 0.5 }] })),
      at: this.tick(),
    });
  }
}

export const test = testIn(ContextStore);
