/** Loads the code that handles shell calls, ends of background tasks, GHAP calls and answered questions. */
export const loadRuns = () => import("./outcome.ts");

/** Loads the search for items in full: for a failed command, a quoted error, or a prompt if settings say so. */
export const loadWholeRecall = () => import("./recall_whole.ts");
