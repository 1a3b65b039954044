/** Loads the code that handles shell calls, ends of background tasks, GHAP calls and answered questions. */
export const loadRuns = () => import("./outcome.ts");
