import { commitIn, pullRequestIn } from "./describe_command.ts";
import { shortPath } from "./wording.ts";

/** The facts about a session: prompts, actions and memories. All texts are clean. */
export interface SessionFacts {
  /** The project's folder. Paths below it are printed relative to it. */
  readonly project: string;
  /** The prompts, sorted by time. */
  readonly prompts: readonly SaidPrompt[];
  /** The calls that did more than look, sorted by time. */
  readonly actions: readonly SessionAction[];
  /** The memories of the session that are in use, without candidates. */
  readonly saved: readonly SavedText[];
  /** The takeaways of the session's resolved GHAP entries. */
  readonly lessons: readonly string[];
  readonly lastAnswer: string | undefined;
}

export interface SaidPrompt {
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A call of a tool that did something. */
export interface SessionAction {
  readonly at: string;
  /** The absolute path of the file that the call changed. */
  readonly file: string | null;
  /** The outcome of a test run or a build: `tests:fail`. */
  readonly outcome: string | null;
  /** The description of a test run, a build or a possible commit. */
  readonly line: string | undefined;
}

export interface SavedText {
  readonly category: string;
  readonly text: string;
}

/** Returns the subject of the commit, or the title of the pull request, that a action made. */
export function workName(
  { line = "" }: SessionAction,
): { readonly kind: "commit" | "pull request"; readonly text: string } | undefined {
  const title = pullRequestIn(line);
  if (title !== undefined) return { kind: "pull request", text: title };
  const subject = commitIn(line);
  return subject === undefined ? undefined : { kind: "commit", text: subject };
}

const MAX_FILES = 8;

/** Names the files that a session changed, as many as fit, and counts the others; `undefined` without any. */
export function describeFiles(
  { actions, project }: Pick<SessionFacts, "actions" | "project">,
  maxUnits: number,
): string | undefined {
  const files = [...new Set(actions.flatMap(({ file }) => file ?? []))];
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
