// Decides from a command's words if it tests or builds. Only `classifyProjectScript` gets wrappers, too.
import { isAssignment, programName, readArguments, wordSet } from "../shell/command_words.ts";
import {
  type Classified,
  classifyScript,
  fileKind,
  findIdle,
  isCheck,
  targetKind,
  watches,
} from "./names.ts";
import type { OutcomeKind } from "./outcome.ts";
import { findManager, findProgram, findTargetProgram, findWrappers } from "./runners.ts";
import tables from "./runners.json" with { type: "json" };

const INTERPRETERS = wordSet(tables.words.interpreters);
const INTERPRETER_OPTIONS = wordSet(tables.words.interpreter_options);
/** The options of shells (and Julia) with a value: unlike in `INTERPRETER_OPTIONS`, `-e` alone has none. */
const SHELL_OPTIONS = wordSet("-o -O -eo -uo -euo -exo -euxo");
const WATCHERS = wordSet("ptw pytest-watch"); // programs that run the tests again after each change
const SCRIPT_RUNNERS = wordSet("hatch pixi pdm rye poe poetry pipenv mise rtx devbox");

const MAX_DEPTH = 6; // the longest chain of programs that is followed, such as `yarn workspace a python -m …`

/** Classifies a command as a test run or a build; `undefined` for anything else. */
export function classify(words: readonly string[], depth = MAX_DEPTH): Classified | undefined {
  const [first, ...rest] = words;
  if (first === undefined || depth === 0) return undefined;
  if (first.startsWith("$") && rest[0] === "-m") return classify(["python", ...rest], depth - 1); // `$PYTHON -m pytest`
  const program = programName(first);
  return classifyPackageScript(program, rest, depth - 1) ?? classifyTargets(program, rest) ??
    fromTable(program, rest) ?? fromInterpreter(program, rest, depth - 1) ?? fromFile(first, rest);
}

/** Classifies `hatch run test` by the script's name; `undefined` if that names a known program, such as `pytest`. */
export function classifyProjectScript(words: readonly string[]): Classified | undefined {
  const program = programName(words[0] ?? "");
  if (!SCRIPT_RUNNERS.has(program)) return undefined;
  const { operands: [command, name] } = readArguments(words.slice(1), findWrappers(program)[0]?.options);
  const script = program === "poe" ? command : /^(?:run|r)$/.test(command ?? "") ? name : undefined;
  if (script === undefined || script.includes(".") || findProgram(script) !== undefined) return undefined;
  return classifyScript(script, words);
}

/** Classifies a command by the longest subcommand in `commands` that it has, the last of equally long ones. */
function fromTable(program: string, words: readonly string[]): Classified | undefined {
  const found = findProgram(program);
  if (found === undefined) return undefined;
  const { operands } = readArguments(words, found.options);
  const matching = found.subcommands.filter(({ words: wanted }) =>
    wanted.every((word, i) => operands[i] === word || (word.startsWith("--") && words[i] === word))
  );
  const best = matching.toSorted((a, b) => a.words.length - b.words.length).at(-1);
  if (skipsTests(best?.runner.format, words)) return undefined;
  const names = [program, best?.runner.format ?? ""];
  return best && { ...best.runner, idle: findIdle(words, names, WATCHERS.has(program), best.words) };
}

/** Matches the options of Maven that leave out all tests. */
const WITHOUT_TESTS = / -D(?:skipTests|maven\.test\.skip)(?:=true)?(?= |$)/;
/** Matches the environments of tox, or sessions of nox, to which a command is limited: `-e lint,docs`, `-s lint docs`. */
const SESSIONS = /(?<= (?:-\w*[es]|--sessions?)[ =])\w\S*(?: \w\S*)*/g;

function skipsTests(format: string | undefined, words: readonly string[]): boolean {
  const [line = ""] = ` ${words.join(" ")}`.split(" -- ", 1);
  if (format === "maven") return WITHOUT_TESTS.test(line);
  return format === "tox" && (line.match(SESSIONS)?.join(" ").split(/[ ,]/).every(isCheck) ?? false);
}

