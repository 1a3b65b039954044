import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import type { Outcome } from "../_support/run_program.ts";
import { namesIn } from "../_support/test_home.ts";
import { runHere } from "../_support/run_here.ts";
import type { Received } from "../unit/llm/model_server.ts";
import type { Case, CommandStep, HomeStep, HookStep } from "./case_format.ts";
import { PATIENCE } from "../_support/patience.ts";
import { fillIn, normalise } from "./placeholders.ts";
import type { SpecHome } from "./spec_home.ts";

/** True for a case that says what the configuration is, or tries what holds without one. */
function hasOwnConfiguration({ files, steps }: Case): boolean {
  return Object.keys(files ?? {}).some((path) => path.includes("config.yaml")) ||
    steps.some((step) => "mneme" in step && /^(config|doctor|install|uninstall)/.test(String(step.mneme)));
}

function change(home: SpecHome, { files = {}, links = {}, said, sql = [] }: HomeStep): void {
  for (const [name, content] of Object.entries(files)) {
    const path = fillIn(name, home);
    if (content === null) Deno.removeSync(`${home.root}/${path}`, { recursive: true });
    else home.write(path, fillIn(typeof content === "string" ? content : content.join("\n") + "\n", home));
  }
  for (const [name, target] of Object.entries(links)) {
    Deno.symlinkSync(fillIn(target, home), `${home.root}/${name}`);
  }
  if (said !== undefined) home.say(fillIn(said, home));
  for (const statement of sql) home.change(fillIn(statement, home));
}

/** The same case with what really came out in the places of what was expected. */
export async function runCase(folder: string, expected: Case, home: SpecHome): Promise<Case> {
  if (!hasOwnConfiguration(expected)) home.write("data/config.yaml", PATIENCE);
  change(home, { files: expected.files ?? {} });
  const steps: Case["steps"] = [];
  for (const step of expected.steps) steps.push(await runStep(home, step, { folder, expected }));
  await home.settle();
  return { ...expected, steps, ...look(home, expected) };
}

async function runStep(
  home: SpecHome,
  step: Case["steps"][number],
  { folder, expected }: { readonly folder: string; readonly expected: Case },
): Promise<Case["steps"][number]> {
  const env = () => fillIn({ ...expected.env, ...("env" in step ? step.env : {}) }, home);
  if ("hook" in step) return await runHookStep(home, step, { env: env(), folder });
  if ("mneme" in step) {
    const args = fillIn(step.mneme, home);
    const outcome = await (expected.inProcess
      ? runHere(args, { cwd: home.project, env: home.environment(env()) })
      : home.mneme(args, { env: env() }));
    return asStep(step, home, outcome, step.pick);
  }
  change(home, step);
  await home.settle();
  return { ...step, ...look(home, step) };
}

type Variables = Record<string, string | null>;

/** What is there now, of all that is looked at. */
function look(home: SpecHome, { rows, filesAfter, asked, sent, nowhere }: HomeStep): HomeStep {
  const received = home.model?.received ?? [];
  return {
    ...(asked === undefined ? {} : { asked: received.length }),
    ...(sent === undefined ? {} : { sent: foundIn(received, sent) }),
    ...(rows === undefined ? {} : { rows: rowsAfter(home, rows) }),
    ...(filesAfter === undefined ? {} : { filesAfter: contentsOf(home, filesAfter) }),
    ...(nowhere === undefined
      ? {}
      : { nowhere: nowhere.filter((word) => !isAnywhere(home.data, word.toLowerCase())) }),
  };
}

/** Which of the texts stand in any question, in its headers or the JSON in it. */
function foundIn(received: readonly Received[], texts: Readonly<Record<string, boolean>>) {
  const questions = JSON.stringify(received.map(({ headers, body }) => [[...headers], body]));
  const plain = questions.replaceAll("\\", "");
  return Object.fromEntries(Object.keys(texts).map((text) => [text, plain.includes(text)]));
}

function isAnywhere(folder: string, word: string): boolean {
  return namesIn(folder).some((name) => {
    const path = `${folder}/${name}`;
    if (Deno.statSync(path).isDirectory) return isAnywhere(path, word);
    const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes).toLowerCase();
    return latin1(Deno.readFileSync(path)).includes(latin1(new TextEncoder().encode(word)));
  });
}

async function runHookStep(
  home: SpecHome,
  step: HookStep,
  options: { readonly env: Variables; readonly folder: string },
): Promise<HookStep> {
  const stdin = stdinOf(home, step, options.folder);
  const how = { env: options.env, ...(step.client === undefined ? {} : { client: step.client }) };
  const run = () =>
    Promise.all(Array.from({ length: step.atOnce ?? 1 }, () => home.hook(step.hook, stdin, how)));
  const outcomes = await (step.locked ? home.locked(run) : run());
  return asStep({ ...step }, home, {
    code: Math.max(...outcomes.map(({ code }) => code)),
    stdout: outcomes.map(({ stdout }) => stdout).join(""),
    stderr: outcomes.map(({ stderr }) => stderr).join(""),
  });
}

function stdinOf(home: SpecHome, step: HookStep, folder: string): unknown {
  if (step.stdinText !== undefined) return fillIn(step.stdinText, home);
  if (step.stdinFile !== undefined) return fillIn(Deno.readTextFileSync(`${folder}/${step.stdinFile}`), home);
  const event = HOOK_REGISTRATIONS.find(({ executable }) => executable === step.hook)?.event ?? "";
  const common = Object.keys(home.payload(event));
  const payload = home.payload(event, fillIn(step.stdin ?? {}, home));
  return Object.fromEntries(
    Object.entries(payload).filter(([key, value]) => value !== null || !common.includes(key)),
  );
}

/** The step with what came out; expecting nothing is saying nothing. */
function asStep<S extends HookStep | CommandStep>(
  { stdout: _, stderr: __, code: ___, ...step }: S,
  home: SpecHome,
  outcome: Omit<Outcome, "ms">,
  keys?: string[],
): S {
  const [stdout, stderr] = [normalise(outcome.stdout, home), normalise(outcome.stderr, home)];
  return {
    ...step,
    ...(stdout === "" ? {} : { stdout: asDocument(stdout, keys) ?? stdout }),
    ...(stderr === "" ? {} : { stderr }),
    ...(outcome.code === 0 ? {} : { code: outcome.code }),
  } as S;
}

/** An expected document stands for its JSON text. */
function asDocument(text: string, keys?: string[]): Record<string, unknown> | unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    return JSON.parse(JSON.stringify(value, keys));
  } catch {
    return undefined;
  }
}

function rowsAfter(home: SpecHome, expected: NonNullable<Case["rows"]>): NonNullable<Case["rows"]> {
  return Object.fromEntries(
    Object.keys(expected).map((sql) => {
      const rows = home.rows(fillIn(sql, home));
      return [sql, JSON.parse(normalise(JSON.stringify(rows), home))];
    }),
  );
}

function contentsOf(home: SpecHome, expected: Record<string, unknown>): Record<string, string | null> {
  return Object.fromEntries(
    Object.keys(expected).map((path) => [path, contentOf(`${home.root}/${path}`, home)]),
  );
}

function contentOf(path: string, home: SpecHome): string | null {
  try {
    return normalise(Deno.readTextFileSync(path), home);
  } catch {
    return null;
  }
}
