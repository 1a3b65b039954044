import { delimiter as DELIMITER } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { below } from "../../src/base/slashes.ts";
import { executableName, retryWhileInUse } from "../../src/machine/files.ts";
import { homeVariable } from "../../src/machine/paths.ts";
import { DIST } from "./executables.ts";
import { contextOf } from "./hook_answer.ts";
import { type Outcome, runProgram } from "./run_program.ts";
import { processWith, sleep, sleepSync } from "./wait.ts";
import { isWindows } from "./windows.ts";
import { testIn } from "./test_in.ts";

const ENCODER = new TextEncoder();

type Fields = Readonly<Record<string, unknown>>;

export interface RunOptions {
  /** Laid over the home's own environment; `null` takes a variable away. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
  /** Words before the executable's path, such as `sh -c '…; exec "$0"'`. */
  readonly wrap?: readonly string[];
  /** Another folder of executables. */
  readonly dist?: string;
  readonly keepOpen?: boolean;
  readonly killAfterMs?: number;
  /** The client that runs the hook, where it is not Claude Code. */
  readonly client?: string;
}

/** Without a `mneme`, on which depends what install and doctor say: the developer may have put `dist/` there. */
const SEARCH_PATH = (Deno.env.get("PATH") ?? "/usr/bin:/bin").split(DELIMITER)
  .filter((folder) => !namesIn(folder).includes(executableName("mneme"))).join(DELIMITER);

/** Without these no program of Windows starts. */
const SYSTEM = isWindows
  ? Object.fromEntries(["SystemRoot", "PATHEXT", "TEMP"].map((name) => [name, Deno.env.get(name) ?? ""]))
  : {};

const TEMPORARY = Deno.env.get(isWindows ? "TEMP" : "TMPDIR") ?? "/tmp";

/** A throw-away home: own HOME, MNEME_HOME and project; the compiled executables run in it, with nothing else of ours. */
export class TestHome implements Disposable {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** `MNEME_HOME`; made by the first session start. */
  readonly data: string;

  constructor() {
    const root = below(TEMPORARY, `mneme-test-${tenDigits()}`);
    Deno.mkdirSync(root);
    this.root = isWindows ? Deno.realPathSync(root) : root; // TEMP may be a short name such as RUNNER~1
    this.home = below(this.root, "home");
    this.project = below(this.root, "project");
    this.data = below(this.root, "data");
    Deno.mkdirSync(this.home);
    Deno.mkdirSync(this.project);
  }

  get database(): string {
    return below(this.data, "memory.db");
  }

  /** Runs a hook's executable. Stdin: bytes and text as they are, anything else as the JSON line that the client sends. */
  hook(name: string, stdin: unknown, options: RunOptions = {}): Promise<Outcome> {
    const bytes = stdin instanceof Uint8Array
      ? stdin
      : ENCODER.encode(typeof stdin === "string" ? stdin : JSON.stringify(stdin) + "\n");
    const client = options.client === undefined ? [] : ["--client", options.client];
    return this.#run(name, ["--mneme-hook", ...client], bytes, options);
  }

  /** Sends an event as Claude Code does, with the fields that every payload has, to the hook that it is for. */
  fire(event: string, fields: Fields = {}, options: RunOptions = {}): Promise<Outcome> {
    const { executable } = HOOK_REGISTRATIONS.find((row) => row.event === event)!;
    return this.hook(executable, this.payload(event, fields), options);
  }

  /** The same; returns what the model is told then. */
  async tell(event: string, fields: Fields = {}, options: RunOptions = {}): Promise<string> {
    return contextOf(await this.fire(event, fields, options));
  }

  /** Runs the `mneme` command. */
  mneme(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return this.#run("mneme", args, new Uint8Array(0), options);
  }

  /** Runs a command that prints JSON, and reads that; throws where it fails. */
  // deno-lint-ignore no-explicit-any -- each test knows what it asks for
  async json(args: readonly string[], options: RunOptions = {}): Promise<any> {
    const { code, stdout, stderr } = await this.mneme(
      args[0] === "call" ? args : [...args, "--json"],
      options,
    );
    if (code === 0) return JSON.parse(stdout);
    throw new Error(`mneme ${args.join(" ")} ended with ${code}: ${stderr}`);
  }

