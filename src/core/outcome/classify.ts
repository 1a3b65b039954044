import { isIdle } from "./idle.ts";
import { type Classified, named } from "./named_run.ts";
import { type Classify, packageScript } from "./package_scripts.ts";
import { findProgram, type Runner } from "./runners.ts";
import { fileKind } from "./target_kind.ts";
import { targetsOf } from "./targets.ts";
import { programName, readArguments, wordSet } from "./words.ts";

const NO_OPTIONS = wordSet("");
/** Programs that run the file that they are given. */
const INTERPRETERS = wordSet(
  "bash sh zsh dash ksh fish python py pypy ruby node nodejs ts-node tsx php perl lua julia Rscript raku deno bun " +
    "pwsh powershell jruby babel-node esno vite-node",
);
const INTERPRETER_OPTIONS = wordSet(
  "-W -X -I -r --require --import --loader -e -p --env-file -d -c --project -o",
);
/** They run the tests again and again until they are stopped. */
const WATCHERS = wordSet("ptw pytest-watch");
/** `hatch run test`: a script of the project, unless it is a program. */
const SCRIPT_RUNNERS = wordSet("hatch pixi pdm rye poe poetry pipenv mise rtx devbox");
const COMPOSE_OPTIONS = wordSet(
  "-f -p -e -u -w -v --file --project-name --profile --env-file --env --user --workdir --volume --entrypoint --name",
);

/** Starters within starters (`python -m …`, `yarn workspace a …`) are read so deep. */
const MAX_STARTERS = 6;

/** Test run, build or `undefined` for anything else. */
export function classify(words: readonly string[]): Classified | undefined {
  return classifyWithin(words, MAX_STARTERS);
}

function classifyWithin(words: readonly string[], depth: number): Classified | undefined {
  if (depth === 0) return undefined;
  const inner = (rest: readonly string[]) => classifyWithin(rest, depth - 1);
  const first = words[0];
  if (first === undefined) return undefined;
  if (first.startsWith("$") && words[1] === "-m") return inner(["python", ...words.slice(1)]);
  const program = programName(first);
  if ((program === "tox" || program === "nox") && isOtherSession(words)) return undefined;
  if (program === "mix" && words[1] === "do") return mixSteps(words.slice(2));
  return packageScript(program, words.slice(1), inner) ?? targetsOf(program, words.slice(1)) ??
    fromTable(program, words.slice(1)) ?? fromInterpreter(program, words.slice(1), inner) ??
    fromFile(first, words.slice(1));
}

/** `tox -e lint`: one that is neither tests nor a build. */
function isOtherSession(words: readonly string[]): boolean {
  const at = words.findIndex((word) => /^(?:-e|-s|--sessions?)$/.test(word));
  return at > 0 && /^(?:lint\w*|fmt|format\w*|docs?|style|mypy|typing|ruff|black|flake8|pylint|pre-commit)$/
    .test(words[at + 1] ?? "") &&
    (words[at + 2] ?? "-").startsWith("-");
}

/** `mix do compile + test`, `mix do compile, test`. */
function mixSteps(words: readonly string[]): Classified | undefined {
  const steps = words.join(" ").split(/,\s|\s\+\s/).map((step) => fromTable("mix", step.trim().split(" ")));
  return steps.find((step) => step?.kind === "tests") ?? steps.find((step) => step !== undefined);
}

/** The name of a project's own script behind `hatch run` and its like. */
export function classifyProjectScript(words: readonly string[]): Classified | undefined {
  const program = programName(words[0] ?? "");
  if (program === "docker" || program === "docker-compose" || program === "podman") {
    return composeService(words);
  }
  if (!SCRIPT_RUNNERS.has(program)) return undefined;
  const { plain } = readArguments(words.slice(1), NO_OPTIONS);
  const script = program === "poe" ? plain[0] : /^(?:run|r)$/.test(plain[0] ?? "") ? plain[1] : undefined;
  if (script === undefined || script.includes(".") || findProgram(script) !== undefined) return undefined;
  return named(script, words);
}

