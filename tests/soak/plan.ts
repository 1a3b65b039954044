import { isSkippedTool } from "../../src/shell/tools.ts";
import { otherEvents, type PlainEvent } from "../_support/hook_events.ts";
import { numbers, pick } from "../_support/random.ts";
import { recordedPayloads } from "../_support/recorded.ts";
import said from "./said.json" with { type: "json" };

type Fields = Readonly<Record<string, unknown>>;

/** One run of a hook. */
export interface PlannedEvent {
  readonly hook: string;
  readonly event: string;
  readonly fields: Fields;
  /** How far into its run it is killed, in usual durations; `undefined`: not at all. */
  readonly killAt?: number;
  /** What the client writes into the transcript before. */
  readonly said?: { readonly role: "user" | "assistant"; readonly text: string };
}

/** A session from its start to its end. */
export interface PlannedSession {
  readonly id: string;
  /** Which of the projects it is in. */
  readonly project: number;
  readonly events: readonly PlannedEvent[];
}

const PROJECTS = 4;
const KILLED = 0.01;

/** Events that a turn plays plainly: those that the planner has no part for. */
const OTHERS: readonly PlainEvent[] = otherEvents([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "PreCompact",
  "SessionEnd",
]);

const FEW_SECONDS = 60; // in events of one session, as the soak plays them

/** About so many events over the sessions, as a heavy user's day has them. */
export function planSessions(sessions: number, events: number, seed: number): PlannedSession[] {
  const calls = recordedCalls();
  return Array.from({ length: sessions }, (_, i) => {
    const options = { id: `soak-${i}`, next: numbers(seed + i), calls };
    return {
      id: options.id,
      project: i % PROJECTS,
      events: planSession(Math.floor(events / sessions), options),
    };
  });
}

interface Options {
  readonly id: string;
  readonly next: () => number;
  readonly calls: readonly Fields[];
}

function planSession(count: number, { id, next, calls }: Options): PlannedEvent[] {
  const events: PlannedEvent[] = [];
  const below = (end: number) => Math.floor(next() * end);
  let [prompts, tools] = [0, 0];

  function add(hook: string, event: string, fields: Fields, more: Pick<PlannedEvent, "said"> = {}): void {
    const kill = next() < KILLED ? { killAt: next() * 1.5 } : {};
    events.push({ hook, event, fields, ...more, ...kill });
  }
  /** Whether the hook ran long enough ago: within two seconds the same would be taken for a second install's report. */
  function isLaterThan(hook: string): boolean {
    return !events.slice(-FEW_SECONDS).some((event) => event.hook === hook);
  }
  function call(fields: Fields): void {
    const tool_use_id = `toolu_${id}_${++tools}`;
    const recorded = pick(calls, next);
    const { tool_name, tool_input, hook_event_name } = recorded;
    add("pre-tool-use", "PreToolUse", { ...fields, tool_name, tool_input, tool_use_id });
    const result = "error" in recorded || next() < 0.5
      ? recorded
      : { ...recorded, tool_response: longOutput() };
    add("post-tool-use", String(hook_event_name), { ...result, ...fields, tool_use_id });
  }
  /** Real outputs are longer than recorded ones: a few kilobytes, seldom a hundred. */
  function longOutput(): Fields {
    const length = next() < 0.02 ? 2000 : 20 + below(150);
    const lines = Array.from({ length }, (_, i) => `${i}: total ${below(1e9)} of the ledger`);
    return { stdout: lines.join("\n"), stderr: "", interrupted: false };
  }
  function helper(prompt_id: string): void {
    const agent = { agent_id: `${id}-agent-${tools}`, agent_type: "general-purpose", prompt_id };
    add("subagent-start", "SubagentStart", agent);
    for (let i = 1 + below(5); i > 0; i--) call(agent);
    add("subagent-stop", "SubagentStop", { ...agent, stop_hook_active: false });
  }
  function turn(): void {
    const prompt_id = `${id}-prompt-${++prompts}`;
    const prompt = `${pick(said.prompts, next)} (${id}, ${prompts})`;
    add("user-prompt-submit", "UserPromptSubmit", { prompt_id, prompt }, {
      said: { role: "user", text: prompt },
    });
    for (let i = 1 + below(12); i > 0; i--) call({ prompt_id });
    if (next() < 0.2) helper(prompt_id);
    for (const { hook, event, fields } of OTHERS) add(hook, event, { ...fields, prompt_id });
    const text = pick(said.answers, next);
    const stop = { prompt_id, stop_hook_active: false, background_tasks: [], last_assistant_message: text };
    add("stop", "Stop", stop, { said: { role: "assistant", text } });
  }

  add("session-start", "SessionStart", { source: "startup" });
  while (events.length < count - 2) {
    turn();
    if (next() < 0.04 && isLaterThan("pre-compact")) {
      add("pre-compact", "PreCompact", { trigger: "auto", custom_instructions: null });
      add("session-start", "SessionStart", { source: "compact" });
    }
    if (next() < 0.03 && isLaterThan("session-end")) {
      add("session-end", "SessionEnd", { reason: "other" });
      add("session-start", "SessionStart", { source: "resume" });
    }
  }
  // The last one is never killed: it starts what comes after the session.
  events.push({ hook: "session-end", event: "SessionEnd", fields: { reason: "prompt_input_exit" } });
  return events;
}

/** Calls that are captured, without what is of their own session. */
function recordedCalls(): Fields[] {
  return recordedPayloads().map(({ payload }) => payload as Fields).filter(({ hook_event_name, tool_name }) =>
    String(hook_event_name).startsWith("PostToolUse") && !isSkippedTool(String(tool_name), [])
  ).map(({ session_id: _, transcript_path: __, cwd: ___, agent_id: ____, agent_type: _____, ...call }) =>
    call
  );
}
