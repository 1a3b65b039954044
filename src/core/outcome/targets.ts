import { isIdle } from "./idle.ts";
import type { Classified } from "./named_run.ts";
import type { OutcomeKind } from "./outcome.ts";
import { targetKind } from "./target_kind.ts";
import { isAssignment, readArguments, wordSet } from "./words.ts";

/** A program whose words name what is to be made. */
interface TargetProgram {
  readonly format: string;
  /** Options that take a value. */
  readonly options: ReadonlySet<string>;
  readonly kindOf: (target: string) => OutcomeKind | undefined;
  /** What it does without any target. */
  readonly byDefault: OutcomeKind | undefined;
}

const MAKE_OPTIONS = "-C -f -I -o -W -l --directory --file --makefile --include-dir --load-average";
const loose = (target: string) => targetKind(target, "loose")?.kind;
const strict = (target: string) => targetKind(target, "script")?.kind;

function row(
  programs: string,
  format: string,
  options: string,
  rest: Pick<TargetProgram, "kindOf" | "byDefault">,
): [string, TargetProgram][] {
  return programs.split(" ").map((program) => [program, { format, options: wordSet(options), ...rest }]);
}

const PROGRAMS = new Map<string, TargetProgram>([
  ...row("make gmake mingw32-make nmake bmake", "make", MAKE_OPTIONS, { kindOf: loose, byDefault: "builds" }),
  ...row("just", "make", "-f -d --justfile --working-directory --set", {
    kindOf: loose,
    byDefault: undefined,
  }),
  ...row("task go-task", "make", "-d -t --dir --taskfile", { kindOf: loose, byDefault: undefined }),
  ...row("rake", "make", "-f -C", { kindOf: strict, byDefault: "tests" }),
  ...row("ant", "maven", "-f -buildfile", { kindOf: loose, byDefault: "builds" }),
  ...row("ninja samu scons waf", "ninja", "-C -f -j -k -l -w -d", { kindOf: buildStep, byDefault: "builds" }),
  ...row("invoke inv doit mage gulp grunt jake earthly poe melos", "make", "-f -c -r", {
    kindOf: loose,
    byDefault: undefined,
  }),
  ...row(
    "nx turbo lerna rush moon wireit",
    "make",
    "-p --projects --filter --scope --parallel -c --configuration",
    {
      kindOf: workspaceTarget,
      byDefault: undefined,
    },
  ),
  ...row("npm-run-all run-s run-p concurrently", "make", "-n --names -c", {
    kindOf: (word) => strict(word.replace(/^(?:npm|yarn|pnpm|bun):/, "").replaceAll(" ", ":")),
    byDefault: undefined,
  }),
  ...row(
    "gradle gradlew",
    "gradle",
    "-p -b -c -x -I --exclude-task --project-dir --tests --init-script -g --configuration --dependency",
    {
      kindOf: gradleTask,
      byDefault: undefined,
    },
  ),
  ...row("mvn mvnw mvnd", "maven", "-f -pl -P -s -T -rf --file --projects --settings --threads", {
    kindOf: mavenGoal,
    byDefault: undefined,
  }),
  ...row("sbt sbtn mill", "sbt", "", { kindOf: sbtTask, byDefault: undefined }),
  ...row("clj clojure", "lein", "-Sdeps", { kindOf: cljAlias, byDefault: undefined }),
]);

/** Words of `nx` that ask about its projects and their targets. */
const ASKS_WORKSPACE = /^(?:show|graph|list|report|reset|repair|migrate|sync|format)$/;

/** Of several targets a test counts more than a build. */
export function targetsOf(program: string, words: readonly string[]): Classified | undefined {
  if (program === "cmake") return cmake(words);
  if (program === "zig" && words[0] === "build") return zigBuild(words);
  const found = PROGRAMS.get(program);
  if (found === undefined) return undefined;
  const own = program === "earthly" ? words.map((word) => word.replace(/^\+/, "")) : words;
  const targets = readArguments(own, found.options).plain.filter((word) =>
    !isAssignment(word) && !/^\d+$/.test(word)
  );
  if (program === "nx" && ASKS_WORKSPACE.test(targets[0] ?? "")) return undefined;
  const named = optionTargets(program, words);
  const kinds = [...targets, ...named].map(found.kindOf);
  const kind = kinds.find((each) => each === "tests") ?? kinds.find((each) => each !== undefined) ??
    (targets.length + named.length === 0 ? found.byDefault : undefined);
  if (kind === undefined) return undefined;
  const watches = targets.some((target) => targetKind(target, "loose")?.watches) ||
    targets.some((target) => target.startsWith("~"));
  return { kind, format: found.format, isIdle: watches || isIdle(words, found.format) };
}

