import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { canonicalDump } from "../_support/canonical_dump.ts";
import { DIST, PROJECT_ROOT } from "../_support/executables.ts";
import { inParallel } from "../_support/parallel.ts";
import { PATIENCE } from "../_support/patience.ts";
import type { Outcome } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { hookCalls } from "../demo/session_payloads.ts";
import { lastNames, parsed, pathsBelow, type RecordedSession, recordedSessions, rowsOf } from "./inputs.ts";

/** What one input came to: what ran, what was logged as wrong, and every row of the database. */
type Golden = Readonly<Record<"steps" | "log" | "dump", readonly unknown[]>>;

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
class Run {
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

  golden(): Golden {
    const log = this.#normal(this.home.log()).split("\n").filter((line) => / (?:failure|error) /.test(line));
    return { steps: this.#steps, log, dump: this.#dump() };
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

type Folders = Readonly<Record<"client" | "transcripts" | "windows", readonly string[]>>;
type Options = Folders & { readonly out: string; readonly only: string };
type Work = readonly [name: string, run: () => Promise<Golden | undefined>];

const WORDS = "test|fix the failing build|error|src|why was it changed|deploy to production".split("|");
/** So many calls of a session are shown to the hook before them, which seldom says anything. */
const MAX_BEFORE = 10;

/** Writes what each input comes to into a file of its own below `out`. */
export async function record({ client, transcripts, windows, out, only }: Options): Promise<void> {
  const folders = [...transcripts, ...client.map((folder) => `${folder}/transcripts`)];
  const single = [`${PROJECT_ROOT}/tests/fixtures/sessions`, ...transcripts].flatMap((folder) =>
    pathsBelow(folder, ".jsonl").map((path) => [`${lastNames(folder)}/${path}`, `${folder}/${path}`] as const)
  );
  const work = [
    ...folders.map((path): Work => [`folders/${lastNames(path)}`, () => replay(path, WORDS)]),
    ...windows.map((path): Work => [`triage/${lastNames(path)}`, () => triage(path)]),
    ...single.map(([name, path]): Work => [`played/${name}`, () => play(path)]),
    ...single.map(([name, path]): Work => [`replayed/${name}`, () => replay(path)]),
    ...recordedSessions(client).map((one): Work => [`payloads/${one.name}`, () => send(one)]),
  ].filter(([name]) => name.includes(only));
  const started = performance.now();
  await inParallel(work, navigator.hardwareConcurrency, async ([name, run]) => {
    const golden = await run();
    if (golden === undefined) return;
    const [kind = "", ...rest] = name.split("/");
    Deno.mkdirSync(`${out}/${kind}`, { recursive: true });
    Deno.writeTextFileSync(`${out}/${kind}/${rest.join("+")}.json`, JSON.stringify(golden, null, 1) + "\n");
  });
  console.log(`${out}: ${work.length} inputs, ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** A session's payloads in the order in which its client sent them, as far as they tell it. */
async function send({ payloads, files }: RecordedSession): Promise<Golden> {
  using home = new TestHome();
  const here = (text: string) =>
    text.replaceAll("/home/dev/project", home.project).replaceAll("/home/dev", home.home);
  for (const [path, text] of files) home.write(`home/.claude/projects/${path}`, here(text));
  const transcripts = [...files.values()].join("\n");
  const calls = [...payloads].flatMap(([name, text]) => {
    const { hook_event_name: event, source, tool_use_id: id } = JSON.parse(text);
    const index = HOOK_REGISTRATIONS.findIndex((row) => row.event === event);
    const hook = HOOK_REGISTRATIONS[index]?.executable;
    const place = id === undefined ? [index] : [2, transcripts.indexOf(id), index];
    const order = source === "compact" ? [100] : place;
    return hook === undefined ? [] : [{ hook, name, text, order }];
  });
  calls.sort((a, b) => a.order.map((part, i) => part - (b.order[i] ?? -1)).find((sign) => sign !== 0) ?? 0);
  const run = new Run(home);
  run.giveTime();
  for (const { hook, name, text } of calls) await run.hook(hook, here(text), name);
  await run.mneme("process", "--json");
  await run.mneme("memory", "list", "--candidates", "--all", "--json");
  return run.golden();
}

/** The hook calls that a client would have made while it wrote the transcript; `undefined` where it would none. */
async function play(path: string): Promise<Golden | undefined> {
  const text = Deno.readTextFileSync(path);
  const said = rowsOf(text).filter(({ row }) => isSaid(row));
  if (said.length === 0) return undefined;
  using home = new TestHome();
  const { cwd, sessionId } = said[0]!.row;
  const here = (text: string) => text.replaceAll(JSON.stringify(cwd).slice(1, -1), home.project);
  const transcript = `${home.home}/.claude/projects/project/${sessionId}.jsonl`;
  const lines = here(text).split("\n");
  const rows = said.map(({ row }) => here(JSON.stringify(row))).join("\n");
  const run = new Run(home);
  run.giveTime();
  let before = 0;
  for (const { hook, payload, rows: count } of hookCalls(rows, transcript)) {
    if (hook === "pre-tool-use" && ++before > MAX_BEFORE) continue;
    const written = lines.slice(0, said[count - 1]?.line ?? 0).map((line) => `${line}\n`).join("");
    home.write(transcript.slice(home.root.length + 1), written);
    await run.hook(hook, JSON.stringify(payload), String(payload.tool_name ?? ""));
  }
  await run.mneme("process", "--json");
  await run.mneme("memory", "list", "--candidates", "--all", "--json");
  await run.hook("session-start", home.payload("SessionStart", { source: "startup", session_id: "next" }));
  return run.golden();
}

function isSaid(row: Record<string, unknown>): boolean {
  const { content } = (row.message ?? {}) as { content?: unknown };
  return ["user", "assistant"].includes(String(row.type)) && row.isMeta !== true &&
    row.isSidechain !== true &&
    (typeof content === "string" || Array.isArray(content)) && typeof row.cwd === "string";
}

/** What is learnt from a transcript, or from a folder of them in one home; then what these words find. */
async function replay(path: string, words: readonly string[] = []): Promise<Golden> {
  using home = new TestHome();
  const run = new Run(home, path);
  await run.mneme("replay", path, "--json");
  await run.mneme("process", "--json");
  await run.mneme("sessions", "list", "--all", "--json");
  await run.mneme("memory", "list", "--candidates", "--all", "--json");
  if (words.length === 0) return run.golden();
  await run.mneme("stats", "--json");
  for (const question of words) await run.mneme("search", question, "--all", "--why", "--json");
  const sessions = home.rows(
    "select distinct project, title from sessions where title is not null order by 1, 2",
  );
  for (const { project, title } of sessions) {
    await run.mneme("context", "--prompt", String(title), "--project", String(project), "--json");
  }
  return run.golden();
}

async function triage(path: string): Promise<Golden> {
  using home = new TestHome();
  const run = new Run(home, path);
  await run.mneme("triage", "--dir", path, "--json");
  await run.mneme("triage", "--dir", path, "--all", "--json");
  return run.golden();
}
