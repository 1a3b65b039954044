import { isSkippedTool } from "../../src/shell/tools.ts";
import { otherEvents, type PlainEvent } from "../_support/hook_events.ts";
import { recordedPayloads } from "../_support/recorded_payloads.ts";
import { Random } from "./random.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One run of a hook. */
export interface PlannedEvent {
  readonly hook: string;
  readonly event: string;
  readonly fields: Fields;
  /** What must be kept of it, once; `undefined` where nothing but the event itself is. */
  readonly key?: { readonly kind: "call" | "prompt"; readonly id: string };
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
const PROMPTS = [
  "Why is the cart off by a cent for some customers",
  "Rename the ledger of the invoices and keep the old name working",
  "From now on always use pnpm instead of npm in this repository",
  "The upload fails for files over 5 MB: find out why",
  "Make the export of the report stream instead of loading all rows",
];
const ANSWERS = [
  "We went with SQLite instead of Postgres because it needs no server.",
  "Done: the totals are rounded once, at the end.",
  "The root cause was a stale lock file; removing it before the start fixes it.",
];

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

/** In events of one session, as the soak plays them. */
const FEW_SECONDS = 60;

/** About so many events over the sessions, as a heavy user's day has them. */
export function planSessions(sessions: number, events: number, seed: number): PlannedSession[] {
  return Array.from({ length: sessions }, (_, i) => {
    const planner = new SessionPlanner(`soak-${i}`, new Random(seed + i));
    return { id: `soak-${i}`, project: i % PROJECTS, events: planner.plan(Math.floor(events / sessions)) };
  });
}

class SessionPlanner {
  readonly #id: string;
  readonly #random: Random;
  readonly #events: PlannedEvent[] = [];
  readonly #calls = recordedCalls();
  #prompts = 0;
  #tools = 0;

  constructor(id: string, random: Random) {
    this.#id = id;
    this.#random = random;
  }

  plan(count: number): PlannedEvent[] {
    this.#add("session-start", "SessionStart", { source: "startup" });
    while (this.#events.length < count - 2) {
      this.#turn();
      if (this.#random.chance(0.04) && this.#isLaterThan("pre-compact")) this.#compact();
      if (this.#random.chance(0.03) && this.#isLaterThan("session-end")) this.#resume();
    }
    // The last one is never killed: it starts what comes after the session.
    this.#events.push({ hook: "session-end", event: "SessionEnd", fields: { reason: "prompt_input_exit" } });
    return this.#events;
  }

  /** Whether the hook ran long enough ago: within two seconds the same would be taken for a second install's report. */
  #isLaterThan(hook: string): boolean {
    return !this.#events.slice(-FEW_SECONDS).some((event) => event.hook === hook);
  }

  #turn(): void {
    const promptId = `${this.#id}-prompt-${++this.#prompts}`;
    const prompt = `${this.#random.pick(PROMPTS)} (${this.#id}, ${this.#prompts})`;
    this.#add("user-prompt-submit", "UserPromptSubmit", { prompt_id: promptId, prompt }, {
      key: { kind: "prompt", id: promptId },
      said: { role: "user", text: prompt },
    });
    for (let i = 1 + this.#random.below(12); i > 0; i--) this.#call({ prompt_id: promptId });
    if (this.#random.chance(0.2)) this.#helper(promptId);
    for (const { hook, event, fields } of OTHERS) this.#add(hook, event, { ...fields, prompt_id: promptId });
    const answer = this.#random.pick(ANSWERS);
    this.#add("stop", "Stop", {
      prompt_id: promptId,
      stop_hook_active: false,
      background_tasks: [],
      last_assistant_message: answer,
    }, { said: { role: "assistant", text: answer } });
  }

  #call(fields: Fields): void {
    const id = `toolu_${this.#id}_${++this.#tools}`;
    const recorded = this.#random.pick(this.#calls);
    const { tool_name, tool_input } = recorded;
    this.#add("pre-tool-use", "PreToolUse", { ...fields, tool_name, tool_input, tool_use_id: id });
    const grown = "error" in recorded || this.#random.chance(0.5) ? recorded : this.#grown(recorded);
    this.#add("post-tool-use", String(recorded.hook_event_name), {
      ...grown,
      ...fields,
      tool_use_id: id,
    }, { key: { kind: "call", id } });
  }

  /** Real outputs are longer than recorded ones: a few kilobytes, seldom a hundred. */
  #grown(recorded: Fields): Fields {
    const lines = this.#random.chance(0.02) ? 2000 : 20 + this.#random.below(150);
    const text = Array.from(
      { length: lines },
      (_, i) => `${i}: total ${this.#random.below(1e9)} of the ledger`,
    );
    return { ...recorded, tool_response: { stdout: text.join("\n"), stderr: "", interrupted: false } };
  }

  #helper(promptId: string): void {
    const agent = { agent_id: `${this.#id}-agent-${this.#tools}`, agent_type: "general-purpose" };
    this.#add("subagent-start", "SubagentStart", { ...agent, prompt_id: promptId });
    for (let i = 1 + this.#random.below(5); i > 0; i--) this.#call({ ...agent, prompt_id: promptId });
    this.#add("subagent-stop", "SubagentStop", { ...agent, prompt_id: promptId, stop_hook_active: false });
  }

  #compact(): void {
    this.#add("pre-compact", "PreCompact", { trigger: "auto", custom_instructions: null });
    this.#add("session-start", "SessionStart", { source: "compact" });
  }

  #resume(): void {
    this.#add("session-end", "SessionEnd", { reason: "other" });
    this.#add("session-start", "SessionStart", { source: "resume" });
  }

  #add(hook: string, event: string, fields: Fields, more: Pick<PlannedEvent, "key" | "said"> = {}): void {
    const kill = this.#random.chance(KILLED) ? { killAt: this.#random.next() * 1.5 } : {};
    this.#events.push({ hook, event, fields, ...more, ...kill });
  }
}

/** Calls that are captured, without what is of their own session. */
function recordedCalls(): Fields[] {
  const calls = recordedPayloads().map(({ payload }) => payload as Fields).filter((
    { hook_event_name, tool_name },
  ) => String(hook_event_name).startsWith("PostToolUse") && !isSkippedTool(String(tool_name), []));
  return calls.map((
    { session_id: _, transcript_path: __, cwd: ___, agent_id: ____, agent_type: _____, ...call },
  ) => call);
}
