import { keepPrunedUntil, prunedUntil } from "./pruned_until.ts";
import { listSpool } from "../../host/spool.ts";
import type { Paths } from "../../host/paths.ts";
import {
  pruneCallers,
  pruneDrained,
  pruneEvents,
  prunePayloads,
  pruneSessionState,
} from "../../store/processing/retention.ts";
import { pruneFiles } from "../../store/search/item_files.ts";
import { expireCandidates } from "../../store/waiting_candidates.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

export interface RetentionOptions {
  readonly now: Date;
  /** `retention.raw_days` */
  readonly rawDays: number;
}

/** What went, in rows. */
export interface Pruned {
  readonly payloads: number;
  readonly events: number;
  /** Candidates that nobody wanted. */
  readonly candidates: number;
  /** What served calls and sessions that are over. */
  readonly state: number;
}

const DAY_MS = 86_400_000;
const PORTION = { maxRows: 150, maxBytes: 1_000_000 };
const EVENTS_AT_ONCE = 1000;
const CANDIDATE_DAYS = 60;
const CANDIDATES_AT_ONCE = 100;
/** Sessions are resumed after weeks, hardly after months. */
const SESSION_STATE_DAYS = 90;

/** The moment from before which processed captures lose their payload. */
export function pruneMoment({ now, rawDays }: RetentionOptions): string {
  return daysBefore(now, rawDays);
}

/** Takes out what its time is over for, in portions. */
export async function applyRetention(
  store: Store,
  paths: Paths,
  { options, workload }: { readonly options: RetentionOptions; readonly workload: Workload },
): Promise<Pruned> {
  const payloads = await prunePayloadsOf(store, paths, { options, workload });
  const events = await pruneOldEvents(store, pruneMoment(options), workload);
  const candidates = await expireOldCandidates(store, options.now, workload);
  const state = pruneSessionState(store, daysBefore(options.now, SESSION_STATE_DAYS)) +
    pruneCallers(store, daysBefore(options.now, 1)) + pruneDrained(store, () => listSpool(paths)) +
    pruneFiles(store);
  return { payloads, events, candidates, state };
}

/**
 * From where the last run ended: captures that come later with an older date lose their payload when they are
 * processed, so that nobody has to look through all of them again.
 */
async function prunePayloadsOf(
  store: Store,
  paths: Paths,
  { options, workload }: { readonly options: RetentionOptions; readonly workload: Workload },
): Promise<number> {
  const to = pruneMoment(options);
  const left = prunedUntil(paths);
  // One behind this very moment is from a clock that ran ahead and was set right since.
  const from = new Date(left > options.now.getTime() ? 0 : left).toISOString();
  let pruned = 0;
  while (!workload.isOver && from < to) {
    const count = prunePayloads(store, { from, to }, PORTION);
    pruned += count;
    if (count === 0) {
      keepPrunedUntil(paths, Date.parse(to));
      break;
    }
    await workload.rest();
  }
  return pruned;
}

async function pruneOldEvents(store: Store, before: string, workload: Workload): Promise<number> {
  let [pruned, at]: [number, number | undefined] = [0, 0];
  while (!workload.isOver && at !== undefined) {
    const progress = pruneEvents(store, before, at, EVENTS_AT_ONCE);
    pruned += progress.changed;
    at = progress.at;
    if (progress.changed > 0) await workload.rest();
  }
  return pruned;
}

async function expireOldCandidates(store: Store, now: Date, workload: Workload): Promise<number> {
  const span = { before: daysBefore(now, CANDIDATE_DAYS), at: now.toISOString() };
  let expired = 0;
  for (let count = CANDIDATES_AT_ONCE; !workload.isOver && count === CANDIDATES_AT_ONCE;) {
    count = expireCandidates(store, span, CANDIDATES_AT_ONCE);
    expired += count;
    if (count > 0) await workload.rest();
  }
  return expired;
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
