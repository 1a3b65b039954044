import type { Outcome } from "../_support/run_program.ts";
import { PATIENCE } from "../_support/patience.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { sleep } from "../_support/wait.ts";
import { hookCalls } from "../demo/session_payloads.ts";
import { rawRequest, RunningView } from "../view/_support/view_server.ts";
import { type Machine, run, runningPrograms, type Start } from "./machine.ts";
import data from "./session.json" with { type: "json" };

/**
 * Commands that only look, by the ids that the session leaves; those that name the project, in any spelling, and those that are
 * given a folder for a file, and refuse it; a helper's events, calls, and messages to the server of tools.
 */
const { looks, named, folders, helper, read, grep, messages } = data;

/** What one step of the session said: to be compared with what it said on another system. */
export interface Said {
  readonly step: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TRANSCRIPT = await Deno.readTextFile(`${PROJECT_ROOT}/tests/fixtures/sessions/cart.jsonl`);
/** Where the recorded session took place; all below it is spelled anew for the machine. */
const PROJECT = /\/home\/dev\/shop((?:\/[\w.-]+)*)/g;
const ESCAPED_NEWLINE = /(?<=(?<!\\)(?:\\\\)*)\\n/g;
const SESSION = "a88cf4fd-1717-4d03-b816-72aa687f16c9";
/** As somebody who sits at the terminal. */
const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_CODE_ENTRYPOINT: "cli" };
const SPACE_REMOTE = '[remote "origin"]\n\turl = git@github.com:acme/shop.git\n';

/**
 * Plays a recorded session of the client and the commands of a user on the machine, whose folder is empty, and returns what
 * every executable said. Without deadlines `doctor` is left out, which gives no executable the time that an emulator takes.
 */
export async function playSession(
  machine: Machine,
  { hasDeadlines }: { readonly hasDeadlines: boolean },
): Promise<Said[]> {
  const player = new Player(machine);
  await player.prepare();
  for (const step of ["install", "install again"]) await player.mneme(step, ["install"]);
  await player.settings("after install");
  await player.hooks();
  await player.command("process");
  await player.memories();
  for (const words of looks) await player.command(...words);
  await player.paths();
  await player.tools();
  await player.page();
  await player.sync();
  await player.replay();
  const last = [...hasDeadlines ? ["doctor"] : [], "stats", "uninstall"];
  for (const word of last) await player.command(word);
  await player.mneme("uninstall again", ["uninstall"]);
  await player.settings("after uninstall");
  return player.said;
}

