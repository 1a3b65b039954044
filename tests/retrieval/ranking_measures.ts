import baseline from "./baseline.json" with { type: "json" };

/** How well a ranking finds what was wanted. */
export interface Measured {
  /** Whether at least one wanted is among the first five, or ten. */
  readonly any5: number;
  readonly any10: number;
  /** The share of the wanted among the first ten. */
  readonly recall10: number;
  /** One by the place of the first wanted; 0 where there is none. */
  readonly reciprocalRank: number;
}

export function measureRanking(ranking: readonly string[], wanted: readonly string[]): Measured {
  const places = wanted.map((id) => ranking.indexOf(id)).filter((place) => place >= 0);
  const first = Math.min(...places);
  return {
    any5: first < 5 ? 1 : 0,
    any10: first < 10 ? 1 : 0,
    recall10: wanted.length === 0 ? 0 : places.filter((place) => place < 10).length / wanted.length,
    reciprocalRank: places.length === 0 ? 0 : 1 / (first + 1),
  };
}

/** The mean of each measure. */
export function meanOf(measures: readonly Measured[]): Measured {
  const mean = (name: keyof Measured) => measures.reduce((sum, one) => sum + one[name], 0) / measures.length;
  const any = { any5: mean("any5"), any10: mean("any10") };
  return { ...any, recall10: mean("recall10"), reciprocalRank: mean("reciprocalRank") };
}

/** The values that are further below what was reached than the tolerance of `baseline.json`: search has become worse. */
export function notReached(name: "coding" | "locomo", values: Readonly<Record<string, number>>): string[] {
  const { tolerance, least } = baseline[name];
  return Object.entries(least).filter(([key, reached]) => !((values[key] ?? 0) >= reached - tolerance))
    .map(([key, reached]) => `${key} is ${values[key]?.toFixed(3)} and was ${reached.toFixed(3)}`);
}
