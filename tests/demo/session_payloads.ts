/** One hook call of the client: which executable, and what it gets on stdin. */
export interface HookCall {
  readonly hook: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** How many rows the transcript had at that moment. */
  readonly rows: number;
}

interface Row {
  readonly type: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly promptId?: string;
  readonly message: { readonly content: string | readonly Block[] };
  readonly toolUseResult?: unknown;
}

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: unknown;
  readonly text?: string;
}

/** The hook calls that the client made while it wrote this transcript, in their order. */
export function hookCalls(transcript: string, transcriptPath: string): HookCall[] {
  const rows = transcript.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
  const first = rows[0]!;
  const common = { session_id: first.sessionId, cwd: first.cwd, transcript_path: transcriptPath };
  const start = { ...common, hook_event_name: "SessionStart", source: "startup" };
  const end = { ...common, hook_event_name: "SessionEnd", reason: "other" };
  return [
    { hook: "session-start", payload: start, rows: 0 },
    ...new SessionReader(common).read(rows),
    { hook: "session-end", payload: end, rows: rows.length },
  ];
}

class SessionReader {
  readonly #common: Readonly<Record<string, unknown>>;
  readonly #calls: HookCall[] = [];
  readonly #tools = new Map<string, Block>();
  #promptId = "";
  #lastText = "";
  #rows = 0;

  constructor(common: Readonly<Record<string, unknown>>) {
    this.#common = common;
  }

  read(rows: readonly Row[]): HookCall[] {
    for (const row of rows) {
      const { content } = row.message;
      if (typeof content === "string" && this.#promptId !== "") this.#stop();
      this.#rows++;
      if (typeof content === "string") this.#prompt(row, content);
      else for (const block of content) this.#block(row, block);
    }
    this.#stop();
    return this.#calls;
  }

  #prompt(row: Row, prompt: string): void {
    this.#promptId = row.promptId ?? "";
    this.#add("user-prompt-submit", { hook_event_name: "UserPromptSubmit", prompt });
  }

  #block(row: Row, block: Block): void {
    if (block.type === "text" && row.type === "assistant") this.#lastText = block.text ?? "";
    if (block.type === "tool_use") {
      this.#tools.set(block.id ?? "", block);
      this.#add("pre-tool-use", { hook_event_name: "PreToolUse", ...toolFields(block) });
    }
    if (block.type === "tool_result") this.#result(row, block);
  }

  #result(row: Row, block: Block): void {
    const tool = this.#tools.get(block.tool_use_id ?? "");
    if (tool === undefined) return;
    const outcome = block.is_error === true
      ? { hook_event_name: "PostToolUseFailure", error: String(block.content), is_interrupt: false }
      : { hook_event_name: "PostToolUse", tool_response: row.toolUseResult };
    this.#add("post-tool-use", { ...toolFields(tool), ...outcome });
  }

  #stop(): void {
    this.#add("stop", {
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: this.#lastText,
      background_tasks: [],
    });
  }

  #add(hook: string, fields: Readonly<Record<string, unknown>>): void {
    const payload = { ...this.#common, prompt_id: this.#promptId, ...fields };
    this.#calls.push({ hook, payload, rows: this.#rows });
  }
}

function toolFields({ id, name, input }: Block): Record<string, unknown> {
  return { tool_name: name, tool_input: input, tool_use_id: id };
}
