import { HOOK_REGISTRATIONS } from "../../../src/base/hook_names.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import { contextOf } from "../../_support/hook_answer.ts";
import { hookCalls } from "../../demo/session_payloads.ts";
import type { DocsHome } from "./docs_home.ts";
import type { Page, Step } from "./page.ts";
import seed from "./seed.json" with { type: "json" };

const RECORDED = `${PROJECT_ROOT}/tests/fixtures/sessions/cart.jsonl`;
const RECORDED_PROJECT = "/home/dev/shop";
/** What the agent of the recorded session makes of the first question, and another one expects and learns. */
const { saved, prediction } = seed;
const SESSION = "5f2a7c10-9b1d-4e3f-8a6b-0d4c2e1f7b10";
const NEXT_SESSION = "a7d31e42-0c5b-4f6a-9e8d-1b2c3d4e5f20";

type Fields = Readonly<Record<string, unknown>>;

/** Something that happens in the client while the guide is read; returns what mneme says about it. */
type Scene = (home: DocsHome) => Promise<string>;

const FAILED_CHECKOUT =
  "Exit code 2\nFAILED tests/test_checkout.py::test_pays - ConnectionResetError: ECONNRESET\n" +
  "1 failed, 3 passed in 2.20s";
const FAILED_DISCOUNT =
  "Exit code 2\nFAILED tests/test_cart.py::test_discount - assert 899 == 900\n1 failed, 4 passed in 0.04s";

/** The scenes that a page may name in a comment: `<!-- scene: a session -->`. */
export const SCENES: Readonly<Record<string, Scene>> = {
  "a session": playSession,
  "the next session": startNext,
  "a file is read": readFile,
  "a failure": (home) => failTest(home, FAILED_CHECKOUT),
  "a failure with a lesson": (home) => failTest(home, FAILED_DISCOUNT),
  "an entry meets a run": compareRun,
  "a session of a subagent": async (home) =>
    // without the rules and contents, which come first
    (await told(home, "SubagentStart", { agent_id: "a-docs-1", agent_type: "reviewer" })).replace(
      /^.*?(?=Today is )/s,
      "",
    ),
};

/** The recorded session, up to its end; the agent saves what it is asked to. Returns the first question. */
async function playSession(home: DocsHome): Promise<string> {
  const transcript = (await Deno.readTextFile(RECORDED)).replaceAll(RECORDED_PROJECT, home.shop);
  const path = home.path(`.claude/projects/-home-me-shop/${SESSION}.jsonl`);
  const asked: string[] = [];
  for (const { hook, payload, rows } of hookCalls(transcript, path)) {
    const lines = transcript.split("\n").slice(0, rows);
    home.write(path.slice(home.home.length + 1), lines.map((line) => `${line}\n`).join(""));
    const answer = await home.hook(hook, { ...payload, session_id: SESSION });
    if (hook !== "stop") continue;
    const question = contextOf(answer).trimEnd();
    if (question !== "") asked.push(question);
    if (asked.length !== 1) continue;
    const env = { CLAUDE_CODE_SESSION_ID: SESSION, CLAUDE_PROJECT_DIR: home.shop };
    for (const memory of saved) await home.need(`mneme call save_memory '${JSON.stringify(memory)}'`, env);
  }
  await home.process();
  return asked[0] ?? "";
}

async function startNext(home: DocsHome): Promise<string> {
  const { stdout } = await fire(home, "SessionStart", { session_id: NEXT_SESSION, source: "startup" });
  const { systemMessage } = JSON.parse(stdout);
  return [contextOf({ stdout }).trimEnd(), ...(systemMessage === undefined ? [] : ["", systemMessage])].join(
    "\n",
  );
}

function readFile(home: DocsHome): Promise<string> {
  const file_path = `${home.shop}/src/checkout.py`;
  const tool_response = { type: "text", file: { filePath: file_path, content: "class Checkout:" } };
  return told(home, "PostToolUse", { ...toolFields("Read", { file_path }), tool_response });
}

