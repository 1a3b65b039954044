import { cutAtWord } from "../base/cut.ts";
import { HAN, HANGUL, holds, KANA } from "../base/scripts.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import { commitIn, pullRequestIn } from "./describe_command.ts";
import { listSome, shortPath } from "./wording.ts";

/** The facts about a session: prompts, actions and memories. All texts are clean. */
export interface SessionFacts {
  /** The project's folder. Paths below it are printed relative to it. */
  readonly project: string;
  readonly prompts: readonly SaidPrompt[];
  /** The calls that did more than look, sorted by time. */
  readonly actions: readonly SessionAction[];
  /** The memories of the session that are in use, without candidates. */
  readonly saved: readonly SavedText[];
  readonly lessons: readonly string[];
  readonly lastAnswer: string | undefined;
}

export interface SaidPrompt {
  readonly text: string;
  readonly at: string;
}

export interface SessionAction {
  readonly at: string;
  readonly file: string | null;
  /** The outcome of a test run or a build: `tests:fail`. */
  readonly outcome: string | null;
  /** The text of its observation; if there is none, the description of a run, a commit or a pull request. */
  readonly line: string | undefined;
}

export interface SavedText {
  readonly category: string;
  readonly text: string;
}

/** Returns the subject of the commit, or the title of the pull request, that an action made. */
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
  if (files.length === 0) return undefined;
  return listSome(files.map((file) => shortPath(file, project)), { most: MAX_FILES, maxUnits });
}

const TITLE_UNITS = 80;
/** The least UTF-16 units of a request; shorter prompts are greetings and assents. */
const LEAST_UNITS = 12;

/**
 * Returns the subject of a session, on one line: the commit or the pull request with at least half of the
 * session's work, else the first prompt that asks for something, else the largest commit, the changed files or
 * any prompt. Returns `undefined` if there is none of these.
 */
export function sessionTitle(
  facts: Pick<SessionFacts, "prompts" | "actions" | "project">,
): string | undefined {
  const largest = largestPiece(facts.actions);
  const [asked] = requests(facts.prompts);
  if (largest.work > 0 && (asked === undefined || 2 * largest.work >= workOf(facts.actions))) {
    return cutAtWord(largest.name, TITLE_UNITS);
  }
  if (asked !== undefined) return shortened(firstTelling(asked.text));
  const files = describeFiles(facts, TITLE_UNITS - "Changed ".length);
  return files === undefined
    ? shortened(facts.prompts.map(({ text }) => firstTelling(text)).find((line) => line !== "") ?? "") ||
      undefined
    : `Changed ${files}`;
}

/** Returns the first prompt that asks for something, else the first. */
export function sessionGoal(prompts: readonly SaidPrompt[]): string | undefined {
  const goal = requests(prompts)[0] ?? prompts.find(({ text }) => firstTelling(text) !== "");
  return goal && askedIn(goal);
}

/** Returns the last prompt that asks for something; `undefined` if that is also the first. */
export function lastRequest(prompts: readonly SaidPrompt[]): string | undefined {
  const [first, ...others] = requests(prompts);
  const last = others.at(-1);
  return last === undefined || last.text === first?.text ? undefined : askedIn(last);
}

/** Returns a prompt's text; for an approved plan only its heading, as the plan begins with the present state. */
function askedIn({ text }: SaidPrompt): string {
  const line = firstTelling(text);
  return ANNOUNCED_HEADING.test(text.trimStart()) ? line : text;
}

function requests(prompts: readonly SaidPrompt[]): SaidPrompt[] {
  return prompts.filter(({ text }) => isRequest(firstTelling(text)));
}

const CHANGE = 3;

function workOf(actions: readonly SessionAction[]): number {
  return actions.reduce((work, { file }) => work + (file === null ? 1 : CHANGE), 0);
}

/** Returns the commit that most of the work led to; if there are pull requests, the largest of these instead. */
function largestPiece(actions: readonly SessionAction[]): { readonly name: string; readonly work: number } {
  const names = actions.map((action) => workName(action));
  const kind = names.some((name) => name?.kind === "pull request") ? "pull request" : "commit";
  let [largest, from] = [{ name: "", work: 0 }, 0];
  for (const [i, name] of names.entries()) {
    if (name?.kind !== kind) continue;
    const work = workOf(actions.slice(from, i + 1));
    if (work > largest.work) largest = { name: name.text, work };
    from = i + 1;
  }
  return largest;
}

/** Matches a line such as "Implement the following plan:" before a heading. */
const ANNOUNCED_HEADING = /^[^\n]{1,60}:\s*\n\s*#/;
/** Matches marks of headings and lists, and the prompt of a shell before a command that was copied from a terminal. */
const LINE_START =
  /^(?:[\s#>*-]+|[➜❯] +(?:\S+ +git:\(\S*\) +(?:✗ +)?)?|PS [A-Z]:\\[^>]{0,200}> *|[\w.-]+@[\w.-]+:\S*[$#] +)/;
/** The most UTF-16 units of a line that only announces the next one: "I get this error:". */
const LEAD_UNITS = 60;

/**
 * Returns the first line that says something, without marks of headings and lists, code blocks and leading URLs.
 * A short line that announces the next one is joined with it, or replaced by it if the next one is a heading.
 */
function firstTelling(prompt: string): string {
  const prose = prompt.slice(0, 4000).replace(/^```[^]*?^```$/gm, "")
    .replace(/^(?:\s*https?:\/\/\S+\s+)+(?=\S)/, "");
  const lines = prose.split("\n", 40).map((line) => line.replace(LINE_START, "").trim())
    .filter((line) => line !== "" && !line.startsWith("```"));
  const [line = "", next] = lines;
  if (next !== undefined && ANNOUNCED_HEADING.test(prose.trimStart())) return next.replace(/^plan: */i, "");
  if (next !== undefined && line.endsWith(":") && line.length <= LEAD_UNITS) return `${line} ${next}`;
  return line === "[forgotten]" ? "" : line;
}

/** Returns true if a line asks for something, unlike `/clear` and `hello there`. Chinese requests are shorter. */
function isRequest(line: string): boolean {
  if (/^\/[\w:-]+\s*$/.test(line) || isAcknowledgement(line)) return false;
  if (holds(line, [KANA, HAN, HANGUL])) return line.length >= LEAST_UNITS / 3;
  return line.length >= LEAST_UNITS && line.includes(" ");
}

/** Shortens a long line to its first sentence, if that is long enough to say something, else at a word. */
function shortened(line: string): string {
  if (line.length <= TITLE_UNITS) return line;
  const sentence = /^[^]*?[.!?](?=\s)|^[^]*?[。！？]/.exec(line)?.[0] ?? "";
  return sentence.length >= TITLE_UNITS / 2 && sentence.length <= TITLE_UNITS
    ? sentence
    : cutAtWord(line, TITLE_UNITS);
}
