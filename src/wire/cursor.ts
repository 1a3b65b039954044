// Cursor's payloads and replies for `dialect.ts`, by Cursor's documentation; not tested with Cursor.
import { asObject, asText, asTexts, parseJson, type WireObject } from "../base/json.ts";
import { isOwnQuestion } from "../base/conversation.ts";
import { HOOK_REGISTRATIONS } from "../base/hook_names.ts";
import { isAtOrBelow, windowsPath } from "../base/slashes.ts";
import { shellResult } from "./claude_rows.ts";
import names from "./client_names.json" with { type: "json" };
import { type Dialect, type FileAccess, mcpName, payloadReader } from "./dialect.ts";
import { encoded, type Reply, replyFields } from "./reply.ts";

/** Cursor's names of events, by Claude Code's. */
export const CURSOR_EVENTS: Readonly<Record<string, string>> = Object.fromEntries(
  HOOK_REGISTRATIONS.map(({ event }) => [
    event,
    event === "UserPromptSubmit" ? "beforeSubmitPrompt" : event.charAt(0).toLowerCase() + event.slice(1),
  ]),
);

/** Reads no transcripts, as their format is not documented. */
export const CURSOR: Dialect = {
  owns: () => false,
  payload: payloadReader({
    events: CURSOR_EVENTS,
    fields: names.fields.cursor, // a subagent's calls belong to the session that started it
    mcp: /^MCP:(?:([^:]+):)?(.+)$/,
    ended: resultOf,
    adapted,
  }),
  answer,
  rows: () => [],
  unheard: ["user-prompt-submit", "pre-tool-use", "subagent-start"],
};

/** Cursor may not tell the server of `MCP:save_memory`. Not listed: `search`, `get`, which other servers have, too. */
const OWN_TOOL =
  /^mcp__mcp__(?=(?:save_memory|enrich_memories|forget_memory|store_value|list_values|list_sessions|assemble_context|find_fix|how_to_run|\w+_ghap)$)/;

function adapted(payload: WireObject): WireObject | undefined {
  const { hook_event_name: event, prompt } = payload;
  // Cursor sends the text that mneme returned at a stop as the next prompt.
  if (event === "UserPromptSubmit" && isOwnQuestion(asText(prompt) ?? "")) return undefined;
  if (payload.failure_type === "permission_denied") return undefined; // the call did not run
  const [cwd, roots] = [asText(payload.cwd), asTexts(payload.workspace_roots)];
  // A command may run anywhere, but its project is the session's: of several roots, the innermost around that place.
  const around = roots.filter((root) => isAtOrBelow(windowsPath(cwd ?? ""), windowsPath(root)));
  const folder = around.toSorted((a, b) => b.length - a.length)[0] || roots[0] || cwd;
  const source = event === "SessionStart" ? { source: "startup" } : {};
  const tool_name = asText(payload.tool_name)?.replace(OWN_TOOL, mcpName("mneme", ""));
  return { ...payload, ...source, tool_name, cwd: folder, transcript_path: undefined };
}

function resultOf(given: WireObject, _: FileAccess, tool: string): WireObject {
  if (given.hook_event_name === CURSOR_EVENTS.PostToolUseFailure) {
    return { error: asText(given.error_message) ?? "" };
  }
  if (tool !== "Bash") return { tool_response: given.tool_output };
  const text = asText(given.tool_output) ?? "";
  const { exitCode, exit_code = exitCode, output, stdout, stderr } = asObject(given.tool_output) ??
    asObject(parseJson(text)) ?? {};
  const printed = [output, stdout, stderr].filter((one) => typeof one === "string");
  return shellResult(printed.length === 0 ? text : printed.filter((one) => one !== "").join("\n"), exit_code);
}

/** Cursor accepts context at a session's start and after calls, and at a stop a next prompt. */
function answer(reply: Reply): string {
  const { context } = reply;
  const { reason } = replyFields(reply);
  if (reason) return encoded({ followup_message: reason });
  const isTaken = context?.event === "SessionStart" || context?.event.startsWith("PostToolUse") === true;
  return context?.text && isTaken ? encoded({ additional_context: context.text }) : "";
}