function failTest(home: DocsHome, error: string, more: Fields = {}): Promise<string> {
  const use = toolFields("Bash", { command: "make test" });
  return told(home, "PostToolUseFailure", { ...use, error, is_interrupt: false, ...more });
}

function toolFields(tool_name: string, tool_input: Fields): Fields {
  return { tool_name, tool_input, tool_use_id: `toolu_${crypto.randomUUID()}` };
}

/** An agent has written down what it expects; the test run that follows says otherwise. */
async function compareRun(home: DocsHome): Promise<string> {
  const env = { CLAUDE_CODE_SESSION_ID: NEXT_SESSION, CLAUDE_PROJECT_DIR: home.shop };
  await home.need(`mneme call start_ghap '${JSON.stringify(prediction.entry)}'`, env);
  const shown = await failTest(home, FAILED_DISCOUNT, { session_id: NEXT_SESSION });
  await home.need(`mneme call resolve_ghap '${JSON.stringify(prediction.resolution)}'`, env);
  return shown;
}

async function told(home: DocsHome, event: string, fields: Fields): Promise<string> {
  return contextOf(await fire(home, event, fields)).trimEnd();
}

/** Fires in a session of its own: what one scene was shown would not come again in another. */
function fire(home: DocsHome, event: string, fields: Fields) {
  const { executable } = HOOK_REGISTRATIONS.find((row) => row.event === event)!;
  const common = { session_id: crypto.randomUUID(), hook_event_name: event, prompt_id: "prompt-docs" };
  return home.hook(executable, { ...common, ...fields });
}

/** What came of one step. */
interface Played {
  readonly step: Step;
  readonly output: string;
  /** Lines that did not end as they should, with what they said. */
  readonly failed: readonly string[];
}

/** Words that stand for something of the reader's, in pages that do not say what. */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\w/.~-])session\.jsonl\b/g,
    "~/.claude/projects/-home-me-shop/3f0c2d51-6a77-4b0e-9d0e-0c5b4f1e7a01.jsonl",
  ],
  [/(?<![\w/.~-])folder\b(?!\/)/g, "~/.claude/projects/-home-me-shop"],
];

/** Programs that a page may call beside mneme without a mark. */
const RUNNABLE = new Set(["mneme", "cd", "ls", "git", "cp", "mv", "mkdir", "cat", "echo"]);

/** Does from top to bottom what a page has its reader do, in a home as it was seeded. */
export async function playPage(home: DocsHome, page: Page): Promise<Played[]> {
  await home.restore();
  const played: Played[] = [];
  for (const step of page.steps) played.push(await playStep(home, step));
  return played;
}

async function playStep(home: DocsHome, step: Step): Promise<Played> {
  if (step.kind === "not run") return { step, output: "", failed: [] };
  if (step.kind === "scene") {
    const scene = SCENES[step.text];
    if (scene === undefined) return { step, output: "", failed: [`there is no scene "${step.text}"`] };
    return { step, output: home.told(await scene(home)), failed: [] };
  }
  const printed: string[] = [];
  const failed: string[] = [];
  for (const { command, status } of step.lines) {
    if (!RUNNABLE.has(programOf(command))) {
      failed.push(`${command}: not a command of the guide; mark the block with <!-- not run: why -->`);
      continue;
    }
    const { code, stdout, stderr } = await home.shell(resolved(command));
    printed.push(stdout + stderr);
    if (code !== status) failed.push(`${command} ended with ${code}: ${home.told(stderr)}`);
  }
  return { step, output: home.told(printed.join("")).trimEnd(), failed };
}

/** The first word that is no assignment of a variable. */
function programOf(line: string): string {
  return line.split(/\s+/).find((word) => !/^[A-Z_]+=/.test(word)) ?? "";
}

function resolved(line: string): string {
  return PLACEHOLDERS.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), line);
}
