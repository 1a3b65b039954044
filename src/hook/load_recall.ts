/** Loads the search for items in full: for a failed command, a quoted error, or a prompt if settings say so. */
export const loadWholeRecall = () => import("./recall_whole.ts");