/** Targets that are the value of an option: `nx run-many -t test`, `clj -X:test`. */
function optionTargets(program: string, words: readonly string[]): string[] {
  if (program === "clj" || program === "clojure") return words.filter((word) => /^-[XMTA]:/.test(word));
  if (program !== "nx") return [];
  return words.flatMap((word, i) => {
    if (word.startsWith("--target")) return word.split("=").slice(1);
    return words[i - 1] === "-t" || words[i - 1] === "--targets" || words[i - 1] === "--target" ? [word] : [];
  });
}

/** A target that is no file: `ninja test`, `ninja check`. */
function buildStep(word: string): OutcomeKind | undefined {
  if (word === "configure" || word === "clean" || word === "install") return undefined;
  return !/[./]/.test(word) && loose(word) === "tests" ? "tests" : "builds";
}

/** `turbo run test`, `nx test web`, `nx run web:test:ci`. */
function workspaceTarget(word: string): OutcomeKind | undefined {
  return word.split(/[:,]/).map((part) => targetKind(part, "script")?.kind).find((kind) =>
    kind !== undefined
  );
}

function gradleTask(word: string): OutcomeKind | undefined {
  const task = word.slice(word.lastIndexOf(":") + 1);
  if (/^(check|verify)$|test$|tests$|^test/i.test(task)) {
    return /^compile|Classes$/.test(task) ? "builds" : "tests";
  }
  return /^(build|assemble|compile|bundle|jar|bootJar|shadowJar|war|classes|install(?!$))/i.test(task)
    ? "builds"
    : undefined;
}

function mavenGoal(word: string): OutcomeKind | undefined {
  if (/^(test|verify|integration-test|surefire:test|failsafe:.*|quarkus:test)$/.test(word)) return "tests";
  return /^(compile|test-compile|package|install|deploy|compiler:.*|.*:build|native:compile)$/.test(word)
    ? "builds"
    : undefined;
}

function sbtTask(word: string): OutcomeKind | undefined {
  const task = word.trim().replace(/^~/, "");
  if (/(^|[/:.\s;])(test|testOnly|testQuick|it:test|__\.test)([\s;]|$)/.test(task)) return "tests";
  return /(^|[/:.\s;])(compile|package|assembly|stage|publishLocal|Test\/compile)([\s;]|$)/.test(task)
    ? "builds"
    : undefined;
}

function cljAlias(word: string): OutcomeKind | undefined {
  return /[:.-]tests?\b|kaocha/.test(word) ? "tests" : /:(build|uberjar)\b/.test(word) ? "builds" : undefined;
}

/** `cmake --build DIR [--target NAME]`; configuring is neither. */
function cmake(words: readonly string[]): Classified | undefined {
  const isWorkflow = words.includes("--workflow");
  if (!words.includes("--build") && !isWorkflow) return undefined;
  const at = words.findIndex((word) => word === "--target" || word === "-t");
  const target = at < 0 ? undefined : words[at + 1];
  if (target === "clean" || target === "install" || target === "help") return undefined;
  const isTest = target !== undefined && targetKind(target, "loose")?.kind === "tests";
  const format = isTest && target === "test" ? "ctest" : "ninja";
  return { kind: isTest ? "tests" : "builds", format, isIdle: isIdle(words, "cmake") };
}

/** `zig build` runs a step of the build file. */
function zigBuild(words: readonly string[]): Classified | undefined {
  const steps = readArguments(words.slice(1), wordSet("")).plain;
  const step = steps[0];
  if (step !== undefined && /^(run|fmt|clean|docs)$/.test(step)) return undefined;
  const kind = steps.some((word) => targetKind(word, "script")?.kind === "tests") ? "tests" : "builds";
  return {
    kind,
    format: "zig",
    isIdle: isIdle(words, undefined) || words.includes("-h") || words.includes("-l"),
  };
}
