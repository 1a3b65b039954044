/** Reads shell lines, and knows of predictions: for calls of the shell, notices of their ends, and calls that are no work. */
export const loadRuns = () => import("./outcome.ts");

export type Runs = Awaited<ReturnType<typeof loadRuns>>;
