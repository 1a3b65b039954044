/** The search: for a prompt that asks for something, a file that is known. */
export const loadRecall = () => import("./recall.ts");

export type Recall = Awaited<ReturnType<typeof loadRecall>>;

/** The same for a command that failed: what mended such a failure is found by how its line reads. */
export const loadFailureRecall = () => import("./recall_failure.ts");

export type FailureRecall = Awaited<ReturnType<typeof loadFailureRecall>>;
