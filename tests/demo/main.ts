/**
 * Plays a recorded session of the real client through the executables in a temporary home and shows what a person
 * wants to know before installing: what it costs, what it keeps, what it leaves out, what comes back.
 */
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { hookEntries } from "../../src/cli/registration/own_folder.ts";
import { processWith, sleep } from "../_support/wait.ts";
import { type HookCall, hookCalls } from "./session_payloads.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DIST = `${ROOT}dist`;
const EMPTY = `${ROOT}build/empty-program/empty`;
const TRANSCRIPT = `${ROOT}tests/fixtures/sessions/cart.jsonl`;
const PROJECT = "/home/dev/shop";
/** As somebody who sits at the terminal. */
const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_CODE_ENTRYPOINT: "cli" };

interface Run {
  readonly hook: string;
  readonly stdout: string;
  readonly ms: number;
  /** The empty program, started right before. */
  readonly emptyMs: number;
}

const transcript = await Deno.readTextFile(TRANSCRIPT);
const home = await Deno.makeTempDir({ prefix: "mneme-demo-" });
/** The transcript as the client has written it so far. */
const TRANSCRIPT_NOW = `${home}/transcript.jsonl`;
const calls = hookCalls(transcript, TRANSCRIPT_NOW);
try {
  const runs: Run[] = [];
  await timed(EMPTY, ""); // the first start of all is the one that reads the runtime from the disk
  for (const call of calls.slice(0, -1)) runs.push(await play(call));
  await saveAsked(runs);
  runs.push(await play(calls.at(-1)!)); // the end of the session, which tells what was saved in it
  while (processWith(`MNEME_HOME=${home}/.mneme`)) await sleep(20);
  while (JSON.parse(await mneme("process", "--json")).busy === true); // that of the session's end is still at work
  const next = await play({
    ...calls[0]!,
    payload: inNextSession({ ...calls[0]!.payload, source: "startup" }),
  });
  heading("A recorded session of Claude Code, played through the executables");
  showCost(runs);
  heading("What was kept");
  showKept();
  heading("What the agent is asked to save when it stops");
  for (const run of runs) if (run.hook === "stop") showAsk(run.stdout);
  heading("What the next session in this project is told");
  showReply(next.stdout);
  heading("To use it");
  console.log(
    "  dist/mneme install        puts the hooks into ~/.claude/settings.json (undo: dist/mneme uninstall)",
  );
  console.log('  or paste this into the "hooks" of the settings, and the same for the other events:\n');
  console.log(indented(snippet()));
} finally {
  await removeHome();
}

async function play({ hook, payload, rows }: HookCall): Promise<Run> {
  await Deno.writeTextFile(
    TRANSCRIPT_NOW,
    transcript.split("\n").slice(0, rows).map((row) => `${row}\n`).join(""),
  );
  const empty = await timed(EMPTY, "");
  const run = await timed(`${DIST}/${hook}`, JSON.stringify(payload));
  if (run.code !== 0 || run.stderr !== "") throw new Error(`${hook} failed: ${run.code} ${run.stderr}`);
  return { hook, stdout: run.stdout, ms: run.ms, emptyMs: empty.ms };
}

/** The agent does as it is asked. */
async function saveAsked(runs: readonly Run[]): Promise<void> {
  for (const { stdout } of runs.filter(({ hook }) => hook === "stop")) {
    for (const [, category, body] of contextOf(stdout).matchAll(/^- \[(\w+)\] (.+)$/gm)) {
      await mneme("call", "save_memory", JSON.stringify({ category, body }));
    }
  }
}

async function mneme(...args: readonly string[]): Promise<string> {
  const run = await timed(`${DIST}/mneme`, "", args);
  if (run.code !== 0) throw new Error(`mneme ${args[0]} failed: ${run.stderr}`);
  return run.stdout;
}

async function timed(program: string, stdin: string, args: readonly string[] = []) {
  const env = { HOME: home, MNEME_HOME: `${home}/.mneme`, CLAUDE_PROJECT_DIR: PROJECT, ...ATTENDED };
  const started = performance.now();
  const child = new Deno.Command(program, {
    args: [...args],
    cwd: home,
    clearEnv: true,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const ms = performance.now() - started;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), ms };
}

function showCost(runs: readonly Run[]): void {
  console.log("  hook                  runs   median   times an empty program");
  for (const hook of new Set(runs.map((run) => run.hook))) {
    const own = runs.filter((run) => run.hook === hook);
    const ms = median(own.map((run) => run.ms)).toFixed(1);
    const ratio = median(own.map((run) => run.ms / run.emptyMs)).toFixed(2);
    console.log(`  ${hook.padEnd(20)} ${String(own.length).padStart(5)} ${ms.padStart(5)} ms   ${ratio}`);
  }
}

function showKept(): void {
  using database = new DatabaseSync(`${home}/.mneme/memory.db`, { readOnly: true });
  const prompts = database.prepare(
    "select number, text from prompts where session_id = ? order by id",
  ).all(String(calls[0]!.payload.session_id));
  for (const { number, text } of prompts) console.log(`  prompt ${number}   ${text}`);
  const captures = database.prepare("select priority, tool_name, payload from pending_queue order by id")
    .all();
  for (const { priority, tool_name, payload } of captures) {
    const { tool_input, error } = JSON.parse(String(payload));
    const subject = String(tool_input.command ?? tool_input.file_path).replace(`${PROJECT}/`, "");
    const mark = error === undefined ? " " : "✗";
    console.log(`  ${String(priority).padEnd(6)} ${String(tool_name).padEnd(6)} ${mark} ${subject}`);
  }
  const all = JSON.stringify([prompts, captures]);
  const redacted = /[A-Z_]+=\[redacted:[a-z-]+\]/.exec(all)?.[0];
  console.log(
    `\n  In the session, and not kept: a <private> note in prompt 1, and a password (${redacted}).`,
  );
}

function showAsk(stdout: string): void {
  for (const line of contextOf(stdout).split("\n")) if (line.startsWith("- [")) console.log(`  ${line}`);
}

/** What the model reads of an answer; nothing for a silent one. */
function contextOf(stdout: string): string {
  return stdout === "" ? "" : String(JSON.parse(stdout).hookSpecificOutput.additionalContext);
}

function showReply(stdout: string): void {
  console.log(indented(contextOf(stdout)));
  console.log(`\n  and the user reads: ${JSON.parse(stdout).systemMessage}`);
}

/** The same in the next session of the same project, which has what the first one left. */
function inNextSession(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...calls[0]!.payload, ...fields, session_id: "00000000-0000-4000-8000-000000000002" };
}

function snippet(): string {
  const { event } = HOOK_REGISTRATIONS[0]!;
  const entry = hookEntries(DIST).find((candidate) => candidate.event === event);
  return `"${event}": ${JSON.stringify([{ hooks: [entry?.hook] }], null, 2)}`;
}

function heading(text: string): void {
  console.log(`\n${text}\n`);
}

function indented(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The detached process of session end may still be writing. */
async function removeHome(): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return await Deno.remove(home, { recursive: true });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
