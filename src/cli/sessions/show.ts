import { UserError } from "../../core/user_error.ts";
import {
  type PromptView,
  sessionPrompts,
  sessionToolCalls,
  toolCallPayload,
  type ToolCallView,
} from "../../store/session_details.ts";
import { sessionsCalled, type SessionView } from "../../store/session_views.ts";
import type { Store } from "../../store/store.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { promptLines, sessionHead, toolCallLines } from "./lines.ts";

export interface ShowOptions {
  readonly full?: true;
  readonly json?: true;
}

/** Of a long session the last calls say how it ended; more are a flood for whoever reads them. */
const SHOWN_CALLS = 200;

/** `mneme sessions show`. An id that no or more than one session has is a `UserError`. */
export function showSession(id: string, options: ShowOptions): void {
  const found = readStore(requirePaths(), (store) => {
    const session = requireOne(sessionsCalled(store, id, 3), id);
    if (options.json) printJson(asJson(store, session, options));
    else printSession(store, session, options);
    return true;
  }, false);
  if (!found) requireOne([], id);
}

function requireOne(sessions: readonly SessionView[], id: string): SessionView {
  const [first, second] = sessions;
  const name = plainText(JSON.stringify(id));
  if (first === undefined) {
    throw new UserError(`Cannot show session ${name}: there is none`, {
      hint: "`mneme sessions list --all` shows what there is",
    });
  }
  if (second === undefined) return first;
  throw new UserError(`Cannot show session ${name}: more than one session id starts so`, {
    hint: `give more of it, or ${sessions.map((session) => session.id).join(", ")}`,
  });
}

function printSession(store: Store, session: SessionView, options: ShowOptions): void {
  const limit = options.full ? Number.MAX_SAFE_INTEGER : SHOWN_CALLS;
  const calls = sessionToolCalls(store, session.session_id, limit);
  for (const line of sessionHead(session)) printLine(line);
  printLine("");
  if (calls.length === limit) {
    printLine(`(the last ${limit} tool calls; all of them: mneme sessions show ${session.id} --full)`);
  }
  for (const step of inOrder(sessionPrompts(store, session.session_id), calls)) {
    for (const line of stepLines(store, step, options)) printLine(line);
  }
}

type Step =
  | { readonly at: string; readonly prompt: PromptView }
  | { readonly at: string; readonly call: ToolCallView };

/** Prompts and calls as they came; in the same millisecond the prompt is first. */
function inOrder(prompts: readonly PromptView[], calls: readonly ToolCallView[]): Step[] {
  const steps: Step[] = [
    ...prompts.map((prompt) => ({ at: prompt.created_at, prompt })),
    ...calls.map((call) => ({ at: call.created_at, call })),
  ];
  return steps.sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
}

function stepLines(store: Store, step: Step, { full }: ShowOptions): string[] {
  if ("prompt" in step) return promptLines(step.prompt, full ? "whole" : "line");
  return toolCallLines(step.call, full ? toolCallPayload(store, step.call.row) : undefined);
}

function asJson(store: Store, session: SessionView, { full }: ShowOptions) {
  const calls = sessionToolCalls(store, session.session_id, Number.MAX_SAFE_INTEGER);
  return {
    ...session,
    prompts: sessionPrompts(store, session.session_id),
    tool_calls: calls.map(({ row, ...call }) => ({
      ...call,
      ...(full ? { payload: parsed(toolCallPayload(store, row)) } : {}),
    })),
  };
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? "null");
  } catch {
    return payload; // not JSON after all: as it is
  }
}
