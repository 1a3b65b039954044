/** An item's place and what it holds of what is asked. */
export interface Placed {
  readonly partition: number;
  readonly session: string | null;
  readonly position: number;
  readonly strengths: Float64Array;
}

/** How much a neighbour's words count for an item, by how far it is: what led up to it more than what came of it. */
const NEIGHBOURS: readonly (readonly [step: number, weight: number])[] = [
  [-1, 0.85],
  [1, 0.7],
  [-2, 0.35],
  [2, 0.3],
];
/** What an item says itself, its neighbours need not say again. */
const REPETITION = 0.7;

/** What stands around items: their neighbours in a session and the session as a whole. */
export class Surroundings {
  readonly #sessions = new Map<string, Map<number, Placed>>();

  constructor(items: readonly Placed[]) {
    for (const item of items) {
      if (item.session === null) continue;
      const key = keyOf(item);
      const session = this.#sessions.get(key) ?? new Map<number, Placed>();
      session.set(item.position, item);
      this.#sessions.set(key, session);
    }
  }

  /** What its neighbours add to an item: asked words that it leaves out. */
  neighbours(item: Placed, weights: Float64Array): number {
    const session = item.session === null ? undefined : this.#sessions.get(keyOf(item));
    if (session === undefined || session.size === 1) return 0;
    const found = NEIGHBOURS.flatMap(([step, weight]) => {
      const strengths = session.get(item.position + step)?.strengths;
      return strengths === undefined ? [] : [{ strengths, weight }];
    });
    if (found.length === 0) return 0;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      let most = 0;
      for (const { strengths, weight } of found) most = Math.max(most, weight * (strengths[i] ?? 0));
      if (most > 0) sum += (weights[i] ?? 0) * most * Math.max(0, 1 - REPETITION * (item.strengths[i] ?? 0));
    }
    return sum;
  }

  /** Per session how much of what is asked its items hold together. */
  sessionMasses(weights: Float64Array): Map<string, number> {
    const masses = new Map<string, number>();
    for (const [key, session] of this.#sessions) {
      const items = [...session.values()];
      let mass = 0;
      for (let i = 0; i < weights.length; i++) {
        let count = 0;
        for (const { strengths } of items) if ((strengths[i] ?? 0) > 0) count++;
        mass += (weights[i] ?? 0) * count / (count + 1);
      }
      masses.set(key, mass);
    }
    return masses;
  }
}

/** The session of an item among items of its kind. */
export function keyOf({ partition, session }: Placed): string {
  return `${partition} ${session}`;
}
