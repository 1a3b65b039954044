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
/** The prompt that began a session names it, unless another one was followed by so many times its work. */
const MUCH_MORE = 3;
/** Of so many commits none names the session, unless it took half of the work. */
const MANY_COMMITS = 3;
/** What a request counts by itself: a call more or less says nothing. */
const BY_ITSELF = 2;

/**
 * What a session was about, on one line: the commit or the pull request that took most of its work; where most was
 * never committed, or in many small steps, the prompt that this work followed. `undefined` for a session of which nothing can be said.
 */
export function sessionTitle(facts: Pick<SessionFacts, "prompts" | "deeds" | "project">): string | undefined {
  const { named, rest, since } = piecesOf(facts.deeds);
  const largest = named.reduce((a, b) => b.work > a.work ? b : a, { name: "", work: 0 });
  const isMostRest = workOf(rest) > largest.work;
  const asked = isMostRest || named.length < MANY_COMMITS
    ? requestBehind(requestsSince(since, facts.prompts, rest), rest)
    : requestBehind(requests(facts.prompts), facts.deeds);
  const isNamed = named.length < MANY_COMMITS ? !isMostRest : 2 * largest.work >= workOf(facts.deeds);
  if (largest.work > 0 && (asked === undefined || isNamed)) return cutAtWord(largest.name, TITLE_UNITS);
  if (asked !== undefined) return shortened(asked);
  const files = describeFiles(facts, TITLE_UNITS - "Changed ".length);
  return files === undefined
    ? shortened(facts.prompts.map(({ text }) => firstTelling(text)).find((line) => line !== "") ?? "") ||
      undefined
    : `Changed ${files}`;
}

/** What the first prompt that asks for something says, else what the first does. */
export function sessionGoal(prompts: readonly SaidPrompt[]): string | undefined {
  const goal = requests(prompts)[0] ?? prompts.find(({ text }) => firstTelling(text) !== "");
  return goal && askedIn(goal);
}

/** What the last prompt that asks for something says, where that is not the first. */
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

/** How much a changed file counts among calls that changed none. */
const CHANGE = 3;

function workOf(deeds: readonly SessionDeed[]): number {
  return deeds.reduce((work, { file }) => work + (file === null ? 1 : CHANGE), 0);
}

/**
 * What led to each commit, and what was done behind the last, and since when (empty: from the beginning); a pull request
 * has all that came before it.
 */
function piecesOf(deeds: readonly SessionDeed[]) {
  const names = deeds.map((deed) => workName(deed));
  const kind = names.some((name) => name?.kind === "pull request") ? "pull request" : "commit";
  const named: { readonly name: string; readonly work: number }[] = [];
  let from = 0;
  for (const [i, name] of names.entries()) {
    if (name?.kind !== kind) continue;
    named.push({ name: name.text, work: workOf(deeds.slice(from, i + 1)) });
    from = i + 1;
  }
  return { named, rest: deeds.slice(from), since: deeds[from - 1]?.at ?? "" };
}

/** What was asked since then, and what was asked before where the work went on with it. */
function requestsSince(
  since: string,
  prompts: readonly SaidPrompt[],
  work: readonly SessionDeed[],
): SaidPrompt[] {
  const asked = requests(prompts);
  const next = asked.findIndex(({ at }) => at > since);
  if (next < 0) return asked.slice(-1);
  const goesOn = (work[0]?.at ?? "") < asked[next]!.at;
  return asked.slice(goesOn ? Math.max(0, next - 1) : next);
}

/**
 * The line of the request that this work followed most, else of that which began it; `undefined` where nothing was asked.
 * A prompt that asks for nothing goes on with the one before it, and what was talked over first is named by how the talk
 * began.
 */
function requestBehind(asked: readonly SaidPrompt[], deeds: readonly SessionDeed[]): string | undefined {
  const [first, ...others] = topicsOf(asked, deeds);
  if (first === undefined) return undefined;
  const most = others.reduce((a, b) => b.work > a.work ? b : a, first);
  return firstTelling((most.work > MUCH_MORE * first.work ? most : first).prompt.text);
}

/** A topic begins with the first request behind work that was done, and ends with the next that work follows. */
function topicsOf(asked: readonly SaidPrompt[], deeds: readonly SessionDeed[]) {
  const topics: { readonly prompt: SaidPrompt; readonly work: number }[] = [];
  let begin: SaidPrompt | undefined;
  for (const [i, prompt] of asked.entries()) {
    begin ??= prompt;
    const until = asked[i + 1]?.at;
    const own = deeds.filter(({ at }) => at >= prompt.at && (until === undefined || at < until));
    if (own.length === 0 && until !== undefined) continue;
    topics.push({ prompt: begin, work: BY_ITSELF + workOf(own) });
    begin = undefined;
  }
  return topics;
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
