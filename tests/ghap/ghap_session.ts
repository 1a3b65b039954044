import { TestHome } from "../_support/test_home.ts";

type Row = Readonly<Record<string, unknown>>;

export const ENTRY = {
  domain: "debugging",
  strategy: "read-the-error",
  goal: "test_total is right",
  hypothesis: "Floats lose cents",
  action: "Count in cents",
  prediction: "pytest passes",
  expects: "pass",
  expects_of: "tests",
};

const FAILURE = [
  "Exit code 1",
  "FAILED tests/test_cart.py::test_total - AssertionError: assert 29.99 == 30.0",
  "========================= 1 failed, 4 passed in 0.12s =========================",
].join("\n");

/** Sessions of one project whose hooks and commands are run for real. */
export class GhapSession implements Disposable {
  readonly home = new TestHome();
  #calls = 0;

  /** What the model is told at the start, or `""`. */
  async start(sessionId = "session-1", source = "startup"): Promise<string> {
    return contextOf(
      (await this.#hook("session-start", "SessionStart", { session_id: sessionId, source })).stdout,
    );
  }

  async end(sessionId = "session-1"): Promise<void> {
    await this.#hook("session-end", "SessionEnd", { session_id: sessionId, reason: "other" });
    await this.home.settle();
  }

  /** One tool of the server from a shell, as JSON. */
  async call(tool: string, args: Row = {}, sessionId = "session-1"): Promise<Record<string, unknown>> {
    const env = { CLAUDE_CODE_SESSION_ID: sessionId };
    const { code, stdout, stderr } = await this.home.mneme(["call", tool, JSON.stringify(args)], { env });
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  /** The same as an agent of a session calls it: with the hooks before and after. */
  async agentCall(tool: string, args: Row, fields: Row = {}): Promise<Record<string, unknown>> {
    const call = { tool_name: `mcp__mneme__${tool}`, tool_input: args, tool_use_id: this.#id(), ...fields };
    await this.#hook("pre-tool-use", "PreToolUse", call);
    const result = await this.call(tool, args, String(fields.session_id ?? "session-1"));
    await this.#hook("post-tool-use", "PostToolUse", { ...call, tool_response: JSON.stringify(result) });
    return result;
  }

  /** What the model is told before a call runs, or `""`. */
  async before(fields: Row = {}): Promise<string> {
    const call = {
      tool_name: "Read",
      tool_input: { file_path: "/p/a.ts" },
      tool_use_id: this.#id(),
      ...fields,
    };
    return contextOf((await this.#hook("pre-tool-use", "PreToolUse", call)).stdout);
  }

  /** A test run that fails or passes, and what the model is told of it. */
  async tests(result: "pass" | "fail", fields: Row = {}): Promise<string> {
    const call = {
      tool_name: "Bash",
      tool_input: { command: "cd app && pytest -q" },
      tool_use_id: this.#id(),
    };
    const payload = result === "fail" ? { ...call, error: FAILURE, is_interrupt: false, ...fields } : {
      ...call,
      tool_response: { stdout: "5 passed in 0.1s\n", stderr: "", interrupted: false },
      ...fields,
    };
    const event = result === "fail" ? "PostToolUseFailure" : "PostToolUse";
    return contextOf((await this.#hook("post-tool-use", event, payload)).stdout);
  }

  entry(id: number): Record<string, unknown> | undefined {
    return this.home.rows("select * from ghap where id = ?", id)[0];
  }

  #hook(name: string, event: string, fields: Row) {
    return this.home.hook(name, this.home.payload(event, fields));
  }

  #id(): string {
    return `toolu_${++this.#calls}`;
  }

  [Symbol.dispose](): void {
    this.home[Symbol.dispose]();
  }
}

function contextOf(stdout: string): string {
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}
