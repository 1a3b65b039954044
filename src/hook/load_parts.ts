/** Loads the recall by file, for a file that stored items name or an earlier session changed. */
export const loadFileRecall = () => import("./recall_file.ts");

export type FileRecall = Awaited<ReturnType<typeof loadFileRecall>>;

/** Loads the search for titles, for a prompt in a context window that has not been shown all titles. */
export const loadTitleRecall = () => import("./recall_titles.ts");

export type TitleRecall = Awaited<ReturnType<typeof loadTitleRecall>>;

/** Loads the search for items in full: for a failed command, a quoted error, or a prompt if settings say so. */
export const loadWholeRecall = () => import("./recall_whole.ts");

export type WholeRecall = Awaited<ReturnType<typeof loadWholeRecall>>;
