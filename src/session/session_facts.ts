import { commitIn, pullRequestIn } from "./describe_command.ts";
import { shortPath } from "./wording.ts";

/** The facts about a session: prompts, deeds and memories; all texts are clean. */
export interface SessionFacts {
  /** The project's folder, without which paths below it are told. */
  readonly project: string;
  /** In the order of time. */
  readonly prompts: readonly SaidPrompt[];
  /** The steps that did more than look; in the order of time. */
  readonly deeds: readonly SessionDeed[];
  /** The memories that are in use, without candidates. */
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
  /** The observation of a run, or of what may be a commit. */
  readonly line: string | undefined;
}

export interface SavedText {
  readonly category: string;
  readonly text: string;
}

/** Returns the subject of the commit, or the title of the pull request, that a deed made. */
export function workName(
  { line = "" }: SessionDeed,
): { readonly kind: "commit" | "pull request"; readonly text: string } | undefined {
  const title = pullRequestIn(line);
  if (title !== undefined) return { kind: "pull request", text: title };
  const subject = commitIn(line);
  return subject === undefined ? undefined : { kind: "commit", text: subject };
}

const MAX_FILES = 8;

/** Names the files that a session changed, as many as fit, and counts the others; `undefined` without any. */
export function describeFiles(
  { deeds, project }: Pick<SessionFacts, "deeds" | "project">,
  maxUnits: number,
): string | undefined {
  const files = [...new Set(deeds.flatMap(({ file }) => file ?? []))];
  const named: string[] = [];
  let units = 0;
  for (const file of files.slice(0, MAX_FILES)) {
    const path = shortPath(file, project);
    units += path.length + 2;
    if (units > maxUnits - " and 1000 more".length && named.length > 0) break;
    named.push(path);
  }
  const more = files.length - named.length;
  return named.length === 0 ? undefined : named.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
