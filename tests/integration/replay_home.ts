import { replayCommand } from "../../src/cli/replay/replay_command.ts";
import { casesOf } from "../_support/cases.ts";
import { CliHome, type CommandRun } from "../_support/cli_home.ts";
import {
  asLines,
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A home with transcripts where the client keeps them. */
export class ReplayHome extends CliHome {
  readonly transcripts = `${this.root}/home/.claude/projects/-project`;

  constructor() {
    super();
    Deno.mkdirSync(this.transcripts, { recursive: true });
  }

  /** Lays down a transcript; returns its path. */
  write(name: string, content: string | Uint8Array | readonly Fields[]): string {
    const path = `${this.transcripts}/${name}`;
    Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
    if (content instanceof Uint8Array) Deno.writeFileSync(path, content);
    else Deno.writeTextFileSync(path, typeof content === "string" ? content : asLines(content));
    return path;
  }

  replay(...args: string[]): Promise<CommandRun> {
    return this.run(replayCommand(), args);
  }

  /** What a replay says it did. */
  async replayJson(...args: string[]): Promise<Record<string, unknown>> {
    return JSON.parse(await this.print(replayCommand(), ...args, "--json"));
  }

  /** Everything that a replay writes, without the numbers of rows. */
  dump(): Record<string, unknown[]> {
    const tables = {
      sessions:
        "session_id, project, cwd, source, status, started_at, ended_at, end_reason, prompt_count, tool_count, title, summary",
      prompts: "session_id, prompt_id, number, text, created_at",
      pending_queue:
        "session_id, tool_use_id, agent_id, agent_type, prompt_id, tool_name, priority, status, files_touched, outcome, created_at, payload",
      memories: "project, category, body, evidence, source, confidence, status, session_id, created_at",
      asks: "session_id, category, key, evidence_uuid, prompt_count, created_at",
    };
    return Object.fromEntries(
      Object.entries(tables).map(([table, columns]) => [
        table,
        this.rows(`select ${columns} from ${table} order by ${columns.split(", ").slice(0, 5).join(", ")}`),
      ]),
    );
  }
}

/** A session as the client writes it, row by row; each row is a second later than the one before. */
export class SessionRows {
  readonly rows: Fields[] = [];
  readonly #common: Fields;
  #second: number;

  constructor(sessionId: string, cwd: string, { start = "2026-03-01T10:00:00.000Z" } = {}) {
    this.#common = { sessionId, cwd };
    this.#second = Date.parse(start) / 1000;
  }

  prompt(text: string, promptId?: string, fields: Fields = {}): this {
    return this.add(userRow(text, { ...(promptId === undefined ? {} : { promptId }), ...fields }));
  }

  say(text: string, fields: Fields = {}): this {
    return this.add(assistantRow([textBlock(text)], fields));
  }

  /** A call that succeeded; `response` is what its hook was told. */
  call(id: string, name: string, { input = {}, response = "ok", fields = {} }: CallParts = {}): this {
    this.add(assistantRow([toolUseBlock(id, name, input)], fields));
    const content = typeof response === "string" ? response : JSON.stringify(response);
    return this.add(userRow([toolResultBlock(id, content)], { toolUseResult: response, ...fields }));
  }

  fail(
    id: string,
    name: string,
    { input = {}, error = "Exit code 1" }: { input?: Fields; error?: string } = {},
  ): this {
    this.add(assistantRow([toolUseBlock(id, name, input)]));
    return this.add(
      userRow([toolResultBlock(id, error, { is_error: true })], { toolUseResult: `Error: ${error}` }),
    );
  }

  add(row: Fields): this {
    const uuid = `${this.#common.sessionId}-${this.rows.length}`;
    const timestamp = new Date(this.#second++ * 1000).toISOString();
    this.rows.push({ ...row, uuid, timestamp, ...this.#common });
    return this;
  }
}

interface CallParts {
  readonly input?: Fields;
  readonly response?: unknown;
  readonly fields?: Fields;
}

/** A session with a bit of everything that is kept. */
export function workingSession(
  sessionId: string,
  cwd: string,
  start = "2026-03-01T10:00:00.000Z",
): SessionRows {
  const session = new SessionRows(sessionId, cwd, { start });
  const steps = JSON.stringify(casesOf(`${import.meta.dirname}/working_session`)).replaceAll("$ID", sessionId)
    .replaceAll("$CWD", JSON.stringify(cwd).slice(1, -1));
  for (const [step, ...given] of JSON.parse(steps)) session[step as "add"](...given as [Fields]);
  return session;
}
