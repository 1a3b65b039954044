import { delimiter as DELIMITER } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { below } from "../../src/base/slashes.ts";
import { executableName, retryWhileInUse } from "../../src/machine/files.ts";
import { homeVariable } from "../../src/machine/paths.ts";
import { DIST } from "./executables.ts";
import { type Outcome, runProgram } from "./run_program.ts";
import { processWith, sleep, sleepSync } from "./wait.ts";
import { isWindows } from "./windows.ts";
import { testIn } from "./test_in.ts";

const ENCODER = new TextEncoder();

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
    this.root = isWindows ? Deno.realPathSync(root) : root;
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

  /** Runs the `mneme` command. */
  mneme(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return this.#run("mneme", args, new Uint8Array(0), options);
  }

  #run(name: string, args: readonly string[], stdin: Uint8Array, options: RunOptions): Promise<Outcome> {
    const path = below(options.dist ?? DIST, executableName(name));
    const [program = path, ...words] = options.wrap === undefined ? [path] : [...options.wrap, path];
    return runProgram(program, {
      args: [...words, ...args],
      env: this.environment(options.env),
      cwd: options.cwd ?? this.project,
      stdin,
      ...(options.keepOpen === undefined ? {} : { keepOpen: options.keepOpen }),
      ...(options.killAfterMs === undefined ? {} : { killAfterMs: options.killAfterMs }),
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
  payload(event: string, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      session_id: "session-1",
      transcript_path: `${this.home}/.claude/projects/project/session-1.jsonl`,
      cwd: this.project,
      hook_event_name: event,
      ...fields,
    };
  }

  /** Rows of the database as they are now; looking changes nothing. */
  rows(sql: string, ...values: (string | number | null)[]): Record<string, unknown>[] {
    const database = new DatabaseSync(this.database, { readOnly: true });
    try {
      return database.prepare(sql).all(...values).map((row) => ({ ...row }));
    } finally {
      database.close();
    }
  }

  /** How many rows there are: `event_log where event = 'hook.stop'`. */
  count(from: string): number {
    return Number(this.rows(`select count(*) as n from ${from}`)[0]?.n);
  }

  /** Changes rows, as time or another program would have. */
  change(sql: string): void {
    const database = new DatabaseSync(this.database);
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
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