/** Classifies `python -m pytest`, `node --test`, `ruby test/cart_test.rb`, `bash scripts/test.sh`. */
function fromInterpreter(program: string, words: readonly string[], depth: number): Classified | undefined {
  if (!INTERPRETERS.has(program)) return undefined;
  const module = program.startsWith("py") ? moduleOf(words) : undefined;
  if (module !== undefined) return classify(module, depth) ?? fromTable(`py:${module[0]}`, module.slice(1));
  const inline = inlineFormat(program, words);
  if (inline !== undefined) return { kind: "tests", format: inline, idle: undefined };
  const options = /^(?:(?:ba|da|k|z|fi)?sh|julia)$/.test(program) ? SHELL_OPTIONS : INTERPRETER_OPTIONS;
  const { operands, rest } = readArguments(words, options);
  if (words.slice(0, words.length - rest.length).includes("--test")) { // behind a file, it is the script's option
    return { kind: "tests", format: "node", idle: findIdle(words) };
  }
  const file = operands[operands[0] === "run" && /^(?:deno|bun)$/.test(program) ? 1 : 0];
  if (file === undefined) return undefined;
  const name = programName(file).replace(/\.[mc]?[jt]s$/, "");
  if (
    file.includes("node_modules") || /^(?:php|ruby)$/.test(program) || /^(?:manage|setup)\.py$/.test(name)
  ) {
    const found = fromTable(name, rest.slice(1));
    if (found !== undefined) return found;
  }
  const kind = fileKind(file);
  const onlyChecks = /^php.* -l | (?:-[nc]|--check) /.test(`${program} ${words.join(" ").split(file, 1)[0]}`);
  return kind && !onlyChecks ? { kind, format: undefined, idle: findIdle(words) } : undefined;
}

/** Returns the words from `MODULE` on in `python -m MODULE …`. */
function moduleOf(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word, i) =>
    word === "-m" || !(word.startsWith("-") || /^-[WX]$/.test(words[i - 1] ?? ""))
  );
  return words[at] === "-m" ? words.slice(at + 1) : undefined;
}

