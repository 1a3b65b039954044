import { isIdle } from "./idle.ts";
import { type Classified, targetKind, watches } from "./names.ts";
import type { OutcomeKind } from "./outcome.ts";
import { findTargetProgram } from "./runners.ts";
import { isAssignment, readArguments, wordSet } from "./words.ts";

type KindOf = (target: string) => OutcomeKind | undefined;

const script: KindOf = (target) => targetKind(target, "script");
const loose: KindOf = (target) => targetKind(target, "loose");

/** The functions that judge names of targets, by the third column of the table. */
const NAMINGS: Readonly<Record<string, KindOf>> = {
  script,
  loose,
  /** `npm:test`, `'npm test'`. */
  scripts: (word) => script(word.replace(/^(?:npm|yarn|pnpm|bun):/, "").replaceAll(" ", ":")),
  /** `turbo run test`, `nx test web`, `nx run web:test:ci`. */
  workspace: (word) => word.split(/[:,]/).map(script).find((kind) => kind !== undefined),
  /** A test is a target that is no file: `ninja test`, `ninja check`. */
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

/** Classifies a command of a program whose words name targets. Of several a test counts more than a build. */
export function targetsOf(program: string, words: readonly string[]): Classified | undefined {
  if (program === "cmake") return cmake(words);
  if (program === "zig" && words[0] === "build") return zigBuild(words);
  const found = findTargetProgram(program);
  if (found === undefined) return undefined;
  const own = program === "earthly" ? words.map((word) => word.replace(/^\+/, "")) : words;
  const targets = [
    ...readArguments(own, found.options).plain.filter((word) => !isAssignment(word) && !/^\d+$/.test(word)),
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

/** Classifies `cmake --build DIR [--target NAME]`; configuring neither tests nor builds. */
function cmake(words: readonly string[]): Classified | undefined {
  if (!words.includes("--build") && !words.includes("--workflow")) return undefined;
  const target = words.find((_, i) => /^(?:--target|-t)$/.test(words[i - 1] ?? ""));
  if (/^(?:clean|install|help)$/.test(target ?? "")) return undefined;
  const kind = target !== undefined && loose(target) === "tests" ? "tests" : "builds";
  return { kind, format: target === "test" ? "ctest" : "ninja", isIdle: isIdle(words, undefined) };
}

/** Classifies `zig build`, which runs steps of the build file. */
function zigBuild(words: readonly string[]): Classified | undefined {
  const steps = readArguments(words.slice(1), wordSet("")).plain;
  if (/^(?:run|fmt|clean|docs)$/.test(steps[0] ?? "")) return undefined;
  const kind = steps.some((word) => script(word) === "tests") ? "tests" : "builds";
  return { kind, format: "zig", isIdle: isIdle(words, undefined) || words.includes("-l") };
}
