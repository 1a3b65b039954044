// The facts of a session from which its title and its summary are made, and the making of the title.
import { cutAtWord } from "../base/cut.ts";
import { HAN, HANGUL, holds, KANA, THAI } from "../base/scripts.ts";
import { isAtOrBelow, slashOf, windowsPath } from "../base/slashes.ts";
import { isAbbreviation } from "../base/words.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import { commitIn } from "./describe_command.ts";
import { isWork, listSome, shortPath, withLabels, withoutLeadingLog } from "./wording.ts";

/** All texts are clean. */
export interface SessionFacts {
  readonly project: string;
  readonly prompts: readonly string[];
  /** The calls that did more than look, by time; one that changed several files is an action for each. */
  readonly actions: readonly SessionAction[];
  readonly saved: readonly SavedText[];
  readonly lessons: readonly string[];
  readonly lastAnswer: string | undefined;
  readonly named?: string; // the user's title in the client; it and the next are known only at the session's end
  readonly topic?: string; // the client's own title
  readonly answeredBefore?: string | undefined; // the answer to an earlier request, or to the last one before an order
  readonly earlier?: string | undefined; // the old summary of a session whose rows were pruned
}

export interface SessionAction {
  readonly file: string | null;
  readonly outcome?: string | null;
  /** The observation of the call or, before it is processed, what `describeCommand` says of it. */
  readonly line?: string | undefined;
  readonly removed?: string | null; // the path of a removed file or folder; `undefined` unless the shell made the change
}

export type SessionWork = Pick<SessionFacts, "actions" | "project">;

export type SavedText = Readonly<Record<"category" | "text", string>>;

/** Matches what is in front of the folder and the name in a path outside of the project, or in a path that was cut. */
const LONG_START = /^(?:…|(?:\w:)?[\\/]).{20,}([\\/])(?=[^\\/]+[\\/][^\\/]+$)/;

/** Names as many changed files as fit, at most 8, counts the others, leaves out removed ones. `undefined` without any. */
export function describeFiles({ actions, project }: SessionWork, maxUnits: number): string | undefined {
  const spelled = (path: string) => slashOf(project) === "\\" ? windowsPath(path) : path; // as a shell may not
  let files: string[] = [];
  for (const { file, removed } of actions) {
    if (file !== null && isWork(file, project)) files.push(spelled(file));
    if (removed) files = files.filter((one) => !isAtOrBelow(one, spelled(removed)));
  }
  const paths = [...new Set(files)].map((file) => shortPath(file, project).replace(LONG_START, "…$1"));
  return paths.length > 0 ? listSome(paths, { most: 8, maxUnits }) : undefined;
}

const TITLE_UNITS = 80; // the most units of a session's title
const LEAST_UNITS = 12; // shorter prompts are mostly greetings and assents

/**
 * Returns the subject of a session on one line: the user's title, else the commit with at least half of the work
 * (without a request, the largest commit), the client's title, the first request, the changed files, or any prompt;
 * `undefined` without these, or with `earlier`: the old title stays.
 */
export function sessionTitle(facts: Omit<SessionFacts, "saved" | "lessons" | "lastAnswer">) {
  if (facts.earlier) return undefined;
  if (facts.named) return cutAtWord(facts.named, TITLE_UNITS);
  const largest = largestCommit(facts.actions);
  const [asked] = requests(facts.prompts);
  if (largest.work > 0 && (asked === undefined || 2 * largest.work >= workOf(facts.actions))) {
    return cutAtWord(largest.subject, TITLE_UNITS);
  }
  if (facts.topic) return cutAtWord(facts.topic, TITLE_UNITS);
  if (asked !== undefined) return shortened(firstTelling(asked));
  const files = describeFiles(facts, TITLE_UNITS - "Changed ".length);
  if (files !== undefined) return `Changed ${files}`;
  return shortened(facts.prompts.map(firstTelling).find((line) => line !== "") ?? "") || undefined;
}

export function sessionGoal(prompts: readonly string[]): string | undefined {
  const goal = requests(prompts)[0] ?? prompts.find((prompt) => firstTelling(prompt) !== "");
  return goal && askedIn(goal);
}

/** Returns the last prompt that asks for something; `undefined` if it is the first as well. */
export function lastRequest(prompts: readonly string[]): string | undefined {
  const [first, ...others] = requests(prompts);
  const last = others.at(-1);
  return last === undefined || last === first ? undefined : askedIn(last);
}

/** Returns the prompt; of an approved plan only the heading, as the plan begins with the present state. */
const askedIn = (prompt: string) =>
  ANNOUNCED_HEADING.test(prompt.trimStart()) ? firstTelling(prompt) : prompt;

export type Answers = Pick<SessionFacts, "lastAnswer" | "answeredBefore">;

