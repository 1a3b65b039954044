import type { PromptView, ToolCallView } from "../../store/session_details.ts";
import type { SessionView } from "../../store/session_views.ts";
import { indentedLines, localTime, plainLine, plainText } from "../plain_text.ts";
import { alignRows, amount } from "../table.ts";

const TITLE_UNITS = 100;
const PROMPT_UNITS = 300;
const DETAIL_UNITS = 160;
const OBSERVATION_UNITS = 240;

/** A line per session; with `projects`, each says where it was. */
export function sessionLines(
  sessions: readonly SessionView[],
  options: { readonly projects: "shown" | "hidden" },
): string[] {
  return alignRows(
    sessions.map((session) => [
      session.id,
      localTime(session.started_at),
      session.status,
      amount(session.prompt_count, "prompt"),
      amount(session.tool_count, "tool call"),
      ...(options.projects === "shown" ? [plainText(session.project)] : []),
      titleOf(session),
    ]),
    [3, 4],
  );
}

/** What a session was, before its prompts and calls. */
export function sessionHead(session: SessionView): string[] {
  const end = session.ended_at === null
    ? "not yet"
    : `${localTime(session.ended_at)} (${plainLine(session.end_reason ?? "no reason given", 40)})`;
  const told = session.summary?.split("\n").filter((line) => line.trim() !== "") ?? [];
  const summary = told.map((line, i) => [i === 0 ? "summary" : "", plainLine(line, 1000)]);
  return [
    `${session.id}  ${titleOf(session)}`,
    ...alignRows([
      ["session", plainText(session.session_id)],
      ["project", plainText(session.project)],
      ["started", `${localTime(session.started_at)}${session.source === null ? "" : ` (${session.source})`}`],
      ["ended", end],
      ["held", `${amount(session.prompt_count, "prompt")}, ${amount(session.tool_count, "tool call")}`],
      ...summary,
    ]),
  ];
}

/** The prompt on one line, or whole and indented. */
export function promptLines(prompt: PromptView, extent: "line" | "whole"): string[] {
  const head = `${localTime(prompt.created_at)}  prompt ${prompt.number}`;
  if (extent === "line") return [`${head}  ${plainLine(prompt.text, PROMPT_UNITS)}`];
  return [head, ...indentedLines(prompt.text)];
}

/** Time, tool, what it was about or was noted of it, and how it ended; with a payload, that below. */
export function toolCallLines(call: ToolCallView, payload?: string): string[] {
  const marks = [call.outcome ?? undefined, call.failed ? "FAILED" : undefined]
    .filter((mark) => mark !== undefined);
  const about = call.observation ?? (call.files_touched.join(", ") || (call.detail ?? ""));
  const line = [
    localTime(call.created_at),
    plainLine(call.agent_type ? `${call.tool_name} (${call.agent_type})` : call.tool_name, 60),
    plainLine(about, call.observation === null ? DETAIL_UNITS : OBSERVATION_UNITS),
    ...marks.map((mark) => `[${plainLine(mark, 40)}]`),
  ].filter((part) => part !== "").join("  ");
  return [line, ...(payload === undefined ? [] : indentedLines(prettyJson(payload)))];
}

function titleOf(session: SessionView): string {
  return plainLine(session.title ?? "(no prompt)", TITLE_UNITS);
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