  /** Saves a memory as a person does. */
  async remember(body: string, category = "DECISION", ...more: string[]): Promise<void> {
    await this.json(["memory", "add", "--category", category, body, ...more]);
  }

  #run(name: string, args: readonly string[], stdin: Uint8Array, options: RunOptions): Promise<Outcome> {
    const path = below(options.dist ?? DIST, executableName(name));
    const [program = path, ...words] = options.wrap === undefined ? [path] : [...options.wrap, path];
    return runProgram(program, {
      ...options,
      args: [...words, ...args],
      env: this.environment(options.env),
      cwd: options.cwd ?? this.project,
      stdin,
    });
  }

  environment(changes: Readonly<Record<string, string | null>> = {}): Record<string, string> {
    const environment: Record<string, string> = {
      ...SYSTEM,
      PATH: SEARCH_PATH,
      [homeVariable()]: this.home,
      MNEME_HOME: this.data,
      CLAUDE_PROJECT_DIR: this.project,
      MNEME_NO_DEADLINES: "1", // a test of a deadline takes it away
      TZ: "UTC",
    };
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) delete environment[name];
      else environment[name] = value;
    }
    return environment;
  }

  /** The fields that every payload has, for this home's project. */
  payload(event: string, fields: Fields = {}): Record<string, unknown> {
    return {
      session_id: "session-1",
      transcript_path: `${this.home}/.claude/projects/project/session-1.jsonl`,
      cwd: this.project,
      hook_event_name: event,
      ...fields,
    };
  }

  /** Rows of the database as they are now; looking changes nothing. */
  rows(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
    return rowsIn(this.database, sql, ...values);
  }

  /** The same of a query with one column: its values. */
  column(sql: string, ...values: SQLInputValue[]): unknown[] {
    return this.rows(sql, ...values).flatMap((row) => Object.values(row));
  }

  /** How many rows there are: `event_log where event = 'hook.stop'`. */
  count(from: string): number {
    return Number(this.rows(`select count(*) as n from ${from}`)[0]?.n);
  }

  /** Changes rows, as time or another program would have. */
  change(sql: string): void {
    using database = new DatabaseSync(this.database);
    database.exec(sql);
  }

  /** Does the work while another program holds the write lock of the database. */
  async locked<T>(work: () => Promise<T>): Promise<T> {
    using database = new DatabaseSync(this.database);
    database.exec("begin immediate");
    return await work();
  }

  /** Whole text of the log, or `""`. */
  log(): string {
    return readOrEmpty(`${this.data}/logs/mneme.log`);
  }

  /** Names of the spooled files, oldest first. */
  spool(): string[] {
    return namesIn(`${this.data}/spool`).filter((name) => name.endsWith(".jsonl"));
  }

  /** Lays down a file below the root, with its folders. */
  write(path: string, content: string | Uint8Array): void {
    const file = `${this.root}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(file, typeof content === "string" ? ENCODER.encode(content) : content);
  }

  /** Waits for the process that session-end leaves behind. */
  async settle(): Promise<void> {
    while (this.#isBusy()) await sleep(10);
  }

  #isBusy(): boolean {
    return processWith(`MNEME_HOME=${this.data}`);
  }

  [Symbol.dispose](): void {
    const end = Date.now() + 20_000;
    while (this.#isBusy() && Date.now() < end) sleepSync(20);
    retryWhileInUse(() => Deno.removeSync(this.root, { recursive: true })); // on Windows somebody may look at it
  }
}

/** What a query finds in a database; looking changes nothing. */
export function rowsIn(path: string, sql: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 1000 });
  return database.prepare(sql).all(...values).map((row) => ({ ...row }));
}

export const test = testIn(TestHome);

/** As many in every name: texts that hold the path are cut at the same place then. */
function tenDigits(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, "0");
}

/** Names in a folder, sorted; none when it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  } catch {
    return [];
  }
}

/** Paths of all files below a folder, at any depth. */
export function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

/** Whole text of a file, or `""`. */
export function readOrEmpty(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
