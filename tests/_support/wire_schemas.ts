// What the client sends, written down independently of the decoders: the oracle that they are tested against.
import * as z from "zod";

/** Becomes a key and a log field with us: one line of at most 200 characters. */
// deno-lint-ignore no-control-regex
const ID = z.string().min(1).max(200).regex(/^[^\x00-\x1f\x7f]*$/);

const COMMON = {
  session_id: ID,
  transcript_path: z.string().min(1),
  cwd: z.string().min(1),
  prompt_id: ID.optional(),
  permission_mode: z.enum(["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"])
    .optional(),
  effort: z.looseObject({ level: z.string() }).optional(),
  agent_id: ID.optional(),
  agent_type: z.union([ID, z.literal("")]).optional(),
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

function event<S extends z.ZodRawShape>(name: string, shape: S) {
  return z.looseObject({ ...shape, hook_event_name: z.literal(name) });
}

/** By `hook_event_name`; further fields are allowed, as later clients add some. */
export const WIRE_SCHEMAS = {
  SessionStart: event("SessionStart", { ...COMMON, source: ID, model: z.string().optional() }),
  UserPromptSubmit: event("UserPromptSubmit", { ...COMMON, prompt: z.string() }),
  PreToolUse: event("PreToolUse", TOOL),
  PostToolUse: event("PostToolUse", { ...TOOL, tool_response: z.json(), duration_ms: z.number().optional() }),
  PostToolUseFailure: event("PostToolUseFailure", {
    ...TOOL,
    error: z.string(),
    is_interrupt: z.boolean(),
    duration_ms: z.number().optional(),
  }),
  SubagentStart: event("SubagentStart", { ...COMMON, agent_id: ID, agent_type: ID }),
  SubagentStop: event("SubagentStop", { ...STOP, agent_id: ID, agent_transcript_path: z.string() }),
  Stop: event("Stop", STOP),
  PreCompact: event("PreCompact", { ...COMMON, trigger: ID, custom_instructions: z.string().nullable() }),
  SessionEnd: event("SessionEnd", { ...COMMON, reason: ID }),
} as const;

export type WireEvent = keyof typeof WIRE_SCHEMAS;
