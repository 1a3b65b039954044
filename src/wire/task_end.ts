import { elementText } from "./element.ts";

/** How a background task ended, from the client's own note. */
export interface TaskEnd {
  /** `undefined` when the task was stopped, or nobody said. */
  readonly exitCode: number | undefined;
  readonly outputFile: string | undefined;
}

/** Total. The exit code stands in the summary's words alone: "…failed with exit code 3". */
export function decodeTaskEnd(notification: string): TaskEnd {
  const summary = elementText(notification, "summary") ?? "";
  const status = elementText(notification, "status");
  const code = /exit code (\d{1,3})\)?\s*$/.exec(summary)?.[1];
  const isStopped = status !== "completed" && status !== "failed";
  const spoken = code === undefined ? (status === "failed" ? 1 : 0) : Number(code);
  return { exitCode: isStopped ? undefined : spoken, outputFile: elementText(notification, "output-file") };
}
