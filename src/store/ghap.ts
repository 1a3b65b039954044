import type {
  GhapDomain,
  GhapEnd,
  GhapStatements,
  GhapStrategy,
  GhapTier,
  Iteration,
  Lesson,
  RootCause,
} from "../core/ghap/ghap_types.ts";
import { tierOf } from "../core/ghap/tier.ts";
import { hasMatchingOutcome } from "./ghap_outcomes.ts";
import { activeGhap, ghapByRow, type GhapOwner, type GhapRow } from "./ghap_rows.ts";
import { parseList } from "./json_columns.ts";
import type { Store } from "./store.ts";

/** An entry to be opened; its texts are clean of private parts and secrets. */
export interface GhapDraft extends GhapOwner, GhapStatements {
  readonly project: string;
  readonly domain: GhapDomain;
  readonly strategy: GhapStrategy;
}

/** What is said anew; absent parts stay. */
export interface GhapChange {
  readonly hypothesis?: string | undefined;
  readonly action?: string | undefined;
  readonly prediction?: string | undefined;
  readonly strategy?: GhapStrategy | undefined;
  readonly note?: string | undefined;
}

export interface GhapResolution {
  readonly status: GhapEnd;
  readonly result: string;
  readonly surprise?: string | undefined;
  readonly rootCause?: RootCause | undefined;
  readonly lesson?: Lesson | undefined;
  readonly isAutoCaptured: boolean;
}

/** Opens an entry and begins a new cycle; `undefined`, and nothing happens, where the agent has one open. */
export function startGhap(store: Store, draft: GhapDraft, at: string): number | undefined {
  return store.transaction(() => {
    if (activeGhap(store, draft) !== undefined) return undefined;
    endCycle(store, draft);
    return store.first<{ id: number }>(
      `insert into ghap (session_id, agent_id, project, domain, strategy, goal, hypothesis, action, prediction,
         created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
      draft.sessionId,
      draft.agentId,
      draft.project,
      draft.domain,
      draft.strategy,
      draft.goal,
      draft.hypothesis,
      draft.action,
      draft.prediction,
      at,
      at,
    )?.id;
  });
}

/** Changes an open entry; what it said before goes into its history. False where it is not open any more. */
export function updateGhap(store: Store, row: number, change: GhapChange, at: string): boolean {
  return store.transaction(() => {
    const before = ghapByRow(store, row);
    if (before?.status !== "active") return false;
    store.run(
      `update ghap set hypothesis = ?, action = ?, prediction = ?, strategy = ?, iterations = ?, updated_at = ?
       where id = ?`,
      change.hypothesis ?? before.hypothesis,
      change.action ?? before.action,
      change.prediction ?? before.prediction,
      change.strategy ?? before.strategy,
      withIteration(before, replacedBy(before, change, at)),
      at,
      row,
    );
    return true;
  });
}

function replacedBy(before: GhapRow, change: GhapChange, at: string): Iteration {
  return {
    at,
    ...(change.hypothesis === undefined ? {} : { hypothesis: before.hypothesis }),
    ...(change.action === undefined ? {} : { action: before.action }),
    ...(change.prediction === undefined ? {} : { prediction: before.prediction }),
    ...(change.strategy === undefined ? {} : { strategy: before.strategy }),
    ...(change.note === undefined ? {} : { note: change.note }),
  };
}

function withIteration(before: GhapRow, iteration: Iteration): string {
  return JSON.stringify([...parseList<Iteration>(before.iterations), iteration]);
}

/** Resolves an open entry; returns its tier, which follows from what is on record. `undefined` where it is not open. */
export function resolveGhap(
  store: Store,
  row: number,
  resolution: GhapResolution,
  at: string,
): GhapTier | undefined {
  return store.transaction(() => {
    const entry = ghapByRow(store, row);
    if (entry?.status !== "active") return undefined;
    const tier = tierOf({
      isAutoCaptured: resolution.isAutoCaptured,
      hasMatchingOutcome: resolution.isAutoCaptured && hasMatchingOutcome(store, entry, resolution.status),
      hasRootCause: resolution.rootCause !== undefined,
      hasLesson: resolution.lesson !== undefined,
    });
    store.run(
      `update ghap set status = ?, result = ?, surprise = ?, root_cause = ?, lesson = ?, auto_captured = ?,
         confidence_tier = ?, resolved_at = ? where id = ?`,
      resolution.status,
      resolution.result,
      resolution.surprise ?? null,
      resolution.rootCause === undefined ? null : JSON.stringify(resolution.rootCause),
      resolution.lesson === undefined ? null : JSON.stringify(resolution.lesson),
      resolution.isAutoCaptured ? 1 : 0,
      tier,
      at,
      row,
    );
    return tier;
  });
}

/** Gives an entry up. False where it is resolved already; an abandoned one takes the new reason. */
export function abandonGhap(store: Store, row: number, reason: string, at: string): boolean {
  return store.run(
    `update ghap set status = 'abandoned', result = ?, confidence_tier = 'bronze', resolved_at = ?, offered_at = ?
     where id = ? and status in ('active', 'abandoned')`,
    reason,
    at,
    at,
    row,
  ) > 0;
}

/** Why an entry was not adopted. */
export type Refusal = "absent" | "resolved" | "busy";

/** Takes over an entry that was left open or abandoned, and reopens it; the agent may have no other one open. */
export function adoptGhap(store: Store, row: number, owner: GhapOwner, at: string): GhapRow | Refusal {
  return store.transaction(() => {
    const entry = ghapByRow(store, row);
    if (entry === undefined) return "absent";
    if (entry.status === "confirmed" || entry.status === "falsified") return "resolved";
    const own = activeGhap(store, owner);
    if (own !== undefined && own.id !== row) return "busy";
    endCycle(store, owner);
    store.run(
      `update ghap set status = 'active', session_id = ?, agent_id = ?, result = null, resolved_at = null,
         confidence_tier = null, iterations = ?, updated_at = ?, offered_at = null where id = ?`,
      owner.sessionId,
      owner.agentId,
      withIteration(entry, { at, note: "adopted" }),
      at,
      row,
    );
    return ghapByRow(store, row) ?? "absent";
  });
}

/**
 * Gives an open entry to the agent that really started it. Another one that this agent has open gives way: it is
 * abandoned, as one agent follows one prediction.
 */
export function bindGhap(store: Store, row: number, owner: GhapOwner, at: string): void {
  store.transaction(() => {
    const entry = ghapByRow(store, row);
    if (entry?.status !== "active") return;
    endCycle(store, owner);
    if (entry.session_id === owner.sessionId && entry.agent_id === owner.agentId) return;
    const other = activeGhap(store, owner);
    if (other !== undefined) abandonGhap(store, other.id, `replaced by g${row}`, at);
    store.run(
      "update ghap set session_id = ?, agent_id = ? where id = ?",
      owner.sessionId,
      owner.agentId,
      row,
    );
  });
}

/** The next failure without an entry is worth a premortem again. */
function endCycle(store: Store, owner: GhapOwner): void {
  store.run(
    "delete from ghap_premortems where session_id = ? and agent_id = ?",
    owner.sessionId,
    owner.agentId ?? "",
  );
}
