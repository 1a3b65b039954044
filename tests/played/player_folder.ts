/** Keeps a player's folder: what the client knows between two of its commands, and the log of everything. */
import { join } from "node:path";
import { estimateTokens } from "../../src/base/token_estimate.ts";
import type { Scenario } from "./scenario.ts";

export const WAYS = ["none", "notes", "mneme"] as const;
export type Way = typeof WAYS[number];

export interface Helper {
  readonly agentId: string;
  readonly toolUseId: string;
  readonly task: string;
  readonly transcript: string;
  /** That a SubagentStop has had it go on. */
  continued: boolean;
  report: string | undefined;
}

export interface PlayedSession {
  readonly name: string;
  readonly id: string;
  readonly transcript: string;
  turn: number;
  promptId: string;
  lastRow: string | null;
  /** That a Stop of this turn has had the agent go on. */
  continued: boolean;
  ended: boolean;
  helper: Helper | undefined;
}

export interface PlayState {
  readonly way: Way;
  readonly scenario: Scenario;
  readonly others: number;
  readonly dist: string;
  /** The prepared checkout, never changed. */
  readonly base: string;
  /** The copy of it that a session works in. */
  readonly repo: string;
  /** Folders before all others on the search path. */
  readonly path: readonly string[];
  session: PlayedSession | undefined;
}

/** A line of the log. `told` is what a player was shown that it had not asked for, `opened` what it read of its memory. */
export interface LogEntry {
  readonly kind: "start" | "prompt" | "told" | "call" | "opened" | "say" | "ask" | "end";
  readonly text?: string;
  /** The event, or `instructions`, `tools`, `notes`. */
  readonly moment?: string;
  readonly tool?: string;
  readonly failed?: boolean;
  readonly tokens?: number;
  readonly by?: "helper";
}

export type LoggedEntry = LogEntry & {
  readonly at: string;
  readonly session: string;
  readonly turn: number;
};

export class PlayerFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get home(): string {
    return join(this.root, "home");
  }

  get mnemeHome(): string {
    return join(this.home, ".mneme");
  }

  /** The notes of the way `notes`. */
  get notes(): string {
    return join(this.root, "memory");
  }

  /** Everything that is none of the player's business. */
  get inside(): string {
    return join(this.root, ".client");
  }

  get #statePath(): string {
    return join(this.inside, "state.json");
  }

  read(): PlayState {
    try {
      return JSON.parse(Deno.readTextFileSync(this.#statePath));
    } catch (cause) {
      throw new Error(`${this.root} is no player's folder; make one with: deno task play init`, { cause });
    }
  }

  write(state: PlayState): void {
    Deno.mkdirSync(this.inside, { recursive: true });
    Deno.writeTextFileSync(this.#statePath, JSON.stringify(state, null, 1));
  }

  log(state: PlayState, entry: LogEntry): void {
    const tokens = entry.kind === "told" || entry.kind === "opened"
      ? { tokens: estimateTokens(entry.text ?? "") }
      : {};
    const { name = "", turn = 0 } = state.session ?? {};
    const line = { at: new Date().toISOString(), session: name, turn, ...entry, ...tokens };
    Deno.writeTextFileSync(join(this.inside, "log.jsonl"), `${JSON.stringify(line)}\n`, { append: true });
  }

  entries(): LoggedEntry[] {
    const text = Deno.readTextFileSync(join(this.inside, "log.jsonl"));
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  /** The repository as a session left it. */
  left(session: string): string {
    return join(this.inside, "left", session);
  }

  /** The environment of hooks, of the MCP server and of the player's shell. */
  environment(state: PlayState): Record<string, string> {
    const own = state.way.startsWith("mneme") ? [state.dist] : [];
    const session = state.session === undefined ? {} : { CLAUDE_CODE_SESSION_ID: state.session.id };
    return {
      ...shellEnvironment([...state.path, ...own]),
      HOME: this.home,
      MNEME_HOME: this.mnemeHome,
      CLAUDE_PROJECT_DIR: state.repo,
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CLAUDE_CODE_SESSION_ATTENDED: "1",
      ...session,
    };
  }
}

/** What every shell here knows, with these folders before all others on its search path. */
export function shellEnvironment(path: readonly string[]): Record<string, string> {
  return {
    PATH: [...path, Deno.env.get("PATH") ?? "/usr/bin:/bin"].join(":"),
    GIT_AUTHOR_NAME: "Sam",
    GIT_AUTHOR_EMAIL: "sam@example.org",
    GIT_COMMITTER_NAME: "Sam",
    GIT_COMMITTER_EMAIL: "sam@example.org",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
    LANG: "C.UTF-8",
    TZ: "UTC",
  };
}

/** The commit of a checkout. */
export function headOf(checkout: string): string {
  const { stdout } = new Deno.Command("git", { args: ["-C", checkout, "rev-parse", "HEAD"] }).outputSync();
  return new TextDecoder().decode(stdout).trim();
}

/** Copies a checkout without what it has installed, to which a link leads. */
export async function copyCheckout(from: string, to: string): Promise<void> {
  await Deno.remove(to, { recursive: true }).catch(() => {});
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(from)) {
    if (name === "node_modules") await Deno.symlink(await Deno.realPath(join(from, name)), join(to, name));
    else await run("cp", ["-a", join(from, name), to]);
  }
  if (await Deno.stat(join(to, ".git/info")).catch(() => undefined) !== undefined) {
    await Deno.writeTextFile(join(to, ".git/info/exclude"), "node_modules\n"); // no rule for a folder meets the link
  }
}

async function run(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
