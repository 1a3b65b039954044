import { UsageError } from "../../core/user_error.ts";
import { isDay } from "../../core/scratchpad/is_day.ts";
import { findFaults, type SectionFault } from "../../core/scratchpad/sections.ts";
import { hasScratchpads } from "../../host/scratchpad_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit } from "../place_options.ts";
import { plainLine, plainText } from "../plain_text.ts";
import { alignRows } from "../table.ts";
import { findScratchpads, type ScratchpadPlace } from "./place.ts";

export interface ListOptions {
  readonly project?: string;
  readonly agent?: string;
  readonly day?: string;
  readonly limit?: string;
  readonly json?: true;
}

/** A scratchpad as `list` shows it. */
interface ListedScratchpad {
  readonly day: string;
  readonly agent: string;
  readonly path: string;
  /** `complete`, `incomplete`, or `unreadable` for what cannot be judged and therefore passes. */
  readonly state: "complete" | "incomplete" | "unreadable";
  readonly missing: readonly string[];
  readonly empty: readonly string[];
}

const DEFAULT_LIMIT = 50;

/** `mneme scratchpad list`: newest day first, in it by agent. */
export function listScratchpads(options: ListOptions): void {
  if (options.day !== undefined && !isDay(options.day)) {
    throw new UsageError(`Cannot take ${JSON.stringify(options.day)} as --day`, {
      hint: "give a date such as 2026-03-01",
    });
  }
  const limit = chosenLimit(options.limit, DEFAULT_LIMIT);
  const place = findScratchpads(options.project);
  const found = namesOf(place, options);
  const listed = found.slice(0, limit).map(({ agent, day }) => describe(place, agent, day));
  if (options.json) return printJson(listed);
  for (const line of alignRows(listed.map(columns))) printLine(line);
  if (listed.length === 0) warnLine(nothingListed(place, options));
  else if (found.length > limit) warnLine("These are the newest; --limit shows more");
}

function nothingListed({ project, files }: ScratchpadPlace, { agent, day }: ListOptions): string {
  const folder = plainText(files.folder);
  if (!hasScratchpads(project)) {
    return `No scratchpad in ${folder}; \`mneme scratchpad init\` sets a project up`;
  }
  if (agent === undefined && day === undefined) return `No scratchpad in ${folder} yet; agents write them`;
  return `No such scratchpad in ${folder}; without --agent and --day all are listed`;
}

function namesOf({ files }: ScratchpadPlace, { agent, day }: ListOptions): { agent: string; day: string }[] {
  return files.agents().filter((one) => agent === undefined || one === agent)
    .flatMap((one) => files.days(one).map((date) => ({ agent: one, day: date })))
    .filter((one) => day === undefined || one.day === day)
    .sort((a, b) => a.day === b.day ? compare(a.agent, b.agent) : compare(b.day, a.day));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function describe({ files, settings }: ScratchpadPlace, agent: string, day: string): ListedScratchpad {
  const content = files.read(agent, day);
  const faults = content.kind === "text" ? findFaults(content.text, settings.sections) : [];
  const named = (kind: SectionFault["kind"]) =>
    faults.filter((fault) => fault.kind === kind).map(({ section }) => section);
  return {
    day,
    agent,
    path: files.pathOf(agent, day),
    state: content.kind !== "text" ? "unreadable" : faults.length === 0 ? "complete" : "incomplete",
    missing: named("missing"),
    empty: named("empty"),
  };
}

function columns({ day, agent, state, missing, empty }: ListedScratchpad): string[] {
  const about = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(", ")}`]),
    ...(empty.length === 0 ? [] : [`empty: ${empty.join(", ")}`]),
  ];
  return [day, plainLine(agent, 80), [state, ...about.map((part) => plainLine(part, 200))].join("; ")];
}
