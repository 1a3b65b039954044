/** An item's place and what it holds of what is asked. */
export interface Placed {
  readonly partition: number;
  readonly session: string | null;
  readonly position: number;
  readonly strengths: Float64Array;
  /** The asked terms that are there. */
  readonly places: readonly number[];
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
    const most = new Map<number, number>();
    for (const [step, weight] of NEIGHBOURS) {
      const neighbour = session.get(item.position + step);
      if (neighbour === undefined) continue;
      for (const place of neighbour.places) {
        most.set(place, Math.max(most.get(place) ?? 0, weight * (neighbour.strengths[place] ?? 0)));
      }
    }
    let sum = 0;
    for (const [place, strength] of most) {
      sum += (weights[place] ?? 0) * strength * Math.max(0, 1 - REPETITION * (item.strengths[place] ?? 0));
    }
    return sum;
  }

  /** Per session how much of what is asked its items hold together. */
  sessionMasses(weights: Float64Array): Map<string, number> {
    const masses = new Map<string, number>();
    for (const [key, session] of this.#sessions) {
      const counts = new Map<number, number>();
      for (const { places } of session.values()) {
        for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
      }
      let mass = 0;
      for (const [place, count] of counts) mass += (weights[place] ?? 0) * count / (count + 1);
      masses.set(key, mass);
    }
    return masses;
  }
}

/** The session of an item among items of its kind. */
export function keyOf({ partition, session }: Placed): string {
  return `${partition} ${session}`;
}
