// Tells which task a shell line does, such as testing, and whether it calls a program. For `mneme how` and fixes.
import { findRuns } from "../outcome/find_runs.ts";
import type { OutcomeKind } from "../outcome/outcome.ts";
import { programName, readArguments, withoutAssignments, wordSet } from "../shell/command_words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { splitShell } from "../shell/shell_split.ts";
import table from "./tasks.json" with { type: "json" };

interface TaskKind {
  readonly names: readonly string[];
  readonly outcome?: OutcomeKind;
  /** Patterns of commands that do only this task. Wrappers such as `npx` are removed before a command is compared. */
  readonly programs?: readonly string[];
}

const TASK_KINDS = table as readonly TaskKind[];
const CHECK = "check"; // means tests, unless another task is named, too: `check types`

/** Matches programs that take the name of a task as an argument. */
const TASK_RUNNERS =
  /^(?:npm|pnpm|yarn|bun|make|gmake|just|task|mise|rake|invoke|inv|nox|tox|composer|deno|gradle|gradlew|mvn|mvnw|nx|turbo|lerna|poe|hatch|pdm|bazel|docker|lein|sbt|bash|sh|python|node|tsx|ruby|mix)$/;
const MOST_WORDS = 4; // later words are arguments of the task
const IMAGE_OPTIONS = wordSet("-t --tag"); // of docker; their values, such as `acme/test`, name no task

/** Returns the file at a text's end, if any; other files may share its words or ending: `deploy.sh`, `smoke.sh`. */
const fileAtEnd = (text: string) => text.split(/[\s/\\]/).slice(-1).filter((name) => /.\.\w+$/.test(name));

/** Returns the kind of task that the text names, else one with its last file or word as the only name. */
function taskIn(text: string): TaskKind | undefined {
  const words = text.match(/[a-z0-9]+/g) ?? [];
  const ordered = words.toSorted((a, b) => Number(a === CHECK) - Number(b === CHECK));
  const known = ordered.flatMap((word) => TASK_KINDS.find(({ names }) => names.includes(word)) ?? []);
  return known[0] ?? [...words, ...fileAtEnd(text)].slice(-1).map((last) => ({ names: [last] }))[0];
}

/** Returns true for the name of a kind of task, even if a program has this name, too, as `test`. */
export function isTaskName(text: string): boolean {
  return TASK_KINDS.some(({ names }) => names.includes(text.trim().toLowerCase()));
}

/** Returns a test for shell lines: do they do the task that the text names? */
export function taskFilter(text: string): (line: string) => boolean {
  const task = taskIn(text.trim().toLowerCase());
  return (line) => task !== undefined && doesTask(line, task);
}

function doesTask(line: string, task: TaskKind): boolean {
  const isRun = task.outcome !== undefined &&
    findRuns(line, []).some((run) => run.kind === task.outcome && !isOtherTask(run.command, task));
  return isRun || splitShell(line).some(({ words }) => {
    const forms = [withoutAssignments(words), unwrap(words).words];
    return forms.some((own) => isOwnProgram(own, task)) ||
      forms.flatMap(taskNames).some((name) => task.names.includes(name));
  });
}

function isOwnProgram(words: readonly string[], { programs = [] }: TaskKind): boolean {
  const [program = "", ...rest] = words[1] === "-m" ? words.slice(2) : words; // `python -m mypy`
  const command = [programName(program), ...rest].join(" ");
  return programs.some((one) => new RegExp(`^(?:${one})\\b`).test(command));
}

/** `findRuns` counts a check of types as a build, although it is a task of its own. */
function isOtherTask(command: string, task: TaskKind): boolean {
  const { words } = unwrap(command.split(" "));
  return TASK_KINDS.some((other) => other !== task && isOwnProgram(words, other));
}

/** Returns `run`, `test:unit`, `test`, `unit` for `npm run test:unit`; `deploy.sh` and its words for `scripts/deploy.sh`. */
export function taskNames(words: readonly string[]): string[] {
  const [program = "", ...rest] = withoutAssignments(words);
  const own = program.includes("/") ? [programName(program)] : [];
  const runner = programName(program);
  const { operands } = readArguments(rest, runner === "docker" ? IMAGE_OPTIONS : undefined);
  // Of `python -m py_compile server.py`, the file is no task; of `python -m pip install`, the second word is.
  const isFile = (word: string, at: number) => rest[0] === "-m" && at > 0 && /[./]/.test(word);
  const named = operands.filter((word, at) => !/\s/.test(word) && !isFile(word, at));
  const tasks = TASK_RUNNERS.test(runner) ? named : [];
  return [...own, ...tasks.slice(0, MOST_WORDS)].flatMap((word) => {
    const name = (word.split("/").at(-1) ?? "").toLowerCase();
    return [name, ...name.split(/[^a-z0-9]+/)];
  });
}

/** Returns true if a command of the line begins with `beginning`, also behind a wrapper: `uv run pytest`. */
export function callsProgram(line: string, beginning: string): boolean {
  const named = ([program = "", ...rest]: readonly string[]) =>
    `${[programName(program), ...rest].join(" ").toLowerCase()} `;
  const wanted = named(beginning.split(/\s+/));
  return splitShell(line).some(({ words }) =>
    [withoutAssignments(words), unwrap(words).words].some((own) => named(own).startsWith(wanted))
  );
}
