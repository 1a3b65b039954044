/** Loads the reader of shell lines and predictions, for shell calls, ends of background runs and own tools. */
export const loadRuns = () => import("./outcome.ts");

export type Runs = Awaited<ReturnType<typeof loadRuns>>;
