import type { SQLInputValue } from "node:sqlite";
import { filesBelow, namesIn, readOrEmpty, rowsIn } from "../../_support/test_home.ts";
import { sleep } from "../../_support/wait.ts";
import { DIST } from "../../_support/executables.ts";

const QUIET_MS = 10_000;

/** A throw-away home with a project in it. Its path has a blank, as paths of people have. */
export class TestPlace implements AsyncDisposable {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** The executables that the build made. */
  readonly dist = DIST;

  private constructor(root: string) {
    this.root = root;
    this.home = `${root}/home`;
    this.project = `${this.home}/cart project`;
  }

  static async create(): Promise<TestPlace> {
    const place = new TestPlace(await Deno.makeTempDir({ prefix: "client home " }));
    await Deno.mkdir(`${place.project}/src`, { recursive: true });
    await Deno.mkdir(`${place.root}/scratch`, { mode: 0o700 });
    await Deno.writeTextFile(`${place.project}/src/cart.py`, "def total(xs):\n    return sum(xs)\n");
    return place;
  }

  /** All that a program started here may know; nothing of the machine's own home. */
  environment(): Record<string, string> {
    return {
      PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
      LANG: "C.UTF-8",
      HOME: this.home,
      MNEME_HOME: `${this.home}/.mneme`,
      TMPDIR: `${this.root}/scratch`,
      MNEME_NO_DEADLINES: "1", // a busy machine must not decide what a session is told
      CLAUDE_CODE_TMPDIR: `${this.root}/scratch`,
    };
  }

  /** Installs the compiled hooks as a user does; `scope` are options of `mneme install`. */
  async install(...scope: string[]): Promise<void> {
    await this.run([`${DIST}/mneme`, "install", ...scope]);
  }

  /** What a program prints that is run in the project; throws where it fails. */
  async run([program = "", ...args]: readonly string[], env = this.environment()): Promise<string> {
    const options = { args, cwd: this.project, clearEnv: true, env };
    const { success, stdout, stderr } = await new Deno.Command(program, options).output();
    const decoder = new TextDecoder();
    if (!success) throw new Error(`Cannot run ${program} ${args.join(" ")}: ${decoder.decode(stderr)}`);
    return decoder.decode(stdout);
  }

  /** Rows of `memory.db`, in the order that the query asks for. */
  rows<T>(sql: string, ...parameters: SQLInputValue[]): T[] {
    return rowsIn(`${this.home}/.mneme/memory.db`, sql, ...parameters) as T[];
  }

  /** The log of the hooks; empty where they had nothing to say. */
  log(): string {
    return readOrEmpty(`${this.home}/.mneme/logs/mneme.log`);
  }

  /** All files of the data folder, as text: what must not be kept must not be found in it. */
  storedText(): string {
    return filesBelow(`${this.home}/.mneme`)
      .map((path) => new TextDecoder("latin1").decode(Deno.readFileSync(path))).join("\n");
  }

  /** Waits until whatever was started here has ended; what has not by then is killed and named. */
  async settle(): Promise<void> {
    const end = Date.now() + QUIET_MS;
    let left = ownProcesses(this.home);
    while (left.length > 0 && Date.now() < end) {
      await sleep(50);
      left = ownProcesses(this.home);
    }
    for (const { pid } of left) Deno.kill(pid, "SIGKILL");
    if (left.length > 0) {
      throw new Error(`Cannot settle: still running were ${left.map(({ command }) => command).join(", ")}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.settle();
    } finally {
      await Deno.remove(this.root, { recursive: true });
    }
  }
}

/** The processes whose environment names this home, and so their children, however they were detached. */
function ownProcesses(home: string): { readonly pid: number; readonly command: string }[] {
  const own = namesIn("/proc").filter((name) =>
    /^\d+$/.test(name) && readOrEmpty(`/proc/${name}/environ`).split("\0").includes(`HOME=${home}`)
  );
  return own.map((name) => ({
    pid: Number(name),
    command: readOrEmpty(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim(),
  }));
}
