import type { Command } from "commander";
import { below } from "../../src/base/slashes.ts";
import type { SessionKey, Write } from "../../src/base/writes.ts";
import { homeVariable, type Paths, pathsBelow } from "../../src/machine/paths.ts";
import { prepareHome } from "../../src/hook/prepare_home.ts";
import { applyWrites } from "../../src/store/apply_writes.ts";
import type { Store } from "../../src/store/store.ts";
import { Captured, Environment } from "./with_environment.ts";
import { namesIn } from "./test_home.ts";
import { retryWhileInUse } from "../../src/machine/files.ts";
import { testIn } from "./test_in.ts";

/** What a command printed, and the error that it ended with. */
export interface CommandRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly error: Error | undefined;
}

/** A throw-away data folder and project in which commands run in this process. */
export class CliHome implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-cli-" }));
  readonly paths: Paths = pathsBelow(below(this.root, "data"));
  readonly project = below(this.root, "project");

  constructor() {
    Deno.mkdirSync(`${this.root}/home`);
    Deno.mkdirSync(this.project);
  }

  /** The data folder as `mneme install` makes it. */
  prepare(): void {
    this.withStore(() => {});
  }

  withStore<T>(work: (store: Store) => T): T {
    const { store } = prepareHome(this.paths, { drainLimit: Infinity, log: () => {} });
    using _closed = store;
    return work(store);
  }

  /** What a query finds, as plain objects. */
  rows<T = Record<string, unknown>>(sql: string): T[] {
    return this.withStore((store) => store.all(sql).map((row) => ({ ...row }) as T));
  }

  /** The values of a query with one column. */
  column(sql: string): unknown[] {
    return this.rows(sql).flatMap((row) => Object.values(row));
  }

  /** How many rows there are: `memories where status = 'active'`. */
  count(from: string): number {
    return Number(this.rows(`select count(*) as n from ${from}`)[0]?.n);
  }

  /** Keeps records as hooks do. */
  keep(...writes: Write[]): void {
    this.withStore((store) =>
      store.transaction(() => writes.forEach((write) => applyWrites(store, [write])))
    );
  }

  session(sessionId: string, project: string = this.project): SessionKey {
    return { sessionId, project, cwd: null };
  }

  /** Runs a command as `main` does; `env` is laid over the home's own environment. */
  async run(
    command: Command,
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
  ): Promise<CommandRun> {
    using _environment = new Environment({ ...this.environment(), ...env });
    using stdout = new Captured(Deno.stdout);
    using stderr = new Captured(Deno.stderr);
    let error: Error | undefined;
    try {
      for (const part of [command, ...command.commands]) part.exitOverride();
      await command.parseAsync([...args], { from: "user" });
    } catch (thrown) {
      error = thrown as Error;
    }
    return { stdout: stdout.text, stderr: stderr.text, error };
  }

  /** What a command prints; throws the error that it ends with. */
  async print(command: Command, ...args: string[]): Promise<string> {
    const { stdout, error } = await this.run(command, args);
    if (error !== undefined) throw error;
    return stdout;
  }

  environment(): Record<string, string | undefined> {
    return {
      [homeVariable()]: below(this.root, "home"),
      MNEME_HOME: this.paths.root,
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_CODE_SESSION_ID: undefined,
      CLAUDE_CONFIG_DIR: undefined,
      XDG_RUNTIME_DIR: undefined,
    };
  }

  /** Every path below the data folder with its size, sorted; to see that nothing was made or changed. */
  inventory(folder: string = this.paths.root): string[] {
    // SQLite makes `-wal` and `-shm` for every reader.
    return namesIn(folder).filter((name) => !/-(?:wal|shm)$/.test(name)).flatMap((name) => {
      const path = below(folder, name);
      const info = Deno.lstatSync(path);
      return info.isDirectory ? [path, ...this.inventory(path)] : [`${path} ${info.size}`];
    });
  }

  [Symbol.dispose](): void {
    retryWhileInUse(() => Deno.removeSync(this.root, { recursive: true })); // on Windows somebody may look at it
  }
}

export const test = testIn(CliHome);
