import { isPlainName } from "../../core/scratchpad/agent_name.ts";
import { isDay } from "../../core/scratchpad/is_day.ts";
import { localDay } from "../../core/scratchpad/local_day.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { findScratchpads } from "./place.ts";

export interface ShowOptions {
  readonly project?: string;
  readonly json?: true;
}

/** `mneme scratchpad show`: the whole text of an agent's newest scratchpad, or of a day's. */
export function showScratchpad(agent: string, day: string | undefined, options: ShowOptions): void {
  const date = day === "today" ? localDay(new Date()) : day;
  requireNames(agent, date);
  const { files } = findScratchpads(options.project);
  const shown = date ?? files.days(agent)[0];
  const content = shown === undefined ? { kind: "missing" } as const : files.read(agent, shown);
  if (shown === undefined || content.kind === "missing") {
    throw new UserError(`Cannot show a scratchpad of ${plainText(agent)}: there is none${on(date)}`, {
      hint: "`mneme scratchpad list` shows what there is",
    });
  }
  const path = files.pathOf(agent, shown);
  if (content.kind === "unreadable") {
    throw new UserError(`Cannot show ${plainText(path)}: ${content.reason}`, {
      hint: "look at the file itself",
    });
  }
  const text = content.isWhole ? content.text : Deno.readTextFileSync(path);
  if (options.json) return printJson({ agent, day: shown, path, text });
  printLine(plainText(text).trimEnd());
}

function requireNames(agent: string, day: string | undefined): void {
  if (!isPlainName(agent)) {
    throw new UsageError(`Cannot take ${plainText(JSON.stringify(agent))} as an agent's name`, {
      hint: "give one that `mneme scratchpad list` shows",
    });
  }
  if (day !== undefined && !isDay(day)) {
    throw new UsageError(`Cannot take ${plainText(JSON.stringify(day))} as a day`, {
      hint: "give a date such as 2026-03-01, or today",
    });
  }
}

function on(day: string | undefined): string {
  return day === undefined ? "" : ` of ${day}`;
}
