import { frameContext, quoteLine } from "../base/frame.ts";
import { COORDINATOR_OPENING } from "../base/conversation.ts";
import type { SectionFault } from "./scratchpad_sections.ts";

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

/** Returns the reason why an agent may not stop yet. `faults` is `undefined` if the file does not exist. */
export function blockReason(
  duty: Omit<ScratchpadDuty, "day">,
  faults: readonly SectionFault[] | undefined,
): string {
  const opening = `Scratchpad missing or incomplete: ${duty.path}`;
  const wrong = faults === undefined ? "The file does not exist." : `${faultText(faults)}.`;
  const now = faults === undefined ? "Write it now" : "Complete it now";
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
