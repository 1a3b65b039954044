/** Loads the code that handles shell calls, ends of background tasks, calls of mneme's tools, and answered questions. */
export const loadRuns = () => import("./outcome.ts");
