import { contextOf } from "./hook_answer.ts";
import type { Outcome } from "./run_program.ts";
import { type RunOptions, TestHome } from "./test_home.ts";
import { asLines, assistantRow, textBlock, userRow } from "./transcript_rows.ts";

type Row = Readonly<Record<string, unknown>>;

export interface Turn {
  readonly prompt: string;
  readonly answer: string;
  /** The file that the agent edits in the turn. */
  readonly edits?: string;
}

/** A turn that holds one thing worth remembering beyond doubt. */
export const RULE: Turn = {
  prompt: "From now on always use pnpm instead of npm in this repository.",
  answer: "Understood.",
};
export const RULE_LINE = `- [PREFERENCE] ${RULE.prompt}`;

/** Another one. */
export const LIMIT: Turn = {
  prompt: "Why does the upload fail?",
  answer: "The API does not support files over 5 MB, so larger uploads are rejected with status 413.",
};
export const LIMIT_LINE = `- [CONSTRAINT] ${LIMIT.answer}`;

/** A session with a transcript of its own, as the client would have it, whose stops are run for real. */
export class StopSession implements Disposable {
  readonly home = new TestHome();
  readonly transcript = `${this.home.home}/.claude/projects/project/session-1.jsonl`;
  #turns = 0;
  #rows = 0;

  private constructor() {}

  /** `config` is the text of `config.yaml`. */
  static async start(config?: string): Promise<StopSession> {
    const session = new StopSession();
    if (config !== undefined) session.home.write("data/config.yaml", config);
    session.append([]);
    await session.home.fire("SessionStart", { source: "startup" });
    return session;
  }

  /** The prompt, its answer and the stop after it; what the model is told to go on with, or `""`. */
  async turn({ prompt, answer, edits }: Turn, fields: Row = {}, options: RunOptions = {}): Promise<string> {
    await this.prompt(prompt);
    const edit = { tool_name: "Edit", tool_input: { file_path: edits }, tool_response: {} };
    if (edits) await this.home.fire("PostToolUse", edit);
    this.append([this.row("user", prompt), this.row("assistant", answer)]);
    return askOf(await this.stop({ last_assistant_message: answer, ...fields }, options));
  }

  /** What the user enters, without an answer. */
  async prompt(prompt: string): Promise<Outcome> {
    this.#turns++;
    const payload = { prompt_id: `prompt-${this.#turns}`, prompt };
    return await this.home.fire("UserPromptSubmit", payload);
  }

  /** One run of the executable at the end of the current turn. */
  async stop(fields: Row = {}, options: RunOptions = {}): Promise<Outcome> {
    const common = { prompt_id: `prompt-${this.#turns}`, stop_hook_active: false, background_tasks: [] };
    return await this.home.fire("Stop", { ...common, ...fields }, options);
  }

  /** A row with an id of its own, not yet in the transcript. */
  row(role: "user" | "assistant", text: string): Row {
    const ids = { uuid: `u-${++this.#rows}`, sessionId: "session-1" };
    return role === "user" ? userRow(text, ids) : assistantRow([textBlock(text)], ids);
  }

  append(rows: readonly Row[]): void {
    Deno.mkdirSync(this.transcript.slice(0, this.transcript.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(this.transcript, asLines(rows), { append: true });
  }

  /** `m1 candidate DECISION text`, oldest first. */
  memories(): string[] {
    return this.home.rows("select id, status, category, body from memories order by id")
      .map(({ id, status, category, body }) => `m${id} ${status} ${category} ${body}`);
  }

  [Symbol.dispose](): void {
    this.home[Symbol.dispose]();
  }
}

/** The text for the model, in whatever form it was delivered; `""` when nothing was printed. */
export function askOf(outcome: Outcome): string {
  return contextOf(outcome) || outcome.stdout || outcome.stderr;
}

/** The lines of an ask that name what is to be saved. */
export function askedLines(ask: string): string[] {
  return ask.split("\n").filter((line) => line.startsWith("- ["));
}
