// Removes what is older than its retention time, for `mneme process`.
import type { Workload } from "../frame/workload.ts";
import type { Paths } from "../../machine/paths.ts";
import { listSpool } from "../../machine/spool.ts";
import { expireCandidates } from "../../store/candidates.ts";
import { pruneDrained, pruneEvents, prunePayloads, pruneSessionState } from "../../store/removal.ts";
import { pruneFiles } from "../../store/search_index.ts";
import type { Store } from "../../store/store.ts";
import { pruneTellings } from "../../store/tellings.ts";

const DAY_MS = 86_400_000;
const PORTION = { maxRows: 150, maxBytes: 1_000_000 };
const EVENTS_AT_ONCE = 1000;
const CANDIDATE_DAYS = 60;
const CANDIDATES_AT_ONCE = 100;
/** A session is hardly ever resumed after months. */
const SESSION_STATE_DAYS = 90;

/** Returns the time so many days before `now`: what is older is pruned. */
export function pruneMoment(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

/** Returns counts; `state` counts bookkeeping, such as old asks, notes, names of spool files, tellings. */
export async function applyRetention(
  store: Store,
  paths: Paths,
  { now, rawDays }: { readonly now: Date; readonly rawDays: number },
  workload: Workload,
): Promise<{ payloads: number; events: number; candidates: number; state: number }> {
  const before = pruneMoment(now, rawDays);
  const payloads = await workload.repeat(() => prunePayloads(store, before, PORTION));
  const events = await workload.repeat(() => pruneEvents(store, before, EVENTS_AT_ONCE));
  const span = { before: pruneMoment(now, CANDIDATE_DAYS), at: now.toISOString() };
  const candidates = await workload.repeat(() => expireCandidates(store, span, CANDIDATES_AT_ONCE));
  const state = pruneSessionState(store, pruneMoment(now, SESSION_STATE_DAYS)) +
    pruneDrained(store, () => listSpool(paths)) +
    pruneFiles(store) + await workload.repeat(() => pruneTellings(store, before, EVENTS_AT_ONCE));
  return { payloads, events, candidates, state };
}
