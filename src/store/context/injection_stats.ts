import type { Store } from "../store.ts";

/** How much of what was brought back was of use. */
export interface InjectionStats {
  readonly injected: number;
  readonly tokens: number;
  /** Of which it is known whether they were used. */
  readonly judged: number;
  readonly used: number;
  /** `null` while nothing is known. */
  readonly share_used: number | null;
}

/** Counts over every session; what is told at every start or only repeated by a compaction is left out. */
export function injectionStats(store: Store): InjectionStats {
  const row = store.first<Omit<InjectionStats, "share_used">>(
    `select count(*) as injected, coalesce(sum(tokens), 0) as tokens, count(used) as judged, coalesce(sum(used), 0) as used from injections
     where hook not in ('compaction', 'start')`,
  );
  const counts = {
    injected: row?.injected ?? 0,
    tokens: row?.tokens ?? 0,
    judged: row?.judged ?? 0,
    used: row?.used ?? 0,
  };
  return { ...counts, share_used: counts.judged === 0 ? null : counts.used / counts.judged };
}
