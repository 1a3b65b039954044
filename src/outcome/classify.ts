import { programName, readArguments, wordSet } from "../shell/command_words.ts";
import { type Classified, classifyScript, fileKind, isIdle } from "./names.ts";
import { findProgram } from "./runners.ts";
import { type Classify, classifyPackageScript, classifyTargets } from "./targets.ts";

const NO_OPTIONS = wordSet("");
/** Programs that run the file which their first operand names. */
const INTERPRETERS = wordSet(
  "bash sh zsh dash ksh fish python py pypy ruby node nodejs ts-node tsx php perl lua julia Rscript raku deno bun " +
    "pwsh powershell jruby babel-node esno vite-node",
);
const INTERPRETER_OPTIONS = wordSet(
  "-W -X -I -r --require --import --loader -e -p --env-file -d -c --project -o",
);
/** Programs that run the tests again after each change until they are stopped. */
const WATCHERS = wordSet("ptw pytest-watch");
/** Programs that run a script of the project (`hatch run test`) or another program. */
const SCRIPT_RUNNERS = wordSet("hatch pixi pdm rye poe poetry pipenv mise rtx devbox");
const COMPOSE_OPTIONS = wordSet(
  "-f -p -e -u -w -v --file --project-name --profile --env-file --env --user --workdir --volume --entrypoint --name",
);

/** The longest chain of programs that is followed; each runs the next: `python -m …`, `yarn workspace a …`. */
const MAX_DEPTH = 6;

/** Classifies a command without wrappers as a test run or a build; `undefined` for anything else. */
export function classify(words: readonly string[], depth = MAX_DEPTH): Classified | undefined {
  const [first, ...rest] = words;
  if (first === undefined || depth === 0) return undefined;
  const classifyInner = (inner: readonly string[]) => classify(inner, depth - 1);
  if (first.startsWith("$") && rest[0] === "-m") return classifyInner(["python", ...rest]); // `$PYTHON -m pytest`
  const program = programName(first);
  return classifyPackageScript(program, rest, classifyInner) ?? classifyTargets(program, rest) ??
    fromTable(program, rest) ?? fromInterpreter(program, rest, classifyInner) ?? fromFile(first, rest);
}

/** Classifies `hatch run test`, `docker compose run tests` and the like by the name of the script or the service. */
export function classifyProjectScript(words: readonly string[]): Classified | undefined {
  const program = programName(words[0] ?? "");
  if (/^(?:docker|docker-compose|podman)$/.test(program)) return composeService(words);
  if (!SCRIPT_RUNNERS.has(program)) return undefined;
  const { operands: [command, name] } = readArguments(words.slice(1), NO_OPTIONS);
  const script = program === "poe" ? command : /^(?:run|r)$/.test(command ?? "") ? name : undefined;
  if (script === undefined || script.includes(".") || findProgram(script) !== undefined) return undefined;
  return classifyScript(script, words);
}

/** Classifies `docker compose run --rm tests` by the service's name, if no command follows. */
function composeService(words: readonly string[]): Classified | undefined {
  const { operands } = readArguments(words.slice(1), COMPOSE_OPTIONS);
  const [run, service, command] = words[0]!.endsWith("-compose") ? operands : operands.slice(1);
  const isRun = run === "run" && (operands[0] === run || operands[0] === "compose");
  return isRun && service !== undefined && command === undefined ? classifyScript(service, words) : undefined;
}

/** Classifies a command by the longest row of the table that its words match; of equally long rows, by the last. */
function fromTable(program: string, words: readonly string[]): Classified | undefined {
  const found = findProgram(program);
  if (found === undefined) return undefined;
  const { operands } = readArguments(words, found.options);
  const matching = found.subcommands.filter(({ words: wanted }) =>
    wanted.every((word, i) => operands[i] === word || (word.startsWith("--") && words[i] === word))
  );
  const best = matching.toSorted((a, b) => a.words.length - b.words.length).at(-1)?.runner;
  return best && { ...best, isIdle: WATCHERS.has(program) || isIdle(words, best.format) };
}

/** Classifies `python -m pytest`, `node --test`, `ruby test/cart_test.rb`, `bash scripts/test.sh`. */
function fromInterpreter(
  program: string,
  words: readonly string[],
  classifyInner: Classify,
): Classified | undefined {
  if (!INTERPRETERS.has(program)) return undefined;
  const module = program.startsWith("py") ? moduleOf(words) : undefined;
  if (module !== undefined) return classifyInner(module) ?? fromTable(`py:${module[0]}`, module.slice(1));
  if (words.includes("--test")) return { kind: "tests", format: "node", isIdle: isIdle(words, "node") };
  const inline = inlineFormat(program, words);
  if (inline !== undefined) return { kind: "tests", format: inline, isIdle: false };
  const options = /^(?:bash|sh|julia)$/.test(program) ? NO_OPTIONS : INTERPRETER_OPTIONS;
  const { operands, rest } = readArguments(words, options);
  const hasCommand = /^(?:deno|bun)$/.test(program); // `deno run FILE`
  const file = operands[hasCommand ? 1 : 0];
  if (file === undefined || (hasCommand && operands[0] !== "run")) return undefined;
  const name = programName(file).replace(/\.[mc]?[jt]s$/, "");
  if (
    file.includes("node_modules") || /^(?:php|ruby)$/.test(program) || /^(?:manage|setup)\.py$/.test(name)
  ) {
    const found = fromTable(name, rest.slice(1)) ?? fromTable(name.replace(/\.phar$/, ""), rest.slice(1));
    if (found !== undefined) return found;
  }
  const kind = fileKind(file);
  const onlyChecks = words.slice(0, words.indexOf(file)).some((word) => /^(?:-n|-c|-l|--check)$/.test(word));
  return kind && { kind, format: undefined, isIdle: onlyChecks || isIdle(words, undefined) };
}

/** Returns the words from the name of the module in `python -m MODULE …`; `undefined` without `-m`. */
function moduleOf(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word, i) =>
    word === "-m" || !(word.startsWith("-") || /^-[WX]$/.test(words[i - 1] ?? ""))
  );
  return words[at] === "-m" ? words.slice(at + 1) : undefined;
}

/** Returns the format of tests that a piece of code in the arguments starts, as is usual in Julia and R. */
function inlineFormat(program: string, words: readonly string[]): string | undefined {
  const code = words.find((_, i) => /^-(?:e|-eval)$/.test(words[i - 1] ?? "")) ?? "";
  if (program === "julia" && /\bPkg\.test\(/.test(code)) return "julia";
  return program === "Rscript" && /\b(?:devtools::test|testthat::|tinytest::)/.test(code)
    ? "testthat"
    : undefined;
}

/** Classifies a program by its file name, if its path suggests that it is the project's own. */
function fromFile(path: string, words: readonly string[]): Classified | undefined {
  const isOwn = (path.includes("/") && !/^\/(usr\/|bin\/|sbin\/|opt\/)/.test(path)) || path.endsWith(".sh");
  const kind = isOwn ? fileKind(path) : undefined;
  return kind && { kind, format: undefined, isIdle: isIdle(words, undefined) };
}
