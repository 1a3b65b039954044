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
