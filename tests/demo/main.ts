/**
 * Plays a recorded session of the real client through the executables in a temporary home and shows what a person
 * wants to know before installing: what it keeps, what it leaves out, what comes back, what it costs.
 */
import { median } from "../bench/report.ts";
import { EMPTY_PROGRAM, PROJECT_ROOT } from "../_support/executables.ts";
import { contextOf } from "../_support/hook_answer.ts";
import { type Outcome, runProgram } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { type HookCall, hookCalls } from "./session_payloads.ts";

const PROJECT = "/home/dev/shop";
/** As somebody who sits at the terminal, with the deadlines that a user has. */
const ENV = {
  CLAUDE_PROJECT_DIR: PROJECT,
  CLAUDE_CODE_SESSION_ATTENDED: "1",
  CLAUDE_CODE_ENTRYPOINT: "cli",
  MNEME_NO_DEADLINES: null,
};

interface Run extends Outcome {
  readonly hook: string;
  /** Of the empty program, started right before. */
  readonly emptyMs: number;
}

using home = new TestHome();
const transcript = await Deno.readTextFile(`${PROJECT_ROOT}/tests/fixtures/sessions/cart.jsonl`);
const calls = hookCalls(transcript, `${home.root}/transcript.jsonl`);
const [first, end] = [calls[0]!, calls.at(-1)!];
const runs: Run[] = [];
await startEmpty(); // the first start of all is the one that reads the runtime from the disk
for (const call of calls.slice(0, -1)) runs.push(await play(call));
for (const { hook, ...run } of runs) if (hook === "stop") await saveAsked(contextOf(run));
runs.push(await play(end)); // it tells what was saved in the session
await home.settle();
await home.mneme(["process"], { env: ENV });
const payload = { ...first.payload, source: "startup", session_id: "00000000-0000-4000-8000-000000000002" };
const next = await play({ ...first, payload });
heading("A recorded session of Claude Code, played through the executables: what was kept");
showKept();
heading("What the agent is asked to save when it stops");
for (const { hook, ...run } of runs) {
  if (hook !== "stop") continue;
  for (const line of contextOf(run).split("\n")) if (line.startsWith("- [")) console.log(`  ${line}`);
}
heading("What the next session in this project is told");
console.log(indented(contextOf(next)));
console.log(`\n  and the user reads: ${JSON.parse(next.stdout).systemMessage}`);
heading("What the hooks took on this machine");
showCost();

async function play({ hook, payload, rows }: HookCall): Promise<Run> {
  const lines = transcript.split("\n").slice(0, rows).map((row) => `${row}\n`);
  home.write("transcript.jsonl", lines.join("")); // as the client has written it so far
  const emptyMs = await startEmpty();
  const run = await home.hook(hook, payload, { env: ENV });
  if (run.code !== 0 || run.stderr !== "") throw new Error(`${hook} failed: ${run.code} ${run.stderr}`);
  return { ...run, hook, emptyMs };
}

async function startEmpty(): Promise<number> {
  const options = { env: home.environment(), cwd: home.project, stdin: new Uint8Array() };
  return (await runProgram(EMPTY_PROGRAM, options)).ms;
}

/** The agent does as it is asked. */
async function saveAsked(asked: string): Promise<void> {
  for (const [, category, body] of asked.matchAll(/^- \[(\w+)\] (.+)$/gm)) {
    await home.json(["call", "save_memory", JSON.stringify({ category, body })], { env: ENV });
  }
}

function showCost(): void {
  console.log("  hook                  runs   median   ratio to an empty program");
  for (const [hook, own] of Map.groupBy(runs, (run) => run.hook)) {
    const ms = median(own.map((run) => run.ms)).toFixed(1);
    const ratio = median(own.map((run) => run.ms / run.emptyMs)).toFixed(2);
    console.log(`  ${hook.padEnd(20)} ${String(own.length).padStart(5)} ${ms.padStart(5)} ms   ${ratio}`);
  }
}

function showKept(): void {
  const session = String(first.payload.session_id);
  const prompts = home.rows("select number, text from prompts where session_id = ? order by id", session);
  for (const { number, text } of prompts) console.log(`  prompt ${number}   ${text}`);
  const captures = home.rows("select priority, tool_name, payload from pending_queue order by id");
  for (const { priority, tool_name, payload } of captures) {
    const { tool_input, error } = JSON.parse(String(payload));
    const subject = String(tool_input.command ?? tool_input.file_path).replace(`${PROJECT}/`, "");
    const mark = error === undefined ? " " : "✗";
    console.log(`  ${String(priority).padEnd(6)} ${String(tool_name).padEnd(6)} ${mark} ${subject}`);
  }
  const redacted = /[A-Z_]+=\[redacted:[a-z-]+\]/.exec(JSON.stringify([prompts, captures]))?.[0];
  console.log(
    `\n  In the session, and not kept: a <private> note in prompt 1, and a password (${redacted}).`,
  );
}

function heading(text: string): void {
  console.log(`\n${text}\n`);
}

function indented(text: string): string {
  return text.split("\n").map((line) => `  ${line}`).join("\n");
}
