// Scratchpads, the files in which agents leave each other notes of a day: texts about them, and their check.
import { quoteLine } from "../base/frame.ts";
import { COORDINATOR_OPENING } from "../base/conversation.ts";
import { listSome } from "./wording.ts";

type ScratchpadRequest = Readonly<{ day: string; path: string; sections: readonly string[] }>;

const SECTION_UNITS = 80; // the most units of a heading that are shown

/** Returns the text for a subagent's start: a subagent that need not write a scratchpad still learns its path. */
export function protocolText(request: ScratchpadRequest & { readonly isRequired: boolean }): string {
  return `Today is ${request.day}. ${request.isRequired ? requiredText(request) : optionalText(request)}`;
}

function requiredText({ path, sections }: ScratchpadRequest): string {
  const where =
    `Before you finish, write your scratchpad to ${path} (make the folder if it is not there; where the ` +
    "file exists, add to it).";
  if (sections.length === 0) return `${where} Without it you are asked again.`;
  return [
    `${where} It needs a heading for each of these sections, with at least a line below it:`,
    ...headings(sections),
    'Where there is nothing to say, write "None". Without it you are asked again.',
  ].join("\n");
}

function optionalText({ path, sections }: ScratchpadRequest): string {
  const where = `No scratchpad is required. If you leave a note, write it to ${path}`;
  return sections.length === 0
    ? `${where}.`
    : [`${where}, with these sections:`, ...headings(sections)].join("\n");
}

/** Returns the reason why a subagent may not stop yet. `faults`: the missing sections, or "missing" without a file. */
export function blockReason(request: Omit<ScratchpadRequest, "day">, faults: readonly string[] | "missing") {
  const opening = `Scratchpad missing or incomplete: ${request.path}`;
  const [wrong, now] = faults === "missing" ? ["The file does not exist.", "Write it now"] : [
    `Missing: ${faults.map((section) => `"${quoteLine(section, SECTION_UNITS)}"`).join(", ")}.`,
    "Complete it now",
  ];
  const after = "then finish with your answer as before.";
  if (request.sections.length === 0) return `${opening}\n${wrong} ${now}, ${after}`;
  return [
    opening,
    `${wrong} It needs these sections:`,
    ...headings(request.sections),
    `${now}, with at least a line below each heading ("None" where there is nothing to say), ${after}`,
  ].join("\n");
}

/**
 * Returns the reason why the main agent may not stop yet. A script that runs the client gets only the last message, so
 * with `isScript` the agent has to repeat its answer.
 */
export function coordinatorReason(
  request: ScratchpadRequest & { readonly isScript?: boolean },
  agents: readonly string[],
): string {
  const named = listSome(agents.map((agent) => quoteLine(agent, SECTION_UNITS)), { most: 5 });
  const form = request.sections.length === 0 ? "." : ", in these sections:";
  return [
    `${COORDINATOR_OPENING} ${request.path}`,
    `Agents have left scratchpads today (${named}), so you have to write one, too: ` +
    `what you coordinated and what stays open${form}`,
    ...headings(request.sections),
    request.isScript
      ? "Write it now, then finish with your answer as before."
      : "Write it now, then you may stop; there is nothing else to do or to report.",
  ].join("\n");
}

function headings(sections: readonly string[]): string[] {
  return sections.map((section) => `## ${quoteLine(section, SECTION_UNITS)}`);
}

/** Matches a line that begins like a heading. Its bounded length keeps the search linear. */
const HEADING = /^ {0,3}(?:#|\*\*|__)(.{1,400})$/gm;

/** Returns the sections that no heading names. A heading may have further words around the name. */
export function missingSections(markdown: string, sections: readonly string[]): string[] {
  const titles = markdown.matchAll(HEADING).map(([, title = ""]) => titleKey(title)).toArray().join("\n");
  return [...new Set(sections)].filter((section) => !titles.includes(titleKey(section)));
}

/** Matches signs, blanks and emoji. Avoids `\p{…}`, for which V8 would build its Unicode tables. */
const SIGNS =
  /[^0-9a-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ufdff\uff10-\uff19\uff21-\uffef\u{10000}-\u{1efff}\u{1fb00}-\u{10ffff}]+/gu;

const titleKey = (title: string) => ` ${title.normalize("NFC").toLowerCase()} `.replace(SIGNS, " ");

export const COORDINATOR = "coordinator";
/** The folder `ego`: the user's own texts for all agents. They are no reason for the main agent to write a scratchpad. */
export const USER_FOLDER = "ego";

const MAX_NAME_UNITS = 80; // in UTF-8 these are at most 240 bytes, which every file system accepts
/** Matches letters of any script, digits, spaces and a few signs, as in `plugin:agent`; no `.` first, nothing invisible. */
const PLAIN_NAME =
  /^(?!\.)[[\p{L}\p{M}\p{N}_.:@+ \-\u00c0-\u167f\u3001-\u30ff\uff01-\uff65]--\p{Default_Ignorable_Code_Point}]+$/v;

export function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME_UNITS && name.trim() === name && PLAIN_NAME.test(name);
}
