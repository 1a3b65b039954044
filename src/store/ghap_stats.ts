import type { Store } from "./store.ts";

/** How the predictions of one kind of work came out. */
export interface PredictionCount {
  readonly name: string;
  readonly confirmed: number;
  readonly falsified: number;
  readonly abandoned: number;
  readonly active: number;
}

/** The entries of a project, or of every one, by domain or by strategy; the most frequent first. */
export function predictionCounts(
  store: Store,
  by: "domain" | "strategy",
  project: string | undefined,
): PredictionCount[] {
  return store.all<PredictionCount>(
    `select ${by} as name, sum(status = 'confirmed') as confirmed, sum(status = 'falsified') as falsified,
       sum(status = 'abandoned') as abandoned, sum(status = 'active') as active
     from ghap where project = ? or ? is null group by ${by} order by count(*) desc, ${by}`,
    project ?? null,
    project ?? null,
  ).map((row) => ({ ...row }));
}

/** How all predictions came out. */
export interface PredictionTotals extends Omit<PredictionCount, "name"> {
  /** Confirmed of those that were decided, 0 to 1; `null` where none was. */
  readonly rate: number | null;
}

/** The predictions of every project. */
export function predictionTotals(store: Store): PredictionTotals {
  const counts = store.first<Omit<PredictionTotals, "rate">>(
    `select count(*) filter (where status = 'confirmed') as confirmed,
       count(*) filter (where status = 'falsified') as falsified,
       count(*) filter (where status = 'abandoned') as abandoned,
       count(*) filter (where status = 'active') as active from ghap`,
  ) ?? { confirmed: 0, falsified: 0, abandoned: 0, active: 0 };
  const decided = counts.confirmed + counts.falsified;
  return { ...counts, rate: decided === 0 ? null : Math.round(counts.confirmed / decided * 1000) / 1000 };
}
