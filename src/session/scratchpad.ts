import { frameContext, quoteLine } from "../base/frame.ts";
import { COORDINATOR_OPENING } from "../base/conversation.ts";

/** The last lines of a scratchpad, shown to an agent at its start. */
interface ScratchpadExcerpt {
  readonly agent: string;
  readonly path: string;
  readonly lines: readonly string[];
}

/** The scratchpad that an agent must write: its path and its required sections. */
interface ScratchpadDuty {
  readonly day: string;
  readonly path: string;
  readonly sections: readonly string[];
}

const LINE_UNITS = 300;
const SECTION_UNITS = 80;
const TITLE_UNITS = 500;

/** Returns the text about scratchpads for an agent at its start. An agent that owes none may still write one. */
export function protocolText(
  duty: ScratchpadDuty & { readonly isOwed: boolean },
  excerpts: readonly ScratchpadExcerpt[],
): string {
  return [
    `Today is ${duty.day}. ${duty.isOwed ? owedText(duty) : freeText(duty)}`,
    ...frameExcerpts(excerpts),
  ].join("\n");
}

function owedText({ path, sections }: ScratchpadDuty): string {
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

function freeText({ path, sections }: ScratchpadDuty): string {
  const where = `You owe no scratchpad. Should you leave a note, its place is ${path}`;
  return sections.length === 0
    ? `${where}.`
    : [`${where}, with these sections:`, ...headings(sections)].join("\n");
}

/** Returns the reason why an agent may not stop yet. `faults` is "missing" if the file does not exist. */
export function blockReason(
  duty: Omit<ScratchpadDuty, "day">,
  faults: readonly SectionFault[] | "missing",
): string {
  const opening = `Scratchpad missing or incomplete: ${duty.path}`;
  const [wrong, now] = faults === "missing"
    ? ["The file does not exist.", "Write it now"]
    : [`${faultText(faults)}.`, "Complete it now"];
  const after = "then finish with your answer as before.";
  if (duty.sections.length === 0) return `${opening}\n${wrong} ${now}, ${after}`;
  return [
    opening,
    `${wrong} It needs these sections:`,
    ...headings(duty.sections),
    `${now}, with at least a line below each heading ("None" where there is nothing to say), ${after}`,
  ].join("\n");
}

/** Returns the reason why the coordinator may not stop yet: other agents wrote scratchpads today, but it did not. */
export function coordinatorReason(duty: ScratchpadDuty, agents: readonly string[]): string {
  const named = agents.slice(0, 5).map((agent) => quoteLine(agent, SECTION_UNITS));
  const more = agents.length > named.length ? ` and ${agents.length - named.length} more` : "";
  const form = duty.sections.length === 0 ? "." : ", in these sections:";
  return [
    `${COORDINATOR_OPENING} ${duty.path}`,
    `Agents have left scratchpads today (${
      named.join(", ")
    }${more}), so this session owes the coordinator's. ` +
    `It says what was coordinated and what stays open${form}`,
    ...headings(duty.sections),
    "Write it now, then you may stop; there is nothing else to do or to report.",
  ].join("\n");
}

function headings(sections: readonly string[]): string[] {
  return sections.map((section) => `## ${quoteLine(section, SECTION_UNITS)}`);
}

function faultText(faults: readonly SectionFault[]): string {
  const named = (kind: SectionFault["kind"]) =>
    faults.filter((fault) => fault.kind === kind).map(({ section }) =>
      `"${quoteLine(section, SECTION_UNITS)}"`
    );
  const [missing, empty] = [named("missing"), named("empty")];
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${missing.join(", ")}`]),
    ...(empty.length === 0 ? [] : [`Empty: ${empty.join(", ")}`]),
  ].join(". ");
}

function frameExcerpts(excerpts: readonly ScratchpadExcerpt[]): string[] {
  const lines = excerpts.filter((excerpt) => excerpt.lines.length > 0).flatMap((excerpt) => [
    `${quoteLine(`Last lines of ${excerpt.agent}'s newest scratchpad, ${excerpt.path}`, TITLE_UNITS)}:`,
    ...excerpt.lines.map((line) => `> ${quoteLine(line, LINE_UNITS)}`),
  ]);
  return lines.length === 0 ? [] : [frameContext(lines)];
}

export interface SectionFault {
  readonly section: string;
  readonly kind: "missing" | "empty";
}

/** Returns the faults in the order of `sections`. A heading counts in any level, case and numbering. */
export function findFaults(markdown: string, sections: readonly string[]): SectionFault[] {
  const wanted = new Map(sections.map((section) => [titleKey(section), section]));
  const hasText = sectionsIn(markdown, new Set(wanted.keys()));
  return [...wanted].flatMap(([key, section]): SectionFault[] => {
    const isFilled = hasText.get(key);
    if (isFilled === true) return [];
    return [{ section, kind: isFilled === undefined ? "missing" : "empty" }];
  });
}

/** Maps each wanted section that exists to true if it has a text. Subsections count as text, code has no headings. */
function sectionsIn(markdown: string, wanted: ReadonlySet<string>): Map<string, boolean> {
  const hasText = new Map<string, boolean>();
  let open: { readonly key: string; readonly level: number } | undefined;
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const isLong = line.length > MAX_HEADING_UNITS;
    const wasInCode = fence !== undefined;
    if (fence === undefined) fence = isLong ? undefined : FENCE.exec(line)?.[1];
    else if (closes(line, fence)) fence = undefined;
    if (wasInCode !== (fence !== undefined)) continue;
    const heading = wasInCode || isLong ? undefined : headingOf(line);
    const match = heading && matchTitle(heading.title, wanted);
    if (heading !== undefined && match !== undefined) {
      open = { key: match.key, level: heading.level };
      hasText.set(match.key, hasText.get(match.key) === true || match.hasText);
    } else if (open === undefined) continue;
    else if (heading !== undefined && heading.level < BOLD_LEVEL) {
      if (heading.level <= open.level) open = undefined;
    } else if (wasInCode || isLong ? line.trim() !== "" : !NOTHING.some((pattern) => pattern.test(line))) {
      hasText.set(open.key, true);
    }
  }
  return hasText;
}

/** Returns the section that a heading names. `Unresolved: nothing` is a heading and the section's text in one line. */
function matchTitle(
  title: string,
  wanted: ReadonlySet<string>,
): { key: string; hasText: boolean } | undefined {
  const key = titleKey(title);
  if (wanted.has(key)) return { key, hasText: false };
  const colon = key.search(/[:：]/);
  const before = colon === -1 ? "" : key.slice(0, colon).trim();
  return wanted.has(before) ? { key: before, hasText: true } : undefined;
}

/** Matches symbols and emoji before a heading's words. Without `\p{…}`, which makes V8 build its Unicode tables. */
const DECORATION = /^[\s_\u2000-\u2bff\u{1f000}-\u{1faff}\ufe0e\ufe0f\u20e3]+/u;
/** Matches the number or letter of a heading: `1.2`, `iv.`, `a)`. */
const NUMBER = /^(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[ivx]{1,4}[.)]|[a-z][.)])\s+/;

/** Returns a key that is equal for all ways to write the same title. */
function titleKey(title: string): string {
  // deno-lint-ignore no-control-regex
  const composed = /[^\u0000-\u007f]/.test(title) ? title.normalize("NFC") : title;
  const bracketed = composed.replaceAll("‹", "<").replaceAll("›", ">"); // `quoteLine` shows agents the angle brackets in this form
  const words = bracketed.toLowerCase().replace(/[*`]/g, "").replace(/\s#+\s*$/, "").replace(
    /[-\u2010-\u2015\s]+/g,
    " ",
  ).trim();
  const bare = words.replace(DECORATION, "").replace(NUMBER, "").replace(DECORATION, "")
    .replace(/[\s_:：.]+$/, "");
  return bare === "" ? words : bare;
}

