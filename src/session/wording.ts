// Small pieces of text for observations, summaries and notices: one line, short paths, lists; kinds of files.
import { cutAtWord, cutEnd } from "../base/cut.ts";
import { NOT_SHOWN, withoutTerminalCodes } from "../base/frame.ts";
import { below, isAtOrBelow, slashOf, windowsPath } from "../base/slashes.ts";
import { namesNoError, withoutSource } from "../search/error_signature.ts";

export const MAX_LINE_UNITS = 240; // the most UTF-16 units of an observation; nobody reads longer lines
const MAX_PATH_UNITS = 80; // the most units of a shown path

export function oneLine(text: string, maxUnits: number): string {
  // The text is cut first, as a captured text may have megabytes.
  const line = withoutTerminalCodes(text.slice(0, 4 * maxUnits + 200)).replace(NOT_SHOWN, " ").trim();
  return cutEnd(line, maxUnits).toWellFormed();
}

/** Matches code, and links whose target looks like a path or an address: calls and casts of code look like links. */
const CODE_OR_LINK =
  /(?<!`)`+[^`\n]+`+|(?<![\w\])]|= ?)!?\[([^[\]\n]+)\]\((?=[^()\n]*[/\\.:#@])[^()\n]*(?:\([^()\n]*\)[^()\n]*){0,99}\)/g;

/** Replaces Markdown's links and pictures by their labels: the path of a mentioned file may be longer than a title. */
export const withLabels = (text: string) =>
  text.replace(CODE_OR_LINK, (found: string, label: string | undefined) => label ?? found);

export const quoteCode = (code: string, maxUnits: number) =>
  `\`${oneLine(code, maxUnits).replaceAll("`", "'")}\``;

/** Returns ": text" on one line; "" for a text that says nothing. */
export function afterColon(text: string | undefined, maxUnits: number): string {
  const line = oneLine(text ?? "", maxUnits);
  return line === "" ? "" : `: ${line}`;
}

/** Matches a client's own files, such as plans, files in temporary folders, and devices. */
const NO_WORK =
  /[\\/]\.(?:(?:claude[\w-]*|cursor)[\\/](?:plans|projects)|copilot[\\/]session-state|(?:gemini|qwen)[\\/]tmp)[\\/]|^(?:\/private)?\/(?:tmp|var\/folders|dev|proc|sys)\/|[\\/]AppData[\\/]Local[\\/]Temp[\\/]/;

const SCRATCHPAD = /[\\/]\.claude[\\/]scratchpad[\\/]/;
/** Matches the memory of a client. Claude Code names its folder after the project's path: `-home-me-shop`, `C--shop`. */
export const MEMORY =
  /[\\/](?:projects[\\/](?:-|[A-Za-z]--)[^\\/]*[\\/]memory|\.claude[\\/]agent-memory(?:-local)?|\.codex[\\/]memories)[\\/]/;
/** Matches rules for agents: by relative paths those at the top of a project, by absolute ones those of a user. */
const RULES =
  /^(?:(?:[\\/~]|[A-Za-z]:).*[\\/](?=\.))?(?:(?:\.(?:config[\\/])?[\w-]+[\\/])?(?:CLAUDE(?:\.local)?|AGENTS|GEMINI|QWEN|copilot-instructions)\.md$|\.(?:claude[\w-]*|cursor)[\\/]rules[\\/])/;

/** Returns false for a scratchpad or a client's memory, and for a file outside of the project such as a plan. */
export function isWork(file: string, project: string): boolean {
  return !SCRATCHPAD.test(file) && !MEMORY.test(file) && (isAtOrBelow(file, project) || !NO_WORK.test(file));
}

/** Returns true for a file that tells a client's later sessions something without mneme. */
export const isNote = (file: string, project: string) =>
  MEMORY.test(file) || RULES.test(isAtOrBelow(file, project) ? file.slice(below(project, "").length) : file);

/** Matches files whose changes do not change what a test or a build says. */
export const PROSE = /\.(?:md|mdx|txt|rst|adoc|gitignore)$/i;

/** Returns the path relative to the project; only the end of a long path, as it says most. */
export function shortPath(path: string, project: string): string {
  const spelled = slashOf(project) === "\\" ? windowsPath(path) : path;
  const isInside = project !== "" && isAtOrBelow(spelled, project);
  const line = oneLine(isInside && spelled.slice(below(project, "").length) || path, 2000);
  return line.length <= MAX_PATH_UNITS ? line : `…${line.slice(-(MAX_PATH_UNITS - 1))}`.toWellFormed();
}

/** Matches the beginnings of lines that programs print, such as a time of day. */
export const LOG = new RegExp(
  '^(?:[EWI]/|[$%] |Traceback \\(|File "|Caused by:|error\\[|[Ee]rror: |fatal: |=> |#[01] |<anonymous|npm warn|warning: ' +
    '|npm ERR!|npm error|(?:FAIL|PASS|ERROR|WARN|INFO|DEBUG) |@@ |\\+\\+\\+ |Exception in|panic: |\\{"|\\[\\{|E   |stderr:|stdout:|at .*\\)$' +
    "|\\[?\\d.{0,26}?\\d:\\d\\d:\\d)",
);

/** Matches the front matter of a file that was sent as a prompt, of which only the description is kept. */
const FRONT_MATTER =
  /^---\n(?=[\w-]+:)(?:(?!---|description:).*\n){0,20}(?:description: *(["']?)(.*)\1\n)?(?:(?!---).*\n){0,20}---\n\s*/;

/** Leaves out a log at the beginning: a line with a date or "[12:30:00]", then lines of programs and indented ones. */
export function withoutLeadingLog(prompt: string): string {
  const text = prompt.replace(FRONT_MATTER, "$2\n\n");
  if (!/^(?:\[\d|[\d:]+[-/.,]\d)/.test(text) || !LOG.test(text)) return text;
  const lines = text.split("\n");
  const end = lines.findIndex((line) => /^\S/.test(line) && !LOG.test(line));
  return lines.slice(Math.max(0, end)).join("\n");
}

/** Returns the first line with a word of failure, but not only in an option (`pipefail`, `--fail`); else the last line. */
export function tellingLine(text: string): string {
  const lines = withoutSource(`${text.slice(0, 8000)}\n${text.slice(8000).slice(-8000)}`).split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !namesNoError(line));
  const telling =
    /(?<!\b(?:0|no) )(?:error|(?<!pipe|\s--)fail)|not (?:found|recognized)|cannot|can't|unable|denied|no such|does not exist|exception|panic|fatal/i;
  return lines.find((line) => telling.test(line)) ?? lines.at(-1) ?? "";
}

/** Returns "a, b and 3 more": as many texts as fit, at least one and at most `most`. */
export function listSome(
  texts: readonly string[],
  { most = texts.length, maxUnits = Infinity, between = ", ", last = " and " },
): string {
  for (let shown = Math.min(most, texts.length);; shown--) {
    const more = texts.length - shown;
    const end = more > 0 ? `${last}${more} more` : "";
    const list = texts.slice(0, shown).join(between);
    if (shown <= 1 || list.length + end.length <= maxUnits) {
      return cutAtWord(list, maxUnits - end.length) + end;
    }
  }
}

/** The most UTF-16 units of a prompt that is quoted as the reason of an observation. */
export const REASON_UNITS = 90;
/** Stands between an observation and the prompt that asked for the work. */
export const REASON_START = " — asked: “";

export function withReason(text: string, prompt: string): string {
  const reason = oneLine(withLabels(prompt), REASON_UNITS);
  const full = `${text}${REASON_START}${reason}”`;
  return reason === "" || full.length > MAX_LINE_UNITS ? text : full;
}

/** Matches a reason only at the end, and no longer one: a command or an answer may have these words, too. */
const REASON = new RegExp(`${REASON_START}.{0,${REASON_UNITS}}”$`, "s");

export const withoutReason = (line: string) => line.replace(REASON, "");
