/** Numbers from 0 to less than 1, the same ones for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** One of the values, by the next number. */
export function pick<T>(values: readonly T[], next: () => number): T {
  return values[Math.floor(values.length * next())]!;
}
