import { otherEvents } from "../_support/hook_events.ts";
import type { TestHome } from "../_support/test_home.ts";

/** A hook in the matrix: an event for it, and how to find that event afterwards. */
export interface HookRow {
  readonly name: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Rows that stand for the event; `undefined` for a hook that records nothing. */
  readonly count: string | undefined;
}

/** The session of the event that meets the fault. */
export const SESSION = "session-in-trouble";

const TOOL = { tool_name: "Bash", tool_use_id: "toolu_trouble", tool_input: { command: "make" } };
export const FAILED_RUN = "Exit code 1\n1 failed in 0.1s";
const WORTH_SAVING = "The API does not support files over 5 MB, so larger uploads are rejected.";
const CAPTURE = "from pending_queue where tool_use_id = 'toolu_trouble' and json_valid(payload)";

function eventOf(name: string): string {
  return `from event_log where session_id = '${SESSION}' and event = 'hook.${name}'`;
}

/** Events of which more must be kept than a row of the log. */
const OWN_ROWS: readonly HookRow[] = [
  row(
    "user-prompt-submit",
    "UserPromptSubmit",
    { prompt_id: "p1", prompt: "in trouble" },
    "from prompts where text = 'in trouble'",
  ),
  row("pre-tool-use", "PreToolUse", TOOL, undefined),
  row("post-tool-use", "PostToolUse", { ...TOOL, tool_response: { stdout: "done" } }, CAPTURE),
  row("post-tool-use", "PostToolUseFailure", { ...TOOL, error: "Exit code 1" }, CAPTURE),
  // Its session has a prediction open: the failure is held against it.
  row(
    "post-tool-use",
    "PostToolUseFailure",
    { ...TOOL, tool_input: { command: "pytest" }, error: FAILED_RUN },
    CAPTURE,
  ),
  row("stop", "Stop", { prompt_id: "p1", stop_hook_active: false }, eventOf("stop")),
  row("stop", "Stop", { prompt_id: "p1", last_assistant_message: WORTH_SAVING }, eventOf("stop")),
];

/** One line per hook and event, and some more. */
export const HOOKS: readonly HookRow[] = [
  ...OWN_ROWS,
  ...otherEvents(OWN_ROWS.map(({ event }) => event)).map(({ hook, event, fields }) =>
    row(hook, event, fields, eventOf(hook.replaceAll("-", "_")))
  ),
];

function row(name: string, event: string, fields: HookRow["fields"], from: string | undefined): HookRow {
  return { name, event, fields, count: from === undefined ? undefined : `select count(*) as n ${from}` };
}

/** The payload of the hook's event in this home. */
export function payloadOf(hook: HookRow, home: TestHome): Record<string, unknown> {
  return home.payload(hook.event, { session_id: SESSION, ...hook.fields });
}