/** `docker compose run --rm tests`: a service that does what its name says, where no command is given. */
function composeService(words: readonly string[]): Classified | undefined {
  const [first, ...rest] = readArguments(words.slice(1), COMPOSE_OPTIONS).plain;
  const [run, service, command] = words[0]!.endsWith("-compose") ? [first, ...rest] : rest;
  const isRun = run === "run" && (first === run || first === "compose");
  return isRun && service !== undefined && command === undefined ? named(service, words) : undefined;
}

function fromTable(program: string, words: readonly string[]): Classified | undefined {
  const found = findProgram(program);
  if (found === undefined) return undefined;
  const { plain } = readArguments(words, found.options);
  let best: { readonly length: number; readonly runner: Runner } | undefined;
  for (const { words: wanted, runner } of found.subcommands) {
    const matches = wanted.every((word, i) =>
      plain[i] === word || (word.startsWith("--") && words[i] === word)
    );
    if (matches && wanted.length >= (best?.length ?? 0)) best = { length: wanted.length, runner };
  }
  if (best === undefined) return undefined;
  return { ...best.runner, isIdle: WATCHERS.has(program) || isIdle(words, best.runner.format) };
}

/** `python -m pytest`, `node --test`, `ruby test/cart_test.rb`, `bash scripts/test.sh`. */
function fromInterpreter(
  program: string,
  words: readonly string[],
  classifyInner: Classify,
): Classified | undefined {
  if (!INTERPRETERS.has(program)) return undefined;
  const module = program.startsWith("py") ? moduleOf(words) : undefined;
  if (module !== undefined) return classifyInner(module) ?? fromTable(`py:${module[0]}`, module.slice(1));
  if (words.includes("--test")) return { kind: "tests", format: "node", isIdle: isIdle(words, "node") };
  const inline = inlineTests(program, words);
  if (inline !== undefined) return inline;
  const options = /^(?:bash|sh|julia)$/.test(program) ? NO_OPTIONS : INTERPRETER_OPTIONS;
  const { plain, rest } = readArguments(words, options);
  const file = program === "deno" || program === "bun" ? plain[1] : plain[0];
  if (file === undefined || (plain[0] !== "run" && (program === "deno" || program === "bun"))) {
    return undefined;
  }
  const name = programName(file).replace(/\.[mc]?[jt]s$/, "");
  if (
    file.includes("node_modules") || program === "php" || program === "ruby" ||
    /^(manage|setup)\.py$/.test(name)
  ) {
    const known = fromTable(name, rest.slice(1)) ?? fromTable(name.replace(/\.phar$/, ""), rest.slice(1));
    if (known !== undefined) return known;
  }
  const kind = fileKind(file);
  if (kind === undefined) return undefined;
  const onlyChecks = words.some((word) =>
    /^(?:-n|-c|-l|--check)$/.test(word) && words.indexOf(word) < words.indexOf(file)
  );
  return { kind, format: undefined, isIdle: onlyChecks || isIdle(words, undefined) };
}

function moduleOf(words: readonly string[]): readonly string[] | undefined {
  for (let i = 0; i < words.length; i++) {
    if (words[i] === "-m") return words.slice(i + 1);
    if (!words[i]!.startsWith("-")) return undefined;
    if (words[i] === "-W" || words[i] === "-X") i++;
  }
  return undefined;
}

/** Languages whose tests are started by a line of code. */
function inlineTests(program: string, words: readonly string[]): Classified | undefined {
  const code = words.find((_, i) => /^-(e|-eval)$/.test(words[i - 1] ?? ""));
  if (code === undefined) return undefined;
  if (program === "julia" && /\bPkg\.test\(/.test(code)) {
    return { kind: "tests", format: "julia", isIdle: false };
  }
  if (program === "Rscript" && /\b(devtools::test|testthat::|tinytest::)/.test(code)) {
    return { kind: "tests", format: "testthat", isIdle: false };
  }
  return undefined;
}

/** A program that lies in the project and says by its name what it does. */
function fromFile(path: string, words: readonly string[]): Classified | undefined {
  const isOwn = (path.includes("/") && !/^\/(usr\/|bin\/|sbin\/|opt\/)/.test(path)) || path.endsWith(".sh");
  if (!isOwn) return undefined;
  const kind = fileKind(path);
  if (kind === undefined) return undefined;
  return { kind, format: undefined, isIdle: isIdle(words, undefined) };
}