/** The level of a line that is bold as a whole: it may be meant as a heading below all others. */
const BOLD_LEVEL = 7;

/** The most UTF-16 units of a heading or a fence; longer lines are not matched, which saves time. */
const MAX_HEADING_UNITS = 400;

/** Matches a heading with hashes, also without a blank after two or more. */
const HASHES = /^ {0,3}(?:(#)[ \t]+|(#{2,6})(?!#)[ \t]*)(.*)$/;
/** Matches a line that is bold as a whole. */
const BOLD = /^ {0,3}(\*\*\*?|___?)(?=[^\s*_])(.+)\1[ \t]*[:：]?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/**
 * Matches lines that say nothing: a blank line, a rule, a comment that ends on its line, and a list marker, a check box or
 * a quotation mark that nothing follows.
 */
const NOTHING = [
  /^\s*$/,
  /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/,
  /^\s*<!--(?:(?!-->).)*-->\s*$/,
  /^\s*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]?\])?|>+)\s*$/,
];

function headingOf(line: string): { readonly level: number; readonly title: string } | undefined {
  const hashes = HASHES.exec(line);
  if (hashes !== null) {
    const title = (hashes[3] ?? "").trim().replace(/(?:^|[ \t])#+$/, "").trim();
    return { level: (hashes[1] ?? hashes[2] ?? "").length, title };
  }
  const title = BOLD.exec(line)?.[2]?.trim();
  return title === undefined || /\*\*|__/.test(title) ? undefined : { level: BOLD_LEVEL, title };
}

function closes(line: string, fence: string): boolean {
  const end = line.trim();
  return end.length >= fence.length && !/^ {4}/.test(line) && end === fence.charAt(0).repeat(end.length);
}

/** The agents whose newest scratchpads are shown to all sessions. `checkCoordinator` ignores those of `EGO`. */
export const COORDINATOR = "coordinator";
export const EGO = "ego";

/** The most UTF-16 units of a name: at most 240 bytes in UTF-8, which every file system accepts. */
const MAX_NAME_UNITS = 80;
/** The ASCII characters that a name may have. Plugins name their agents `plugin:agent`, with a colon. */
const PLAIN_ASCII = "abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:@+ ";

/**
 * Returns true if an agent type can be the name of a folder: letters of most languages, digits and a few signs,
 * but no separator and no leading dot. Uses no regular expression, as the first use of one takes a hundredth of
 * a hook's time.
 */
export function isPlainName(name: string): boolean {
  if (name === "" || name.length > MAX_NAME_UNITS || name.trim() !== name || name.startsWith(".")) {
    return false;
  }
  for (const sign of name) {
    if (!PLAIN_ASCII.includes(sign) && !isForeignLetter(sign.charCodeAt(0))) return false;
  }
  return true;
}

/** Returns true for a letter beyond ASCII: no white space, no invisible or reordering characters, no emoji. */
function isForeignLetter(code: number): boolean {
  if (code < 0xc0 || code === 0x1680 || code === 0x180e) return false;
  return (code < 0x2000 || code > 0x2bff) && code !== 0x3000 && (code < 0xd800 || code > 0xfaff);
}