/** Returns the answers after a prompt: a request moves the last to `answeredBefore`, "commit" copies it there if empty. */
export function afterPrompt({ lastAnswer: last, answeredBefore: before }: Answers, prompt: string): Answers {
  if (requests([prompt]).length > 0) return { lastAnswer: undefined, answeredBefore: last ?? before };
  return { lastAnswer: last, answeredBefore: isAcknowledgement(prompt) ? before : before ?? last };
}

/** Returns the answers after a turn; one without words changes none. The first after a request drops `answeredBefore`. */
export function afterAnswer(known: Answers, answer: string | undefined): Answers {
  return answer ? { lastAnswer: answer, answeredBefore: known.lastAnswer && known.answeredBefore } : known;
}

/** Returns the prompts that ask for something, unlike "go on"; without a log at the beginning if the rest asks. */
export function requests(prompts: readonly string[]): string[] {
  return prompts.flatMap((prompt) =>
    [withoutLeadingLog(prompt), prompt].find((text) => isRequest(firstTelling(text))) ?? []
  );
}

const CHANGE = 3; // the work of changing a file by a tool for edits; any other call counts 1, also of a shell

function workOf(actions: readonly SessionAction[]): number {
  const calls = actions.filter(({ removed }) => removed === undefined);
  return calls.reduce((work, { file }) => work + (file === null ? 1 : CHANGE), 0);
}

function largestCommit(actions: readonly SessionAction[]) {
  let [largest, from] = [{ subject: "", work: 0 }, 0];
  for (const [i, { line = "" }] of actions.entries()) {
    const subject = commitIn(line);
    if (subject === undefined) continue;
    const work = workOf(actions.slice(from, i + 1));
    if (work > largest.work) largest = { subject, work };
    from = i + 1;
  }
  return largest;
}

/** Matches "Implement the following plan:" before a heading. */
const ANNOUNCED_HEADING = /^[^\n]{1,60}:\s*\n\s*#+ /;
/** Matches marks of headings, lists (not `#482` or `--json`) and pictures, and a shell's prompt that was copied. */
const LINE_START =
  /^(?:(?:[\s>*]|\[Image #\d+\]|[#-]+(?![^\s>*]))+|[➜❯] +(?:\S+ +git:\(\S*\) +(?:✗ +)?)?|PS [A-Z]:\\[^>]{0,200}> *|[\w.-]+@[\w.-]+:\S*[$#] +)/;
const LEAD_UNITS = 60; // a longer line with a colon at its end does more than announce the next one

/**
 * Returns the first of 40 lines that asks for something, else the first; without marks, fenced code and URLs in front. A
 * short line that announces the next one ("I get this error:") is joined with it, or replaced if that is a heading.
 */
function firstTelling(prompt: string): string {
  const prose = withLabels(prompt.slice(0, 4000)).replace(/^```[^]*?^```$/gm, "")
    .replace(/^(?:\s*https?:\/\/\S+\s+)+(?=\S)/, "");
  const lines = prose.split("\n", 40).map((line) => line.replace(LINE_START, "").trim())
    .filter((line) => line !== "" && !line.startsWith("```"));
  // Two words such as "run pytest" are an order: a log below them is no title.
  const isOrder = (line: string) => /^\S+ \S/.test(line) && !isAcknowledgement(line);
  const first = lines.findIndex((line) => line.endsWith(":") || isRequest(line) || isOrder(line));
  const [line = "", next] = lines.slice(Math.max(0, first));
  if (next !== undefined && ANNOUNCED_HEADING.test(prose.trimStart())) return next.replace(/^plan: */i, "");
  if (next !== undefined && line.endsWith(":") && line.length <= LEAD_UNITS) return `${line} ${next}`;
  return line === "[forgotten]" ? "" : line; // stands in place of a forgotten prompt
}

/** Returns true if a line asks for something, unlike `/clear` and "hello". Chinese, Japanese and Korean need fewer signs. */
function isRequest(line: string): boolean {
  if (/^\/[\w:-]+\s*$/.test(line) || isAcknowledgement(line)) return false;
  if (holds(line, [KANA, HAN, HANGUL])) return line.length >= LEAST_UNITS / 3;
  return line.length >= LEAST_UNITS && (line.includes(" ") || holds(line, [THAI]));
}

function shortened(line: string): string {
  if (line.length <= TITLE_UNITS) return line;
  const ends = line.matchAll(/[.!?](?=\s)|[。！？]/g);
  const end = 1 + (ends.find(({ index }) => !isAbbreviation(line, index, true))?.index ?? -1);
  return end >= TITLE_UNITS / 2 && end <= TITLE_UNITS ? line.slice(0, end) : cutAtWord(line, TITLE_UNITS);
}
