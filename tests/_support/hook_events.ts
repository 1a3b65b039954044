// The events that the client sends to hooks, written down independently of the decoders: the oracle that they are
// tested against, and the plain example with which tests play a hook that they have no case of their own for.
import { type HookName, HOOKS } from "../../src/base/hook_names.ts";
import * as z from "zod";

/** Becomes a key and a log field with us: one line of at most 200 characters. */
// deno-lint-ignore no-control-regex
const ID = z.string().min(1).max(200).regex(/^[^\x00-\x1f\x7f]*$/);

const COMMON = {
  session_id: ID,
  transcript_path: z.string().min(1),
  cwd: z.string().min(1),
  prompt_id: ID.optional(),
  // A new mode fails here, so that somebody looks at what it means for hooks.
  permission_mode: z.enum(["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"])
    .optional(),
  effort: z.looseObject({ level: z.string() }).optional(),
  agent_id: ID.optional(),
  agent_type: z.union([ID, z.literal("")]).optional(), // "" at the stop of an agent that never started
};

const TOOL = {
  ...COMMON,
  tool_name: ID,
  tool_input: z.looseObject({}),
  tool_use_id: ID,
  mcp_server: z.looseObject({ name: z.string() }).optional(),
};

const STOP = {
  ...COMMON,
  stop_hook_active: z.boolean(),
  last_assistant_message: z.string().optional(),
  background_tasks: z.array(z.looseObject({ id: z.string(), type: z.string(), status: z.string() })),
  session_crons: z.array(z.looseObject({ id: z.string() })),
};

/** The schema of an event's real payloads, and a plain example: only the fields that mneme reads and not all events have. */
interface HookEvent {
  readonly schema: z.ZodType;
  readonly example: Readonly<Record<string, unknown>>;
}

/** Takes further fields, as later clients add some. */
function event<S extends z.ZodRawShape>(name: string, shape: S, example: HookEvent["example"]) {
  return { schema: z.looseObject({ ...shape, hook_event_name: z.literal(name) }), example };
}

const BASH = { tool_name: "Bash", tool_use_id: "toolu_example", tool_input: { command: "make" } };
const HELPER = { agent_id: "a1", agent_type: "Explore" };

/** By `hook_event_name`. A new hook needs a row here; whatever it does beyond the plain, its own tests play. */
export const HOOK_EVENTS = {
  SessionStart: event("SessionStart", { ...COMMON, source: ID, model: z.string().optional() }, {
    source: "startup",
  }),
  UserPromptSubmit: event("UserPromptSubmit", { ...COMMON, prompt: z.string() }, { prompt: "Go on." }),
  PreToolUse: event("PreToolUse", TOOL, BASH),
  PostToolUse: event(
    "PostToolUse",
    { ...TOOL, tool_response: z.json(), duration_ms: z.number().optional() },
    { ...BASH, tool_response: { stdout: "done" } },
  ),
  PostToolUseFailure: event(
    "PostToolUseFailure",
    { ...TOOL, error: z.string(), is_interrupt: z.boolean(), duration_ms: z.number().optional() },
    { ...BASH, error: "Exit code 1", is_interrupt: false },
  ),
  SubagentStart: event("SubagentStart", { ...COMMON, agent_id: ID, agent_type: ID }, HELPER),
  SubagentStop: event(
    "SubagentStop",
    { ...STOP, agent_id: ID, agent_transcript_path: z.string() },
    { ...HELPER, stop_hook_active: false, background_tasks: [] },
  ),
  Stop: event("Stop", STOP, { stop_hook_active: false, background_tasks: [] }),
  PreCompact: event(
    "PreCompact",
    { ...COMMON, trigger: ID, custom_instructions: z.string().nullable() },
    { trigger: "auto", custom_instructions: null },
  ),
  SessionEnd: event("SessionEnd", { ...COMMON, reason: ID }, { reason: "other" }),
} as const satisfies Readonly<Record<string, HookEvent>>;

export type WireEvent = keyof typeof HOOK_EVENTS;

/** One event of a hook, played plainly. */
export interface PlainEvent {
  readonly hook: HookName;
  readonly event: string;
  readonly fields: HookEvent["example"];
}

/** Every event that has no row among these, for tables that play each of them. */
export function otherEvents(played: readonly string[]): PlainEvent[] {
  const table: Readonly<Record<string, HookEvent>> = HOOK_EVENTS;
  return HOOKS.flatMap(({ name, events }) =>
    events.filter((event) => !played.includes(event))
      .map((event) => ({ hook: name, event, fields: table[event]?.example ?? {} }))
  );
}
