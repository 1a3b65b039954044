/** Fires the real hooks as Claude Code fires them, and writes the transcript that they read. */
import { dirname, join } from "node:path";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { contextOf } from "../_support/hook_answer.ts";
import { runProgram } from "../_support/run_program.ts";
import { asLines, assistantRow, userRow } from "../_support/transcript_rows.ts";
import type { Helper, LogEntry, PlayedSession, PlayerFolder, PlayState } from "./player_folder.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a call did: what the agent sees, and what the hooks are given as `tool_response`. */
interface CallResult {
  readonly output: string;
  readonly failed: boolean;
  readonly response: unknown;
}

export class Client {
  readonly folder: PlayerFolder;
  readonly state: PlayState;
  /** The helper that acts, in place of the agent. */
  readonly helper: Helper | undefined;

  constructor(folder: PlayerFolder, { asHelper }: { readonly asHelper: boolean }) {
    this.folder = folder;
    this.state = folder.read();
    const helper = this.state.session?.helper;
    if (asHelper && (helper === undefined || helper.report !== undefined)) {
      throw new Error("No helper is at work.");
    }
    this.helper = asHelper ? helper : undefined;
  }

  /** The session that is played; an error says what to do where there is none. */
  get session(): PlayedSession {
    const { session } = this.state;
    if (session === undefined || session.ended) {
      throw new Error("No session is open. There is nothing left to do here.");
    }
    return session;
  }

  get hasHooks(): boolean {
    return this.state.way.startsWith("mneme");
  }

  save(): void {
    this.folder.write(this.state);
  }

  /** Runs the hook of an event and gives what it has for the model: `""` where it has nothing. */
  async fire(event: string, fields: Fields): Promise<string> {
    if (!this.hasHooks) return "";
    const { session, state, folder } = this;
    const payload = {
      session_id: session.id,
      transcript_path: session.transcript,
      cwd: state.repo,
      ...(/^(Session|SubagentStart)/.test(event) ? {} : { permission_mode: "default" }),
      hook_event_name: event,
      ...(this.helper === undefined || event === "SubagentStart" || event === "SubagentStop"
        ? {}
        : { agent_id: this.helper.agentId, agent_type: "general-purpose" }),
      ...fields,
    };
    const { executable } = HOOK_REGISTRATIONS.find((row) => row.event === event)!;
    const outcome = await runProgram(join(state.dist, executable), {
      args: [HOOK_MARKER],
      env: folder.environment(state),
      cwd: state.repo,
      stdin: new TextEncoder().encode(`${JSON.stringify(payload)}\n`),
    });
    const text = contextOf(outcome);
    if (text !== "") this.log({ kind: "told", moment: event, text });
    return text;
  }

  /** Calls a tool with all that happens around it, and prints what the agent sees. */
  async call(tool: string, input: Fields, act: () => CallResult | Promise<CallResult>): Promise<CallResult> {
    const id = `toolu_${random(20)}`;
    const use = { tool_name: tool, tool_input: input, tool_use_id: id };
    this.row("assistant", [{ type: "tool_use", id, name: tool, input }]);
    const early = await this.fire("PreToolUse", use);
    const started = performance.now();
    const result = await resultOf(act);
    const { output, failed, response } = result;
    const took = { ...use, duration_ms: Math.round(performance.now() - started) };
    this.row("user", [{ tool_use_id: id, type: "tool_result", content: output, is_error: failed }], {
      toolUseResult: failed ? `Error: ${output}` : response,
    });
    this.log({ kind: "call", tool, failed, text: JSON.stringify(input).slice(0, 2_000) });
    const late = failed
      ? await this.fire("PostToolUseFailure", { ...took, error: output, is_interrupt: false })
      : await this.fire("PostToolUse", { ...took, tool_response: response });
    remind(early);
    console.log(output.trim() === "" ? "(no output)" : cut(output));
    remind(late);
    this.save();
    return result;
  }

  /** A call that the client refuses before any hook: the agent sees why. */
  refuse(tool: string, reason: string): void {
    this.log({ kind: "call", tool, failed: true, text: reason });
    console.log(reason);
  }

  log(entry: LogEntry): void {
    this.folder.log(this.state, this.helper === undefined ? entry : { ...entry, by: "helper" });
  }

  /** Adds a row to the transcript of who acts. */
  row(type: "user" | "assistant", content: unknown, more: Fields = {}): void {
    const { session, helper } = this;
    const uuid = crypto.randomUUID();
    const line = (type === "user" ? userRow : assistantRow)(content, {
      parentUuid: session.lastRow,
      isSidechain: helper !== undefined,
      ...(helper === undefined ? {} : { agentId: helper.agentId }),
      cwd: this.state.repo,
      sessionId: session.id,
      uuid,
      timestamp: new Date().toISOString(),
      ...more,
    });
    if (helper === undefined) session.lastRow = uuid;
    const path = helper?.transcript ?? session.transcript;
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, asLines([line]), { append: true });
  }
}

/** What throws has failed, with its message as what the agent sees. */
async function resultOf(act: () => CallResult | Promise<CallResult>): Promise<CallResult> {
  try {
    return await act();
  } catch (error) {
    return { output: (error as Error).message, failed: true, response: undefined };
  }
}

/** Shows what a hook has said, as the client shows it to a model. */
export function remind(text: string): void {
  if (text !== "") console.log(`<system-reminder>\n${text}\n</system-reminder>`);
}

const MOST_SHOWN = 16_000;

function cut(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  const half = MOST_SHOWN / 2;
  return `${text.slice(0, half)}\n… ${text.length - MOST_SHOWN} characters cut …\n${text.slice(-half)}`;
}

export function random(length: number): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, length);
}
