import { isAssignment, readArguments, wordSet } from "../shell/command_words.ts";
import { type Classified, classifyScript, isIdle, targetKind, watches } from "./names.ts";
import type { OutcomeKind } from "./outcome.ts";
import { findManager, findTargetProgram } from "./runners.ts";

/** Returns the kind of run that the name of a target suggests. */
type KindOf = (target: string) => OutcomeKind | undefined;

const script: KindOf = (target) => targetKind(target, "script");
const loose: KindOf = (target) => targetKind(target, "loose");

/** The functions that judge names of targets, by the third column of `targets` in `runners.json`. */
const NAMINGS: Readonly<Record<string, KindOf>> = {
  script,
  loose,
  /** For programs such as `concurrently`: `npm:test`, `'npm test'`. */
  scripts: (word) => script(word.replace(/^(?:npm|yarn|pnpm|bun):/, "").replaceAll(" ", ":")),
  /** `turbo run test`, `nx test web`, `nx run web:test:ci`. */
  workspace: (word) => word.split(/[:,]/).map(script).find((kind) => kind !== undefined),
  /** A target that is no file may test (`ninja test`, `ninja check`); any other builds. */
  ninja: (word) => {
    if (/^(?:configure|clean|install)$/.test(word)) return undefined;
    return !/[./]/.test(word) && loose(word) === "tests" ? "tests" : "builds";
  },
  gradle: (word) => {
    const task = word.slice(word.lastIndexOf(":") + 1);
    const isTest = /^(?:check|verify)$|tests?$|^test/i.test(task) && !/^compile|Classes$/.test(task);
    if (isTest) return "tests";
    return /tests?$|^test|^(?:build|assemble|compile|bundle|jar|bootJar|shadowJar|war|classes|install.)/i
        .test(task)
      ? "builds"
      : undefined;
  },
  maven: byPatterns(
    /^(?:test|verify|integration-test|surefire:test|failsafe:.*|quarkus:test)$/,
    /^(?:compile|test-compile|package|install|deploy|compiler:.*|.*:build|native:compile)$/,
  ),
  sbt: byPatterns(
    /(?:^|[/:.\s;~])(?:test|testOnly|testQuick|it:test|__\.test)(?:[\s;]|$)/,
    /(?:^|[/:.\s;~])(?:compile|package|assembly|stage|publishLocal|Test\/compile)(?:[\s;]|$)/,
  ),
  clojure: byPatterns(/[:.-]tests?\b|kaocha/, /:(?:build|uberjar)\b/),
};

function byPatterns(tests: RegExp, builds: RegExp): KindOf {
  return (word) => tests.test(word) ? "tests" : builds.test(word) ? "builds" : undefined;
}

/** Classifies a command whose operands name targets, such as `make test`. Tests count before builds. */
export function classifyTargets(program: string, words: readonly string[]): Classified | undefined {
  if (program === "cmake") return cmake(words);
  if (program === "zig" && words[0] === "build") return zigBuild(words);
  const found = findTargetProgram(program);
  if (found === undefined) return undefined;
  const own = program === "earthly" ? words.map((word) => word.replace(/^\+/, "")) : words;
  const targets = [
    ...readArguments(own, found.options).operands.filter((word) =>
      !isAssignment(word) && !/^\d+$/.test(word)
    ),
    ...optionTargets(program, words),
  ];
  const kinds = targets.map(NAMINGS[found.naming]!);
  const kind = kinds.find((each) => each === "tests") ?? kinds.find((each) => each !== undefined) ??
    (targets.length === 0 ? found.byDefault : undefined);
  if (kind === undefined) return undefined;
  const isWatching = targets.some((target) => target.startsWith("~") || (loose(target) && watches(target)));
  return { kind, format: found.format, isIdle: isWatching || isIdle(words, found.format) };
}

