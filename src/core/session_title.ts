import { oneLine } from "./observations/wording.ts";

const TITLE_UNITS = 80;
/** Shorter ones are greetings and assents, in whatever language. */
const LEAST_WORDS_UNITS = 12;

/**
 * What a session was about: the first of its prompts that asks for something, on one line; the very first where none
 * does, and `undefined` where there is none at all.
 */
export function sessionTitle(prompts: readonly string[]): string | undefined {
  const lines = prompts.map(firstTelling).filter((line) => line !== "");
  const real = lines.find((line) => isRequest(line)) ?? lines[0];
  return real === undefined ? undefined : cutAtWord(real);
}

/** The first prompt that asks for something, else the first. */
export function sessionGoal(prompts: readonly string[]): string | undefined {
  return prompts.find((prompt) => isRequest(firstTelling(prompt))) ??
    prompts.find((prompt) => firstTelling(prompt) !== "");
}

/** What the client itself writes before a plan that was agreed on. */
const PLAN = /^implement the following plan:$/i;
/** "I get this error:" says what it is about in the next line. */
const LEAD_UNITS = 60;

/** The first line that says something, without the marks of a heading or a list, and outside of quoted code. */
function firstTelling(prompt: string): string {
  const prose = prompt.slice(0, 4000).replace(/^```[^]*?^```$/gm, "");
  const lines = prose.split("\n", 40).map((line) => line.replace(/^[\s#>*-]+/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("```"));
  const [line = "", next] = lines;
  if (next !== undefined && PLAN.test(line)) return next.replace(/^plan: */i, "");
  if (next !== undefined && line.endsWith(":") && line.length <= LEAD_UNITS) return `${line} ${next}`;
  return line === "[forgotten]" ? "" : line;
}

/** `/clear`, `ok`, `hello there` and `continue` are none; twelve units of Chinese are a whole sentence. */
function isRequest(line: string): boolean {
  if (/^\/[\w:-]+\s*$/.test(line)) return false;
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(line)) return line.length >= LEAST_WORDS_UNITS / 3;
  return line.length >= LEAST_WORDS_UNITS && line.includes(" ");
}

function cutAtWord(line: string): string {
  if (line.length <= TITLE_UNITS) return line;
  const cut = oneLine(line, TITLE_UNITS);
  const blank = cut.lastIndexOf(" ");
  return blank > TITLE_UNITS / 2 ? `${cut.slice(0, blank).trimEnd()}…` : cut;
}
