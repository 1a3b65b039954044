import { PATIENCE } from "../_support/patience.ts";
import { canonicalDump } from "../_support/canonical_dump.ts";
import { DIST } from "../_support/executables.ts";
import type { Outcome } from "../_support/run_program.ts";
import type { TestHome } from "../_support/test_home.ts";
import { parsed } from "./inputs.ts";

/** What one input came to: what ran, what was logged as wrong, and every row of the database. */
export type Golden = Readonly<Record<"steps" | "log" | "dump", readonly unknown[]>>;

/** As somebody who sits at the terminal: only then does a stop ask. */
const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_CODE_ENTRYPOINT: "cli" };

/** What is another each time, and in its place what is not. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/(?<=-test-)\d+/g, "ID"], // the name of a home that is cut
  [/"(db_bytes|p50_ms|p95_ms)": ?[\d.]+/g, '"$1":0'],
  [/(?<=^event_log .*"duration_ms":)[\d.]+/gm, "0"],
  [/(?<=^event_log .*"(?:install\\*":\\*"|mtimeMs\\*":|history\.file.*"created_at":"))[\w:.-]+/gm, "0"],
  [/\b\d{15}-\d+-[a-z0-9]{8}(?=\.jsonl)/g, "SPOOLED"],
  [/(?<="name\\*": ?\\*"recency\\*",\s*\\*"value\\*": ?)-?[\d.e-]+/g, "0"],
];

/** What runs in a home. */
export class Run {
  readonly #steps: unknown[] = [];
  readonly #started = Date.now() - 60_000;

  constructor(readonly home: TestHome, readonly input: string = "/nowhere") {}

  /** For calls of hooks: without it each hook has the time that it has at a user's. */
  giveTime(): void {
    this.home.write("data/config.yaml", PATIENCE);
  }

  async hook(hook: string, stdin: unknown, of = ""): Promise<void> {
    this.#add({ run: hook, of }, await this.home.hook(hook, stdin, { env: ATTENDED }));
    if (hook === "session-end") await this.home.settle();
  }

  async mneme(...args: string[]): Promise<void> {
    this.#add({ run: `mneme ${args[0]}`, args: this.#normal(args.join(" ")) }, await this.home.mneme(args));
  }

  golden(steps: readonly unknown[] = this.#steps): Golden {
    const log = this.#normal(this.home.log()).split("\n").filter((line) => / (?:failure|error) /.test(line));
    return { steps, log, dump: this.#dump() };
  }

  #add(step: Record<string, string>, { code, stdout, stderr }: Outcome): void {
    const isFound = step.run === "mneme search" || step.run === "mneme context"; // the sum of what stands below it
    const out = isFound ? stdout.replaceAll(/(?<="score": ?)-?[\d.e-]+/g, "0") : stdout;
    this.#steps.push({ ...step, code, stdout: asValue(this.#normal(out)), stderr: this.#normal(stderr) });
  }

  #dump(): string[] {
    try {
      return canonicalDump(this.home.database).map((row) => this.#normal(row)).sort();
    } catch (error) {
      return [`no database: ${this.#normal((error as Error).message)}`];
    }
  }

  #normal(text: string): string {
    const { home } = this;
    const isNow = (ms: number) => ms >= this.#started && ms <= Date.now() + 1000;
    const named = text.replaceAll(this.input, "$INPUT").replaceAll(DIST, "$DIST")
      .replaceAll(home.project, "$PROJECT").replaceAll(home.data, "$DATA")
      .replaceAll(home.home, "$HOME").replaceAll(home.root, "$ROOT").replaceAll(home.root.slice(-10), "ID")
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (at) => isNow(Date.parse(at)) ? "$NOW" : at)
      .replaceAll(/\b\d{13}\b/g, (ms) => isNow(Number(ms)) ? "$NOW" : ms);
    return CHANGING.reduce((normal, [pattern, instead]) => normal.replaceAll(pattern, instead), named);
  }
}

/** JSON, or lines, of which each may be JSON. */
function asValue(text: string): unknown {
  return parsed(text) ?? text.split("\n").map((line) => parsed(line) ?? line);
}
