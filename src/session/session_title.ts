import { HAN, HANGUL, holds, KANA } from "../base/scripts.ts";
import { cutAtWord } from "../base/cut.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import {
  describeFiles,
  type SaidPrompt,
  type SessionDeed,
  type SessionFacts,
  workName,
} from "./session_facts.ts";

const TITLE_UNITS = 80;
/** Shorter ones are greetings and assents, in whatever language. */
const LEAST_UNITS = 12;

/**
 * Returns the subject of a session, on one line: the commit or the pull request that took half of its work or more,
 * else the first prompt that asks for something; where nobody did, the largest commit, or the files. `undefined` for a
 * session of which nothing can be said.
 */
export function sessionTitle(facts: Pick<SessionFacts, "prompts" | "deeds" | "project">): string | undefined {
  const largest = largestPiece(facts.deeds);
  const [asked] = requests(facts.prompts);
  if (largest.work > 0 && (asked === undefined || 2 * largest.work >= workOf(facts.deeds))) {
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

/** Returns the last prompt that asks for something, where that is not the first. */
export function lastRequest(prompts: readonly SaidPrompt[]): string | undefined {
  const [first, ...others] = requests(prompts);
  const last = others.at(-1);
  return last === undefined || last.text === first?.text ? undefined : askedIn(last);
}

/** Of a plan that was agreed on its name: its text begins with what is so far. */
function askedIn({ text }: SaidPrompt): string {
  const line = firstTelling(text);
  return ANNOUNCED_HEADING.test(text.trimStart()) ? line : text;
}

function requests(prompts: readonly SaidPrompt[]): SaidPrompt[] {
  return prompts.filter(({ text }) => isRequest(firstTelling(text)));
}

/** The weight of a changed file among calls that changed none. */
const CHANGE = 3;

function workOf(deeds: readonly SessionDeed[]): number {
  return deeds.reduce((work, { file }) => work + (file === null ? 1 : CHANGE), 0);
}

/** The commit that most of the work led to; a pull request has all that came before it. */
function largestPiece(deeds: readonly SessionDeed[]): { readonly name: string; readonly work: number } {
  const names = deeds.map((deed) => workName(deed));
  const kind = names.some((name) => name?.kind === "pull request") ? "pull request" : "commit";
  let [largest, from] = [{ name: "", work: 0 }, 0];
  for (const [i, name] of names.entries()) {
    if (name?.kind !== kind) continue;
    const work = workOf(deeds.slice(from, i + 1));
    if (work > largest.work) largest = { name: name.text, work };
    from = i + 1;
  }
  return largest;
}

/** "Implement the following plan:", and its heading. */
const ANNOUNCED_HEADING = /^[^\n]{1,60}:\s*\n\s*#/;
/** "I get this error:" says what it is about in the next line. */
const LEAD_UNITS = 60;

/**
 * The first line that says something, without the marks of a heading or a list, outside of quoted code and behind
 * addresses; what a short line announces stands in the next, which says it alone where it is a heading.
 */
function firstTelling(prompt: string): string {
  const prose = prompt.slice(0, 4000).replace(/^```[^]*?^```$/gm, "").replace(
    /^(?:\s*https?:\/\/\S+\s+)+(?=\S)/,
    "",
  );
  const lines = prose.split("\n", 40).map((line) => line.replace(/^[\s#>*-]+/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("```"));
  const [line = "", next] = lines;
  if (next !== undefined && ANNOUNCED_HEADING.test(prose.trimStart())) return next.replace(/^plan: */i, "");
  if (next !== undefined && line.endsWith(":") && line.length <= LEAD_UNITS) return `${line} ${next}`;
  return line === "[forgotten]" ? "" : line;
}

/** `/clear`, `ok`, `hello there` and `please continue` are none; twelve units of Chinese are a whole sentence. */
function isRequest(line: string): boolean {
  if (/^\/[\w:-]+\s*$/.test(line) || isAcknowledgement(line)) return false;
  if (holds(line, [KANA, HAN, HANGUL])) return line.length >= LEAST_UNITS / 3;
  return line.length >= LEAST_UNITS && line.includes(" ");
}

/** Of a long line its first sentence, where that says enough. */
function shortened(line: string): string {
  if (line.length <= TITLE_UNITS) return line;
  const sentence = /^[^]*?[.!?](?=\s)|^[^]*?[。！？]/.exec(line)?.[0] ?? "";
  return sentence.length >= TITLE_UNITS / 2 && sentence.length <= TITLE_UNITS
    ? sentence
    : cutAtWord(line, TITLE_UNITS);
}
