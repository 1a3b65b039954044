import { isIdle } from "./idle.ts";
import { type Classified, named } from "./named_run.ts";
import { readArguments, wordSet } from "./words.ts";

/** What a command behind another one is. */
export type Classify = (words: readonly string[]) => Classified | undefined;

const OPTIONS = wordSet(
  "--prefix -w --workspace -C --dir --filter -F --cwd -p --loglevel --config --node-options --silent-",
);
const TEST_WORDS = wordSet("test t tst");
const RUN_WORDS = wordSet("run run-script rum urn task");

const PACKAGE_MANAGERS = wordSet("npm pnpm yarn yarnpkg bun");

/** A script of `package.json` or `deno.json`, however it is called. */
export function packageScript(
  program: string,
  words: readonly string[],
  classify: Classify,
): Classified | undefined {
  const executed = PACKAGE_MANAGERS.has(program) ? executedProgram(words) : undefined;
  if (executed !== undefined) return classify(executed);
  switch (program) {
    case "npm":
      return npmScript(words);
    case "pnpm":
    case "yarn":
    case "yarnpkg":
      return yarnScript(words, classify);
    case "bun":
      return bunScript(words);
    case "deno":
      return denoTask(words);
    case "node":
      return nodeRun(words);
    default:
      return composerScript(program, words);
  }
}

/** `pnpm --filter web exec vitest`; without options before it, `exec` is known as one that starts others. */
function executedProgram(words: readonly string[]): readonly string[] | undefined {
  const { plain, rest } = readArguments(words, OPTIONS);
  return /^(?:exec|x|dlx)$/.test(plain[0] ?? "") ? readArguments(rest.slice(1), OPTIONS).rest : undefined;
}

function npmScript(words: readonly string[]): Classified | undefined {
  const { plain } = readArguments(words, OPTIONS);
  const [command = "", script] = plain;
  if (TEST_WORDS.has(command) || /^(it|install-test|cit|install-ci-test)$/.test(command)) {
    return testScript(words);
  }
  return RUN_WORDS.has(command) && script !== undefined ? named(script, words) : undefined;
}

function yarnScript(words: readonly string[], classify: Classify): Classified | undefined {
  const { plain, rest } = readArguments(words, OPTIONS);
  const [command = "", script] = plain;
  if (command === "workspace") return classify(["yarn", ...rest.slice(2)]);
  if (command === "workspaces" || command === "recursive" || command === "multi") {
    return classify(["yarn", ...rest.slice(script === "foreach" ? 2 : 1)]);
  }
  if (TEST_WORDS.has(command)) return testScript(words);
  if (RUN_WORDS.has(command)) {
    return script === undefined ? undefined : runOf(script, rest.slice(1), classify);
  }
  return runOf(command, rest, classify);
}

/** Both run a script by its name, and a program where there is no such script. */
function runOf(script: string, rest: readonly string[], classify: Classify): Classified | undefined {
  if (
    /^(add|install|i|remove|up|update|upgrade|link|why|info|create|init|publish|config|cache)$/.test(script)
  ) {
    return undefined;
  }
  return classify(rest) ?? named(script, rest);
}

function bunScript(words: readonly string[]): Classified | undefined {
  const { plain } = readArguments(words, wordSet("--cwd --filter -F"));
  const [command = "", script = ""] = plain;
  if (command === "test" || command === "build") return undefined; // its own; the table knows them
  if (command === "run") {
    return script.includes("/") || /\.[mc]?[jt]sx?$/.test(script) ? undefined : named(script, words);
  }
  return /^[\w:-]+$/.test(command) && !/^(add|install|i|x|remove|create|init|pm)$/.test(command)
    ? named(command, words)
    : undefined;
}

function denoTask(words: readonly string[]): Classified | undefined {
  const { plain } = readArguments(words, wordSet("--cwd -c --config --filter -f"));
  return plain[0] === "task" && plain[1] !== undefined ? named(plain[1], words) : undefined;
}

function nodeRun(words: readonly string[]): Classified | undefined {
  const at = words.indexOf("--run");
  const script = at >= 0 ? words[at + 1] : words.find((word) => word.startsWith("--run="))?.slice(6);
  return script === undefined ? undefined : named(script, words);
}

function composerScript(program: string, words: readonly string[]): Classified | undefined {
  if (program !== "composer") return undefined;
  const { plain } = readArguments(words, wordSet("-d --working-dir"));
  const script = RUN_WORDS.has(plain[0] ?? "") ? plain[1] : plain[0];
  return script === undefined || /^(install|update|require|remove)$/.test(script)
    ? undefined
    : named(script, words);
}

function testScript(words: readonly string[]): Classified {
  return { kind: "tests", format: undefined, isIdle: isIdle(words, undefined) };
}
