import { existsSync } from "node:fs";
import { basename } from "node:path";
import { DIST } from "../../_support/executables.ts";
import { runHere } from "../../_support/run_here.ts";
import { type Outcome, runProgram } from "../../_support/run_program.ts";
import { DatabaseSync } from "node:sqlite";
import { below } from "../../../src/base/slashes.ts";
import { rowsIn } from "../../_support/test_home.ts";
import { homeVariable } from "../../../src/machine/paths.ts";

/** Machines in a folder of their own, and the addresses of two remotes in it; `own` is of Anna's space with her second one. */
export function machinesIn(root: string) {
  const remote = (name: string) => {
    Deno.mkdirSync(`${root}/${name}`, { recursive: true });
    return `dir:${root}/${name}`;
  };
  const [a, b, c] = [new Machine(root, "a"), new Machine(root, "b"), new Machine(root, "c")];
  const [anna, ben] = [new Machine(root, "anna"), new Machine(root, "ben")];
  const end = () => Deno.removeSync(root, { recursive: true });
  const members = { anna, second: new Machine(root, "second"), ben };
  return { root, url: remote("shared"), own: remote("own"), a, b, c, ...members, [Symbol.dispose]: end };
}

export type Machines = ReturnType<typeof machinesIn>;

/** Declares a test with machines that have nothing yet. */
export function test(
  name: string,
  work: (given: Machines) => Promise<void>,
  options = { ignore: false },
): void {
  Deno.test(name, options, async () => {
    using given = machinesIn(Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-sync-" })));
    await work(given);
  });
}

/** Syncs one machine after the other, as often as said. */
export async function syncAll(machines: readonly Machine[], rounds = 1): Promise<void> {
  for (let i = 0; i < rounds; i++) for (const machine of machines) await machine.run("sync");
}

/** A home of its own, as another machine has one; the project lies in another place on each. */
export class Machine {
  readonly root: string;
  readonly project: string;

  constructor(root: string, name: string) {
    this.root = below(root, name);
    this.project = below(this.root, `work-${name}/web`);
    Deno.mkdirSync(`${this.project}/.git`, { recursive: true });
    const remote = '[remote "origin"]\n\turl = git@github.com:acme/web.git\n';
    Deno.writeTextFileSync(`${this.project}/.git/config`, remote);
  }

  get env(): Record<string, string> {
    return {
      ...{ [homeVariable()]: this.root, MNEME_HOME: this.data, USER: basename(this.root) },
      PATH: Deno.env.get("PATH") ?? "",
    };
  }

  get data(): string {
    return below(this.root, "data");
  }

  /** Runs a command in this process; throws where it fails. */
  async run(...args: string[]): Promise<string> {
    const outcome = await this.call(args);
    if (outcome.code === 0) return outcome.stdout;
    throw new Error(`mneme ${args.join(" ")}: ${outcome.stderr}`);
  }

  /** Runs the compiled command. */
  try(
    args: readonly string[],
    more: {
      readonly stdin?: string;
      readonly killAfterMs?: number;
      /** Words in front of the program. */
      readonly within?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    } = {},
  ): Promise<Outcome> {
    const [program = "", ...words] = [...more.within ?? [], `${DIST}/mneme`, ...args];
    return runProgram(program, {
      args: words,
      cwd: more.cwd ?? this.project,
      env: { ...this.env, ...more.env },
      stdin: new TextEncoder().encode(more.stdin ?? ""),
      ...(more.killAfterMs === undefined ? {} : { killAfterMs: more.killAfterMs }),
    });
  }

  /** Does the same in this process, which spares the start of a program. */
  call(args: readonly string[], { stdin = "", cwd = this.project, env = {} } = {}) {
    return runHere(args, { stdin, cwd, env: { ...this.env, ...env } });
  }

  /** Runs it until the work is done, and then stops it; returns what it printed. */
  async during(args: readonly string[], work: () => Promise<void>): Promise<string> {
    const child = new Deno.Command(`${DIST}/mneme`, {
      args: [...args],
      cwd: this.project,
      clearEnv: true,
      env: this.env,
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const printed = new Response(child.stdout).text();
    try {
      await work();
    } finally {
      child.kill("SIGTERM");
      await child.status;
    }
    return await printed;
  }

  async json<T>(...args: string[]): Promise<T> {
    return JSON.parse(await this.run(...args, "--json"));
  }

  /** What `sync status` says of the first space. */
  async status() {
    type Status = Readonly<{ pending: number; refused: number; last_error: string | null; remote: string }>;
    return (await this.json<{ spaces: Status[] }>("sync", "status")).spaces[0]!;
  }

  /** Runs a hook in the project; returns what it answered. A start has the source `clear`, as others sync in the background. */
  async hook(name: string, payload: Record<string, unknown>): Promise<string> {
    const whole = { session_id: "0192f3c4-a5b6-4000-8000-00000000000a", cwd: this.project, ...payload };
    const outcome = await runProgram(`${DIST}/${name}`, {
      cwd: this.project,
      env: {
        [homeVariable()]: this.root,
        MNEME_HOME: this.data,
        CLAUDE_PROJECT_DIR: this.project,
        MNEME_NO_DEADLINES: "1",
      },
      stdin: new TextEncoder().encode(JSON.stringify(whole)),
    });
    return outcome.stdout;
  }

  /** Makes a space and returns its key. */
  async init(url: string, space = "me"): Promise<string> {
    const { key } = await this.json<{ key: string }>("sync", "init", url, ...this.#of(space));
    return key;
  }

  async join(url: string, key: string, space = "me"): Promise<void> {
    const { code, stderr } = await this.call(["sync", "join", url, ...this.#of(space)], {
      stdin: `${key}\n`,
    });
    if (code !== 0) throw new Error(stderr);
  }

  /** The options for a space; a team calls the user as the machine. */
  #of(space: string): string[] {
    return ["--space", space, ...(space === "me" ? [] : ["--as", basename(this.root)])];
  }

  async save(body: string, ...more: string[]): Promise<string> {
    return (await this.json<{ id: string }>("memory", "add", "--category", "DECISION", body, ...more)).id;
  }

  /** Imports memories as they stand in a file of JSON lines. */
  async import(memories: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const file = `${this.root}/many.jsonl`;
    Deno.writeTextFileSync(file, memories.map((one) => JSON.stringify(one)).join("\n"));
    await this.run("memory", "import", file);
  }

  /** Saves a memory, shares the decisions of the project with the team, and sends it. */
  async share(body: string): Promise<void> {
    await this.save(body);
    await this.run("sync", "share", "--space", "team:web");
    await this.run("sync");
  }

  /** What the machine remembers, without numbers and times, which are each machine's own. */
  content(): string[] {
    return this.rows(
      `select status, category, body, evidence, scope, replace(coalesce(project, ''), '${this.project}', 'web') as project,
      replace(replace(replace(files, '${
        inJson(this.project)
      }', 'web'), '\\\\', '/'), 'web/', '') as files, recall_when, author from memories where status <> 'deleted'
      union all select 'lesson', status, goal, lesson, result, '', '', '', '' from ghap where status <> 'active'
      union all select 'value', text, '', '', '', '', '', '', '' from project_values`,
    ).map((row) => JSON.stringify(row)).sort();
  }

  rows(sql: string): Record<string, unknown>[] {
    return rowsIn(`${this.data}/memory.db`, sql);
  }

  /** The values of a query with one column. */
  column(sql: string): unknown[] {
    return this.rows(sql).flatMap((row) => Object.values(row));
  }

  /** What is remembered, sorted: `anna: TEXT` for another member's words, the text alone for one's own. */
  said(where = "status <> 'deleted'"): unknown[] {
    return this.column(
      `select coalesce(author || ': ', '') || body from memories where ${where} order by body`,
    );
  }

  /** Changes rows behind the back of the program, as a person with `sqlite3` does. */
  change(sql: string): void {
    using database = new DatabaseSync(`${this.data}/memory.db`);
    database.exec(sql);
  }

  /** Every byte of the data folder, as text, to look for what must not be there. */
  bytes(): string {
    return ["memory.db", "memory.db-wal"].map((name) => textOf(`${this.data}/${name}`)).join("");
  }
}

/** A file as Latin-1 text; empty where there is none. */
function textOf(path: string): string {
  return existsSync(path) ? new TextDecoder("latin1").decode(Deno.readFileSync(path)) : "";
}

/** As it stands within a text in JSON. */
function inJson(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
