/** Runs the jobs, at most `width` at a time; the results are in the jobs' order. Rejects with the first failure, once nothing runs any more. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  job: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      results[index] = await job(items[index]!, index);
    }
  }
  const workers = Array.from({ length: Math.min(width, items.length) }, work);
  const failed = (await Promise.allSettled(workers)).find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return results;
}
