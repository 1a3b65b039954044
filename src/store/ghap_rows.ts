import type { GhapDomain, GhapStatus, GhapStrategy, GhapTier } from "../core/ghap/ghap_types.ts";
import type { SqlValue, Store } from "./store.ts";

/** A row of `ghap`, every column as it is stored. */
export interface GhapRow {
  readonly id: number;
  readonly session_id: string;
  /** `null` for the main agent's. */
  readonly agent_id: string | null;
  readonly project: string;
  readonly domain: GhapDomain;
  readonly strategy: GhapStrategy;
  readonly goal: string;
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
  readonly status: GhapStatus;
  readonly result: string | null;
  readonly surprise: string | null;
  /** JSON: `RootCause`. */
  readonly root_cause: string | null;
  /** JSON: `Lesson`. */
  readonly lesson: string | null;
  readonly auto_captured: number;
  readonly confidence_tier: GhapTier | null;
  /** JSON: a list of `Iteration`. */
  readonly iterations: string;
  readonly created_at: string;
  readonly resolved_at: string | null;
  readonly updated_at: string | null;
  readonly offered_at: string | null;
  /** JSON: a list of the runs that it met. */
  readonly evidence: string;
}

/** Whose entry it is: one session has several agents. */
export interface GhapOwner {
  readonly sessionId: string;
  /** `null` for the main agent. */
  readonly agentId: string | null;
}

export interface GhapFilter {
  /** Of every project when absent. */
  readonly project?: string | undefined;
  readonly status?: GhapStatus | undefined;
  readonly domain?: GhapDomain | undefined;
  readonly limit: number;
}

const GHAP_COLUMNS = [
  "id, session_id, agent_id, project, domain, strategy, goal, hypothesis, action, prediction, status, result",
  "surprise, root_cause, lesson, auto_captured, confidence_tier, iterations, created_at, resolved_at, updated_at",
  "offered_at, evidence",
].join(", ");

/** The entry of this number; `undefined` when there is none. */
export function ghapByRow(store: Store, row: number): GhapRow | undefined {
  return store.first<GhapRow>(`select ${GHAP_COLUMNS} from ghap where id = ?`, row);
}

/** The open entry of one agent of a session. */
export function activeGhap(store: Store, owner: GhapOwner): GhapRow | undefined {
  return store.first<GhapRow>(
    `select ${GHAP_COLUMNS} from ghap where session_id = ? and status = 'active' and agent_id is ?
     order by id desc limit 1`,
    owner.sessionId,
    owner.agentId,
  );
}

/** Every open entry of a session, the main agent's first. */
export function activeInSession(store: Store, sessionId: string): GhapRow[] {
  return store.all<GhapRow>(
    `select ${GHAP_COLUMNS} from ghap where session_id = ? and status = 'active'
     order by agent_id is not null, id desc`,
    sessionId,
  );
}

/** The entries that fit, newest first. */
export function findGhap(store: Store, filter: GhapFilter): GhapRow[] {
  const conditions = ["true"];
  const values: SqlValue[] = [];
  for (const column of ["project", "status", "domain"] as const) {
    const value = filter[column];
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(value);
  }
  return store.all<GhapRow>(
    `select ${GHAP_COLUMNS} from ghap where ${conditions.join(" and ")} order by id desc limit ?`,
    ...values,
    filter.limit,
  );
}

/** The open entries of all sessions, newest first: what the silent paths have to know. */
export function everyActiveGhap(store: Store, limit: number): GhapRow[] {
  return store.all<GhapRow>(
    `select ${GHAP_COLUMNS} from ghap where status = 'active' order by id desc limit ?`,
    limit,
  );
}