/** Returns targets that are values of options: `nx run-many -t test`, `clj -X:test`. */
function optionTargets(program: string, words: readonly string[]): string[] {
  if (program === "clj" || program === "clojure") return words.filter((word) => /^-[XMTA]:/.test(word));
  if (program !== "nx") return [];
  return words.flatMap((word, i) => {
    if (word.startsWith("--target")) return word.split("=").slice(1);
    return /^(?:-t|--targets?)$/.test(words[i - 1] ?? "") ? [word] : [];
  });
}

/** Classifies `cmake --build DIR [--target NAME]`. Without `--build`, cmake only configures. */
function cmake(words: readonly string[]): Classified | undefined {
  if (!words.includes("--build") && !words.includes("--workflow")) return undefined;
  const target = words.find((_, i) => /^(?:--target|-t)$/.test(words[i - 1] ?? ""));
  if (/^(?:clean|install|help)$/.test(target ?? "")) return undefined;
  const kind = target !== undefined && loose(target) === "tests" ? "tests" : "builds";
  return { kind, format: target === "test" ? "ctest" : "ninja", isIdle: isIdle(words, undefined) };
}

function zigBuild(words: readonly string[]): Classified | undefined {
  const steps = readArguments(words.slice(1), wordSet("")).operands;
  if (/^(?:run|fmt|clean|docs)$/.test(steps[0] ?? "")) return undefined;
  const kind = steps.some((word) => script(word) === "tests") ? "tests" : "builds";
  return { kind, format: "zig", isIdle: isIdle(words, undefined) || words.includes("-l") };
}

export type Classify = (words: readonly string[]) => Classified | undefined;

const MANAGER_OPTIONS = wordSet(
  "--prefix -w --workspace -C --dir --working-dir --filter -F --cwd -p -c -d -f --loglevel --config --node-options --silent-",
);
/** Matches the commands of yarn and pnpm that run the script `test`. */
const TEST_COMMANDS = /^(?:test|t|tst)$/;
const NPM_TEST_COMMANDS = /^(?:test|t|tst|it|install-test|cit|install-ci-test)$/;

/** Classifies a call of a script of `package.json`, `deno.json` or `composer.json`, in any form. */
export function classifyPackageScript(
  program: string,
  words: readonly string[],
  classify: Classify,
): Classified | undefined {
  const manager = findManager(program);
  if (manager === undefined) return undefined;
  const { operands, rest } = readArguments(words, MANAGER_OPTIONS);
  const [command = "", script = ""] = operands;
  const isRun = manager.runs.has(command);
  const isScript = isRun ? script !== "" : manager.own?.has(command) === false;
  if (program === "deno" || program === "composer") {
    return isScript ? classifyScript(isRun ? script : command, words) : undefined;
  }
  // `pnpm --filter web exec vitest`; without options before it, `unwrap` has removed `exec`.
  if (/^(?:exec|x|dlx)$/.test(command)) return classify(readArguments(rest.slice(1), MANAGER_OPTIONS).rest);
  if (program === "bun") {
    const isFile = isRun ? /\/|\.[mc]?[jt]sx?$/.test(script) : !/^[\w:-]+$/.test(command);
    return isScript && !isFile ? classifyScript(isRun ? script : command, words) : undefined;
  }
  if (program === "npm") {
    if (NPM_TEST_COMMANDS.test(command)) return testScript(words);
    return isScript ? classifyScript(script, words) : undefined;
  }
  if (command === "workspace") return classify(["yarn", ...rest.slice(2)]);
  if (/^(?:workspaces|recursive|multi)$/.test(command)) {
    return classify(["yarn", ...rest.slice(script === "foreach" ? 2 : 1)]);
  }
  if (TEST_COMMANDS.test(command)) return testScript(words);
  if (!isScript) return undefined;
  // yarn, pnpm and their like run a program of that name if there is no such script.
  const called = isRun ? rest.slice(1) : rest;
  return classify(called) ?? classifyScript(isRun ? script : command, called);
}

function testScript(words: readonly string[]): Classified {
  return { kind: "tests", format: undefined, isIdle: isIdle(words, undefined) };
}
