import { isIdle } from "./idle.ts";
import { type Classified, named } from "./names.ts";
import { findManager } from "./runners.ts";
import { readArguments, wordSet } from "./words.ts";

/** Classifies the command that another one runs. */
export type Classify = (words: readonly string[]) => Classified | undefined;

const OPTIONS = wordSet(
  "--prefix -w --workspace -C --dir --working-dir --filter -F --cwd -p -c -d -f --loglevel --config --node-options --silent-",
);
const TESTS = /^(?:test|t|tst)$/;
const NPM_TESTS = /^(?:test|t|tst|it|install-test|cit|install-ci-test)$/;

/** Classifies a call of a script of `package.json`, `deno.json` or `composer.json`, in any form. */
export function packageScript(
  program: string,
  words: readonly string[],
  classify: Classify,
): Classified | undefined {
  const manager = findManager(program);
  if (manager === undefined) return undefined;
  const { plain, rest } = readArguments(words, OPTIONS);
  const [command = "", script = ""] = plain;
  const isRun = manager.runs.has(command);
  const isScript = isRun ? script !== "" : manager.own?.has(command) === false;
  switch (program) {
    case "deno":
    case "composer":
      return isScript ? named(isRun ? script : command, words) : undefined;
    default:
      // `pnpm --filter web exec vitest`; without options before it, `exec` is known as a wrapper.
      if (/^(?:exec|x|dlx)$/.test(command)) return classify(readArguments(rest.slice(1), OPTIONS).rest);
  }
  if (program === "bun") {
    const isFile = isRun ? /\/|\.[mc]?[jt]sx?$/.test(script) : !/^[\w:-]+$/.test(command);
    return isScript && !isFile ? named(isRun ? script : command, words) : undefined;
  }
  if (program === "npm") {
    if (NPM_TESTS.test(command)) return testScript(words);
    return isScript ? named(script, words) : undefined;
  }
  if (command === "workspace") return classify(["yarn", ...rest.slice(2)]);
  if (/^(?:workspaces|recursive|multi)$/.test(command)) {
    return classify(["yarn", ...rest.slice(script === "foreach" ? 2 : 1)]);
  }
  if (TESTS.test(command)) return testScript(words);
  if (!isScript) return undefined;
  // These managers run a program of that name if there is no such script.
  const called = isRun ? rest.slice(1) : rest;
  return classify(called) ?? named(isRun ? script : command, called);
}

function testScript(words: readonly string[]): Classified {
  return { kind: "tests", format: undefined, isIdle: isIdle(words, undefined) };
}