class Player {
  readonly said: Said[] = [];
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  async prepare(): Promise<void> {
    const { here, home } = this.#machine;
    for (const name of ["shop/.git", "shop/src", "data", "data2", "temp", "shared", "empty"]) {
      await Deno.mkdir(`${here}/${name}`, { recursive: true, mode: 0o700 });
    }
    await Deno.mkdir(`${home}/.claude`, { recursive: true });
    await Deno.writeTextFile(`${home}/.claude/settings.json`, this.#lines('{\n  "model": "opus"\n}\n'));
    await Deno.writeTextFile(`${here}/shop/src/cart.py`, this.#lines("def total(items):\n    return 0\n"));
    await Deno.writeTextFile(`${here}/shop/.git/config`, SPACE_REMOTE);
    for (const data of ["data", "data2"]) {
      await Deno.writeTextFile(`${here}/${data}/config.yaml`, PATIENCE, { mode: 0o600 });
    }
  }

  /** What stands in the client's settings, in the line ends that they had. */
  async settings(when: string): Promise<void> {
    const stdout = await Deno.readTextFile(`${this.#machine.home}/.claude/settings.json`);
    const code = stdout === this.#lines(stdout.replaceAll("\r\n", "\n")) ? 0 : 1;
    this.#note(`settings ${when}`, { code, stdout, stderr: "" });
  }

  /** Every hook as the client calls it, each with another spelling of the project; eight captures at once at the end. */
  async hooks(): Promise<void> {
    const file = this.#there("transcript.jsonl");
    const calls = hookCalls(TRANSCRIPT, file);
    const [first, end] = [calls[0]!, calls.at(-1)!];
    const compact = { ...end.payload, hook_event_name: "PreCompact", trigger: "manual" };
    const played = [
      ...calls.slice(0, -1),
      ...helper.map(({ hook, fields }) => ({ ...first, hook, payload: { ...first.payload, ...fields } })),
      { ...end, hook: "pre-compact", payload: compact },
      { ...first, payload: { ...first.payload, source: "compact" } },
    ];
    for (const [index, { hook, payload, rows }] of played.entries()) {
      const lines = TRANSCRIPT.split("\n").slice(0, rows).map((row) => `${row}\n`).join("");
      await Deno.writeTextFile(`${this.#machine.here}/transcript.jsonl`, this.#spelled(lines, 0));
      await this.#hook(hook, payload, index);
    }
    await this.#saveAsked();
    await this.#hook("post-tool-use", { ...first.payload, ...read }, 1);
    await Promise.all(Array.from({ length: 8 }, (_, index) => {
      const payload = { ...first.payload, ...grep, tool_use_id: `toolu_grep_${index}` };
      return this.#hook("post-tool-use", payload, index);
    }));
    await this.#hook("session-end", end.payload, 0);
    await this.#settle();
  }

  /** Memories by hand: saved, shown, corrected, exported, forgotten. */
  async memories(): Promise<void> {
    const body = "Use pnpm for installs, as npm breaks workspaces";
    await this.command("memory", "add", "--category", "DECISION", body);
    await this.command("memory", "list");
    await this.command("memory", "edit", "m1", "--title", "Whole cents");
    await this.command("memory", "show", "m1");
    const { stdout } = await this.mneme("memory export", ["memory", "export"]);
    await Deno.writeTextFile(`${this.#machine.here}/memories.jsonl`, this.#lines(stdout));
    await this.command("memory", "import", this.#there("memories.jsonl"));
    await this.command("memory", "forget", "m2");
    await this.command("backup");
  }

  /** The project in every spelling is one project, and a folder is no file. */
  async paths(): Promise<void> {
    for (const [index, words] of named.entries()) {
      await this.command(...this.#spelledWords(words, index));
    }
    for (const words of folders) {
      const args = this.#spelledWords(words, 0);
      const { code, ...said } = await run(this.#machine, "mneme", { args, env: this.#environment(0) });
      this.#note(args.join(" "), { ...said, code: code === 1 ? 0 : 1 });
    }
  }

  /** The tools over MCP, asked all at once. */
  async tools(): Promise<void> {
    const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
    const env = this.#environment(0);
    const { stdout, ...rest } = await run(this.#machine, "mneme", { args: ["mcp"], stdin, env });
    this.#note("mcp", { ...rest, stdout: stdout.trim().split("\n").sort().join("\n") });
  }

  /** The page of `mneme view`, asked as no browser would ask; it ends by itself. */
  async page(): Promise<void> {
    const [start, env] = [{ args: ["view", "--no-open", "--idle", "3s"], stdin: "" }, this.#environment(0)];
    const [program = "", ...args] = this.#machine.words("mneme", { ...start, env });
    const options = { args, clearEnv: true, env: { ...this.#machine.environment, ...env } };
    const [cwd, piped] = [`${this.#machine.here}/shop`, { stdout: "piped", stderr: "piped" } as const];
    const view = await RunningView.of(
      new Deno.Command(program, { ...options, ...piped, cwd, stdin: "null" }).spawn(),
    );
    const port = Number(new URL(view.origin).port);
    const headers: Record<string, string> = {
      Host: `127.0.0.1:${port}`,
      Origin: view.origin,
      "X-Mneme": "",
      "Content-Type": "application/json",
    };
    const ask = async (method: string, path: string, body = "", more = {}) => {
      const answer = await rawRequest(port, { method, path, headers: { ...headers, ...more }, body });
      this.#note(`${method} ${path}`, { code: answer.status, stdout: answer.body, stderr: "" });
      return answer;
    };
    await ask("GET", "/");
    await ask("GET", "/api/memories");
    const { body } = await ask("POST", "/api/enter", JSON.stringify({ key: view.key }));
    headers["X-Mneme"] = JSON.parse(body).token;
    for (const path of ["/api/memories", "/api/sessions", "/page.js", "/nothing"]) {
      const { status } = await ask("GET", path);
      if (status === 401) throw new Error(`The page does not take its own token for ${path}`);
    }
    await ask("GET", "/api/memories", "", { Host: "example.org" });
    const [{ code }, stderr] = await Promise.all([view.status, view.said]);
    this.#note("view", { code, stdout: "", stderr });
  }

  /** A second home joins the first one's space in a folder. */
  async sync(): Promise<void> {
    const remote = `dir:${this.#there("shared")}`;
    const { stdout } = await this.mneme("sync init", ["sync", "init", remote, "--json"]);
    const other = { MNEME_HOME: this.#there("data2") };
    await this.mneme("sync join", ["sync", "join", remote], {
      stdin: `${JSON.parse(stdout).key}\n`,
      env: other,
    });
    await this.command("sync");
    await this.mneme("sync on the other one", ["sync"], { env: other });
    await this.command("sync", "verify");
    await this.command("sync", "status");
  }

  /** The same session under another id, from its transcript. */
  async replay(): Promise<void> {
    const folder = ".claude/projects/shop";
    await Deno.mkdir(`${this.#machine.home}/${folder}`, { recursive: true });
    const rows = TRANSCRIPT.replaceAll(SESSION, "b88cf4fd-1717-4d03-b816-72aa687f16c9");
    await Deno.writeTextFile(`${this.#machine.home}/${folder}/session.jsonl`, this.#spelled(rows, 0));
    await this.command("replay");
    await this.mneme("replay again", ["replay"]);
    await this.command("process");
  }

  async command(...args: string[]): Promise<void> {
    await this.mneme(args.join(" "), args);
  }

  async mneme(step: string, args: readonly string[], start: Partial<Start> = {}): Promise<Outcome> {
    const env = { ...this.#environment(0), ...start.env };
    const outcome = await run(this.#machine, "mneme", { ...start, args, env });
    this.#note(step, outcome);
    return outcome;
  }

  async #hook(hook: string, payload: Readonly<Record<string, unknown>>, index: number): Promise<void> {
    const stdin = `${this.#spelled(JSON.stringify(payload), index)}${this.#machine.newline}`;
    const env = this.#environment(index);
    const outcome = await run(this.#machine, hook, { args: ["--mneme-hook"], stdin, env });
    this.#note(`${hook} ${payload.tool_use_id ?? index}`, outcome);
  }

  /** The agent does as it is asked. */
  async #saveAsked(): Promise<void> {
    for (const { stdout } of this.said.filter(({ step }) => step.startsWith("stop "))) {
      const asked = stdout === "" ? "" : String(JSON.parse(stdout).hookSpecificOutput?.additionalContext);
      for (const [, category, body] of asked.matchAll(/^- \[(\w+)\] (.+)$/gm)) {
        await this.mneme("call save_memory", ["call", "save_memory", JSON.stringify({ category, body })]);
      }
    }
  }

  /** Until the process that the session's end has left behind is done. */
  async #settle(): Promise<void> {
    for (let left = 3000; left > 0; left--) {
      if (runningPrograms().length === 0) return;
      await sleep(100);
    }
    throw new Error("The process that session-end started does not end");
  }

  #environment(index: number): Record<string, string> {
    const { spellings } = this.#machine;
    const folder = spellings[index % spellings.length];
    return { ...ATTENDED, MNEME_HOME: this.#there("data"), CLAUDE_PROJECT_DIR: `${folder}/shop` };
  }

  /** A path below the machine's folder, as its programs spell it. */
  #there(name: string): string {
    const [folder = ""] = this.#machine.spellings;
    return `${folder}${folder.includes("\\") ? "\\" : "/"}${name}`;
  }

  /** JSON with the project's paths and the lines as the machine has them; `index` chooses the spelling. */
  #spelled(json: string, index: number): string {
    const { spellings } = this.#machine;
    const folder = spellings[index % spellings.length] ?? "";
    const separator = folder.includes("\\") ? "\\" : "/";
    const path = (rest: string) => `${folder}${separator}shop${rest.replaceAll("/", separator)}`;
    return json.replace(ESCAPED_NEWLINE, JSON.stringify(this.#machine.newline).slice(1, -1))
      .replace(PROJECT, (_whole, rest: string) => JSON.stringify(path(rest)).slice(1, -1));
  }

  #spelledWords(words: readonly string[], index: number): string[] {
    return JSON.parse(this.#spelled(JSON.stringify(words), index));
  }

  #lines(text: string): string {
    return text.replaceAll("\n", this.#machine.newline);
  }

  #note(step: string, { code, stdout, stderr }: Pick<Outcome, "code" | "stdout" | "stderr">): void {
    this.said.push({ step, code, stdout, stderr });
  }
}
