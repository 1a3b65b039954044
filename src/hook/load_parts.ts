/** Loads the recall by file; only for a file about which something is known. */
export const loadFileRecall = () => import("./recall_file.ts");

export type FileRecall = Awaited<ReturnType<typeof loadFileRecall>>;

/** Loads the search for titles; only for a prompt in whose window some titles were not told. */
export const loadTitleRecall = () => import("./recall_titles.ts");

export type TitleRecall = Awaited<ReturnType<typeof loadTitleRecall>>;

/** Loads the search for whole items: for a failed command, a quoted error, or `context_depth: rich|light`. */
export const loadWholeRecall = () => import("./recall_whole.ts");

export type WholeRecall = Awaited<ReturnType<typeof loadWholeRecall>>;
