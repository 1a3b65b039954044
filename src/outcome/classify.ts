import { isIdle } from "./idle.ts";
import { type Classified, fileKind, named } from "./names.ts";
import { type Classify, packageScript } from "./package_scripts.ts";
import { findProgram } from "./runners.ts";
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
/** Programs that run the tests again and again until they are stopped. */
const WATCHERS = wordSet("ptw pytest-watch");
/** Programs that run a project's own script, as in `hatch run test`, or another program. */
const SCRIPT_RUNNERS = wordSet("hatch pixi pdm rye poe poetry pipenv mise rtx devbox");
const COMPOSE_OPTIONS = wordSet(
  "-f -p -e -u -w -v --file --project-name --profile --env-file --env --user --workdir --volume --entrypoint --name",
);

/** The depth to which starters within starters are read: `python -m …`, `yarn workspace a …`. */
const MAX_STARTERS = 6;

/** Classifies a command without wrappers as a test run or a build; `undefined` for anything else. */
export function classify(words: readonly string[], depth = MAX_STARTERS): Classified | undefined {
  const [first, ...rest] = words;
  if (first === undefined || depth === 0) return undefined;
  const inner = (others: readonly string[]) => classify(others, depth - 1);
  if (first.startsWith("$") && rest[0] === "-m") return inner(["python", ...rest]);
  const program = programName(first);
  return packageScript(program, rest, inner) ?? targetsOf(program, rest) ?? fromTable(program, rest) ??
    fromInterpreter(program, rest, inner) ?? fromFile(first, rest);
}

/** Classifies a project's own script, behind `hatch run` and its like, by its name. */
export function classifyProjectScript(words: readonly string[]): Classified | undefined {
  const program = programName(words[0] ?? "");
  if (/^(?:docker|docker-compose|podman)$/.test(program)) return composeService(words);
  if (!SCRIPT_RUNNERS.has(program)) return undefined;
  const { plain } = readArguments(words.slice(1), NO_OPTIONS);
  const script = program === "poe" ? plain[0] : /^(?:run|r)$/.test(plain[0] ?? "") ? plain[1] : undefined;
  if (script === undefined || script.includes(".") || findProgram(script) !== undefined) return undefined;
  return named(script, words);
}

/** Classifies `docker compose run --rm tests` by the service's name, where no command is given. */
function composeService(words: readonly string[]): Classified | undefined {
  const { plain } = readArguments(words.slice(1), COMPOSE_OPTIONS);
  const [run, service, command] = words[0]!.endsWith("-compose") ? plain : plain.slice(1);
  const isRun = run === "run" && (plain[0] === run || plain[0] === "compose");
  return isRun && service !== undefined && command === undefined ? named(service, words) : undefined;
}

/** Returns the longest command of the table that the words match; of several as long the last. */
function fromTable(program: string, words: readonly string[]): Classified | undefined {
  const found = findProgram(program);
  if (found === undefined) return undefined;
  const { plain } = readArguments(words, found.options);
  const matching = found.subcommands.filter(({ words: wanted }) =>
    wanted.every((word, i) => plain[i] === word || (word.startsWith("--") && words[i] === word))
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
  const { plain, rest } = readArguments(words, options);
  const runsFile = !/^(?:deno|bun)$/.test(program) || plain[0] === "run";
  const file = /^(?:deno|bun)$/.test(program) ? plain[1] : plain[0];
  if (file === undefined || !runsFile) return undefined;
  const name = programName(file).replace(/\.[mc]?[jt]s$/, "");
  if (
    file.includes("node_modules") || /^(?:php|ruby)$/.test(program) || /^(?:manage|setup)\.py$/.test(name)
  ) {
    const known = fromTable(name, rest.slice(1)) ?? fromTable(name.replace(/\.phar$/, ""), rest.slice(1));
    if (known !== undefined) return known;
  }
  const kind = fileKind(file);
  const onlyChecks = words.slice(0, words.indexOf(file)).some((word) => /^(?:-n|-c|-l|--check)$/.test(word));
  return kind && { kind, format: undefined, isIdle: onlyChecks || isIdle(words, undefined) };
}

function moduleOf(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word, i) =>
    word === "-m" || !(word.startsWith("-") || /^-[WX]$/.test(words[i - 1] ?? ""))
  );
  return words[at] === "-m" ? words.slice(at + 1) : undefined;
}

/** Returns the format of tests that a line of code starts, as in Julia and R. */
function inlineFormat(program: string, words: readonly string[]): string | undefined {
  const code = words.find((_, i) => /^-(?:e|-eval)$/.test(words[i - 1] ?? "")) ?? "";
  if (program === "julia" && /\bPkg\.test\(/.test(code)) return "julia";
  return program === "Rscript" && /\b(?:devtools::test|testthat::|tinytest::)/.test(code)
    ? "testthat"
    : undefined;
}

/** Classifies a program that lies in the project by its file name. */
function fromFile(path: string, words: readonly string[]): Classified | undefined {
  const isOwn = (path.includes("/") && !/^\/(usr\/|bin\/|sbin\/|opt\/)/.test(path)) || path.endsWith(".sh");
  const kind = isOwn ? fileKind(path) : undefined;
  return kind && { kind, format: undefined, isIdle: isIdle(words, undefined) };
}
