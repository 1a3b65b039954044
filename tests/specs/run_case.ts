import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import type { Outcome } from "../_support/run_program.ts";
import type { TestHome } from "../_support/test_home.ts";
import type { Case, CommandStep, HookStep } from "./case_format.ts";
import { PATIENCE } from "../_support/patience.ts";
import { fillIn, normalise } from "./placeholders.ts";

/** True for a case that says what the configuration is, or tries what holds without one. */
function hasOwnConfiguration({ files, steps }: Case): boolean {
  return Object.keys(files ?? {}).some((path) => path.includes("config.yaml")) ||
    steps.some((step) => "mneme" in step && /^(config|doctor|install|uninstall)/.test(String(step.mneme)));
}

/** The same case with what really came out in the places of what was expected. */
export async function runCase(folder: string, expected: Case, home: TestHome): Promise<Case> {
  if (!hasOwnConfiguration(expected)) home.write("data/config.yaml", PATIENCE);
  for (const [path, content] of Object.entries(expected.files ?? {})) {
    home.write(
      fillIn(path, home),
      fillIn(typeof content === "string" ? content : content.join("\n") + "\n", home),
    );
  }
  const steps: Case["steps"] = [];
  for (const step of expected.steps) {
    const env = fillIn({ ...expected.env, ...step.env }, home);
    steps.push(
      "hook" in step ? await runHookStep(home, step, { env, folder }) : await runCommand(home, step, env),
    );
  }
  await home.settle();
  return {
    ...expected,
    steps,
    ...(expected.rows === undefined ? {} : { rows: rowsAfter(home, expected.rows) }),
    ...(expected.filesAfter === undefined ? {} : { filesAfter: filesAfter(home, expected.filesAfter) }),
  };
}

type Environment = Record<string, string | null>;

async function runHookStep(
  home: TestHome,
  step: HookStep,
  options: { readonly env: Environment; readonly folder: string },
): Promise<HookStep> {
  const stdin = stdinOf(home, step, options.folder);
  const runs = Array.from(
    { length: step.atOnce ?? 1 },
    () => home.hook(step.hook, stdin, { env: options.env }),
  );
  const outcomes = await Promise.all(runs);
  return asStep({ ...step }, home, {
    code: Math.max(...outcomes.map(({ code }) => code)),
    stdout: outcomes.map(({ stdout }) => stdout).join(""),
    stderr: outcomes.map(({ stderr }) => stderr).join(""),
  });
}

function stdinOf(home: TestHome, step: HookStep, folder: string): unknown {
  if (step.stdinText !== undefined) return fillIn(step.stdinText, home);
  if (step.stdinFile !== undefined) return fillIn(Deno.readTextFileSync(`${folder}/${step.stdinFile}`), home);
  const event = HOOK_REGISTRATIONS.find(({ executable }) => executable === step.hook)?.event ?? "";
  const common = Object.keys(home.payload(event));
  const payload = home.payload(event, fillIn(step.stdin ?? {}, home));
  return Object.fromEntries(
    Object.entries(payload).filter(([key, value]) => value !== null || !common.includes(key)),
  );
}

async function runCommand(home: TestHome, step: CommandStep, env: Environment): Promise<CommandStep> {
  return asStep(step, home, await home.mneme(fillIn(step.mneme, home), { env }));
}

/** The step with what came out; expecting nothing is saying nothing. */
function asStep<S extends HookStep | CommandStep>(
  { stdout: _, stderr: __, code: ___, ...step }: S,
  home: TestHome,
  outcome: Omit<Outcome, "ms">,
): S {
  const [stdout, stderr] = [normalise(outcome.stdout, home), normalise(outcome.stderr, home)];
  return {
    ...step,
    ...(stdout === "" ? {} : { stdout: asObject(stdout) ?? stdout }),
    ...(stderr === "" ? {} : { stderr }),
    ...(outcome.code === 0 ? {} : { code: outcome.code }),
  } as S;
}

/** An expected object stands for its JSON text. */
function asObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value as Record<string, unknown> : undefined;
  } catch {
    return undefined;
  }
}

function rowsAfter(home: TestHome, expected: NonNullable<Case["rows"]>): NonNullable<Case["rows"]> {
  return Object.fromEntries(
    Object.keys(expected).map((sql) => {
      const rows = home.rows(fillIn(sql, home));
      return [sql, JSON.parse(normalise(JSON.stringify(rows), home))];
    }),
  );
}

function filesAfter(home: TestHome, expected: Record<string, unknown>): Record<string, string | null> {
  return Object.fromEntries(
    Object.keys(expected).map((path) => [path, contentOf(`${home.root}/${path}`, home)]),
  );
}

function contentOf(path: string, home: TestHome): string | null {
  try {
    return normalise(Deno.readTextFileSync(path), home);
  } catch {
    return null;
  }
}
