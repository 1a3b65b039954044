import { asObject, asText, parseJson, type WireObject } from "../base/json.ts";
import { isOwnQuestion } from "../base/conversation.ts";
import { HOOK_REGISTRATIONS } from "../base/hook_names.ts";
import { callFields, type Dialect, encoded, replyFields, shellResult } from "./dialect.ts";
import type { Reply } from "./reply.ts";

/** Cursor, according to its documentation; not tested with the client. Its transcripts are not read, as their format is not documented. */
export const CURSOR: Dialect = {
  owns: () => false,
  payload,
  answer,
  rows: () => [],
  hidesMessages: true,
  unheard: ["user-prompt-submit", "pre-tool-use", "subagent-start"],
};

/**
 * Cursor's names of the events, by Claude Code's names. They differ only in a small first letter, except that of
 * UserPromptSubmit.
 */
export const CURSOR_EVENTS: Readonly<Record<string, string>> = Object.fromEntries(
  HOOK_REGISTRATIONS.map(({ event }) => [
    event,
    event === "UserPromptSubmit" ? "beforeSubmitPrompt" : event.charAt(0).toLowerCase() + event.slice(1),
  ]),
);

function payload(given: WireObject): WireObject | undefined {
  const event = Object.keys(CURSOR_EVENTS).find((name) => CURSOR_EVENTS[name] === given.hook_event_name);
  if (event === undefined) return undefined;
  const roots = Array.isArray(given.workspace_roots) ? given.workspace_roots : [];
  const translated = {
    ...given,
    hook_event_name: event,
    // A subagent has its own conversation id. Its calls are recorded in the session that started it.
    session_id: given.parent_conversation_id ?? given.conversation_id ?? given.session_id,
    cwd: asText(given.cwd) || asText(roots[0]),
    prompt_id: given.generation_id,
    transcript_path: undefined,
  };
  switch (event) {
    case "UserPromptSubmit": // the follow-up of a stop comes as the next prompt
      return isOwnQuestion(asText(given.prompt) ?? "") ? undefined : translated;
    case "SessionStart":
      return { ...translated, source: "startup" };
    case "SubagentStart":
    case "SubagentStop":
      return { ...translated, agent_id: given.subagent_id, agent_type: given.subagent_type };
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
      return { ...translated, ...callOf(given, event) };
    default:
      return translated;
  }
}

function callOf(given: WireObject, event: string): WireObject {
  const call = callFields(given, /^MCP:(?:([^:]+):)?(.+)$/);
  if (event === "PostToolUseFailure") return { ...call, error: asText(given.error_message) ?? "" };
  if (event === "PreToolUse") return call;
  if (call.tool_name !== "Bash") return { ...call, tool_response: given.tool_output };
  const text = asText(given.tool_output) ?? "";
  const { exitCode, exit_code = exitCode, output, stdout, stderr } = asObject(given.tool_output) ??
    asObject(parseJson(text)) ?? {};
  const printed = [output, stdout, stderr].filter((one) => typeof one === "string");
  const whole = printed.length === 0 ? text : printed.filter((one) => one !== "").join("\n");
  return { ...call, ...shellResult(whole, exit_code) };
}

/** Cursor accepts context at the start of a session and after a call only. At a stop it accepts a next prompt. */
function answer(reply: Reply): string {
  const { context } = reply;
  const { reason } = replyFields(reply);
  if (reason) return encoded({ followup_message: reason });
  const isTaken = context?.event === "SessionStart" || context?.event.startsWith("PostToolUse") === true;
  return context?.text && isTaken ? encoded({ additional_context: context.text }) : "";
}
