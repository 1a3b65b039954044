import { commitIn, pullRequestIn } from "./describe_command.ts";
import { shortPath } from "./wording.ts";

/** The prompts, deeds and memories of a session; all texts are clean. */
export interface SessionFacts {
  /** The project's folder: paths below it are told without it. */
  readonly project: string;
  /** The prompts in their order. */
  readonly prompts: readonly SaidPrompt[];
  /** Calls that did more than read, in the order of time. */
  readonly deeds: readonly SessionDeed[];
  /** Memories in use that the session saved, without candidates. */
  readonly saved: readonly SavedText[];
  /** The takeaways of resolved predictions. */
  readonly lessons: readonly string[];
  readonly lastAnswer: string | undefined;
}

export interface SaidPrompt {
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A tool call that did something. */
export interface SessionDeed {
  readonly at: string;
  /** The changed file, absolute. */
  readonly file: string | null;
  /** The outcome of a test run or a build: `tests:fail`. */
  readonly outcome: string | null;
  /** The observation of a run or of a possible commit. */
  readonly line: string | undefined;
}

export interface SavedText {
  readonly category: string;
  readonly text: string;
}

/** Returns the subject of the commit, or the title of the pull request, that a deed made; `undefined` for others. */
export function workName(
  { line = "" }: SessionDeed,
): { readonly kind: "commit" | "pull request"; readonly text: string } | undefined {
  const title = pullRequestIn(line);
  if (title !== undefined) return { kind: "pull request", text: title };
  const subject = commitIn(line);
  return subject === undefined ? undefined : { kind: "commit", text: subject };
}

const MAX_FILES = 8;

/** Lists the changed files, as many as fit, and counts the rest; `undefined` without any. */
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
