/** Loads the recall of a file: for a file about which anything is known. */
export const loadFileRecall = () => import("./recall_file.ts");

export type FileRecall = Awaited<ReturnType<typeof loadFileRecall>>;

/** The search for titles: for a prompt in whose window not all of them were told. */
export const loadTitleRecall = () => import("./recall_titles.ts");

export type TitleRecall = Awaited<ReturnType<typeof loadTitleRecall>>;

/** The search for whole items: for a command that failed, an error that a prompt quotes, a prompt where settings want it. */
export const loadWholeRecall = () => import("./recall_whole.ts");

export type WholeRecall = Awaited<ReturnType<typeof loadWholeRecall>>;
