import { commitIn, pullRequestIn } from "./observations/describe_command.ts";

/** What is known of a session: what was said, done and kept; all texts are clean. */
export interface SessionFacts {
  /** Paths below it are told without it. */
  readonly project: string;
  /** In their order. */
  readonly prompts: readonly SaidPrompt[];
  /** What was done, other than looking; in the order of time. */
  readonly deeds: readonly SessionDeed[];
  /** Memories that are in use; what only waits to be judged is not among them. */
  readonly saved: readonly SavedText[];
  /** Takeaways of the predictions that were resolved. */
  readonly lessons: readonly string[];
  readonly lastAnswer: string | undefined;
}

export interface SaidPrompt {
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A call of a tool that did something. */
export interface SessionDeed {
  readonly at: string;
  /** The file that it changed, absolute. */
  readonly file: string | null;
  /** Of a test run or a build: `tests:fail`. */
  readonly outcome: string | null;
  /** Of a run, and of what may be a commit: its observation. */
  readonly line: string | undefined;
}

/** A memory that the session left. */
export interface SavedText {
  readonly category: string;
  readonly text: string;
}

/** What git and GitHub were told that the work until then is. */
export function workName(
  { line = "" }: SessionDeed,
): { readonly kind: "commit" | "pull request"; readonly text: string } | undefined {
  const title = pullRequestIn(line);
  if (title !== undefined) return { kind: "pull request", text: title };
  const subject = commitIn(line);
  return subject === undefined ? undefined : { kind: "commit", text: subject };
}