/** Returns the format of tests that code in the arguments starts, as is usual in Julia and R. */
function inlineFormat(program: string, words: readonly string[]): string | undefined {
  const code = words.find((_, i) => /^-(?:e|-eval)$/.test(words[i - 1] ?? "")) ?? "";
  if (program === "julia" && /\bPkg\.test\(/.test(code)) return "julia";
  return program === "Rscript" && /\b(?:devtools::test|testthat::|tinytest::)/.test(code)
    ? "testthat"
    : undefined;
}

function fromFile(path: string, words: readonly string[]): Classified | undefined {
  const isOwn = (path.includes("/") && !/^\/(usr\/|bin\/|sbin\/|opt\/)/.test(path)) ||
    path.endsWith(".sh");
  const kind = isOwn ? fileKind(path) : undefined;
  return kind && { kind, format: undefined, idle: findIdle(words) };
}

type KindOf = (target: string) => OutcomeKind | undefined;

const script: KindOf = (target) => targetKind(target, "script");
const loose: KindOf = (target) => targetKind(target, "loose");

/** Functions that judge a target's name, by the third column of `targets` in `runners.json`. */
const NAMINGS: Readonly<Record<string, KindOf>> = {
  script,
  loose,
  /** For programs such as `concurrently`: `npm:test`, `'npm test'`. */
  scripts: (word) => script(word.replace(/^(?:npm|yarn|pnpm|bun):/, "").replaceAll(" ", ":")),
  /** `turbo run test`, `nx test web`, `nx run web:test:ci`, `nx run-many --target=test`. */
  workspace: (word) => word.split(/[:,=]/).map(script).find((kind) => kind !== undefined),
  /** A target that is no file may test (`ninja test`, `ninja check`); any other builds. */
  ninja: (word) => {
    if (/^(?:configure|clean|install)$/.test(word)) return undefined;
    return !/[./]/.test(word) && loose(word) === "tests" ? "tests" : "builds";
  },
  gradle: (word) => {
    const task = word.slice(word.lastIndexOf(":") + 1);
    if (/^(?:assemble|bundle|compile|install.)|[cC]lasses$/.test(task)) return "builds";
    if (/^(?:check|verify)$|tests?$|^test/i.test(task)) return "tests";
    return /^(?:build|jar|bootJar|shadowJar|war)/i.test(task) ? "builds" : undefined;
  },
  ...Object.fromEntries(tables.namings.map(([name = "", ...patterns]) => {
    const [tests, builds] = patterns.map((pattern) => new RegExp(pattern)) as [RegExp, RegExp];
    return [name, (word: string) => tests.test(word) ? "tests" : builds.test(word) ? "builds" : undefined];
  })),
};

/** Classifies `make test` and the like by the targets. Tests count before builds. */
function classifyTargets(program: string, words: readonly string[]): Classified | undefined {
  if (program === "cmake") return cmake(words);
  const found = findTargetProgram(program);
  if (found === undefined) return undefined;
  // `earthly +test`; `nx run web-e2e:lint` names the project before the target.
  const other = /^(?:nx|moon)$/.test(program) && words[0] === "run" ? /^(?!-)[^:]+:/ : /^\+/;
  const own = words.map((word) => word.replace(other, ""));
  const targets = [
    ...readArguments(own, found.options).operands.filter((word) =>
      !isAssignment(word) && !/^\d+$/.test(word)
    ),
    ...words.filter((word) => /^(?:--targets?=|-[XMTA]:)/.test(word)), // `nx … --target=test`, `clj -X:test`
  ];
  // `nx lint web-e2e` and `nx test web-e2e` name the project behind the target.
  const isOneTarget = program === "nx" && !/^(?:run|run-many|affected|exec)\b/.test(targets[0] ?? "");
  const kinds = targets.slice(0, isOneTarget ? 1 : undefined).map(NAMINGS[found.naming]!);
  const kind = kinds.find((each) => each === "tests") ?? kinds.find((each) => each !== undefined) ??
    (targets.length === 0 ? found.byDefault : undefined);
  if (kind === undefined) return undefined;
  const isWatching = targets.some((target) => target.startsWith("~") || (loose(target) && watches(target)));
  const idle = findIdle(words, [program], isWatching);
  return { kind: skipsTests(found.format, words) ? "builds" : kind, format: found.format, idle };
}

/** Classifies `cmake --build DIR [--target NAME]` or `cmake --workflow`. Otherwise cmake only configures. */
function cmake(words: readonly string[]): Classified | undefined {
  if (!words.includes("--build") && !words.includes("--workflow")) return undefined;
  const target = words.find((_, i) => /^(?:--target|-t)$/.test(words[i - 1] ?? ""));
  if (/^(?:clean|install|help)$/.test(target ?? "")) return undefined;
  const kind = target !== undefined && loose(target) === "tests" ? "tests" : "builds";
  return { kind, format: target === "test" ? "ctest" : "ninja", idle: findIdle(words) };
}

const MANAGER_OPTIONS = wordSet(tables.words.manager_options);
/** With pnpm, `-w` is the root of the workspace and has no value. */
const PNPM_OPTIONS = MANAGER_OPTIONS.difference(wordSet("-w"));
const TEST_COMMANDS = /^(?:test|t|tst)$/;
const NPM_TEST_COMMANDS = /^(?:test|t|tst|it|install-test|cit|install-ci-test)$/;

/** Classifies a call of a script in `package.json`, `deno.json` or `composer.json`. */
function classifyPackageScript(program: string, words: readonly string[], depth: number) {
  const manager = findManager(program);
  if (manager === undefined) return undefined;
  const { operands, rest } = readArguments(words, program === "pnpm" ? PNPM_OPTIONS : MANAGER_OPTIONS);
  const [command = "", script = ""] = operands;
  const isRun = manager.runs.has(command);
  const isScript = isRun ? script !== "" : manager.own?.has(command) === false;
  const byName = (own = words) => isScript ? classifyScript(isRun ? script : command, own) : undefined;
  if (program === "deno" || program === "composer") return byName();
  // `pnpm --filter web exec vitest`; without options before it, `unwrap` has removed `exec`.
  if (/^(?:exec|x|dlx)$/.test(command)) {
    return classify(readArguments(rest.slice(1), MANAGER_OPTIONS).rest, depth);
  }
  if (program === "bun") {
    const isFile = isRun ? /\/|\.[mc]?[jt]sx?$/.test(script) : !/^[\w:-]+$/.test(command);
    return isFile ? undefined : byName();
  }
  if (program === "npm") return NPM_TEST_COMMANDS.test(command) ? classifyScript("test", words) : byName();
  if (command === "workspace") return classify(["yarn", ...rest.slice(2)], depth); // `yarn workspace a test`
  if (/^(?:workspaces|recursive|multi)$/.test(command)) {
    return classify(["yarn", ...rest.slice(script === "foreach" ? 2 : 1)], depth);
  }
  if (TEST_COMMANDS.test(command)) return classifyScript("test", words);
  if (!isScript) return undefined;
  // Without such a script, yarn and pnpm run the program of that name.
  const called = isRun ? rest.slice(1) : rest;
  return classify(called, depth) ?? byName(called);
}
