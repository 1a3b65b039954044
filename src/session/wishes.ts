import { findRuns } from "../outcome/find_runs.ts";
import type { OutcomeKind } from "../outcome/outcome.ts";
import { programName } from "../shell/command_words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { splitShell } from "../shell/shell_split.ts";

/** A kind of work that somebody may want, whatever program does it here. */
interface Wish {
  /** The names that people and scripts give it. */
  readonly names: readonly string[];
  readonly kind?: OutcomeKind;
  /** Commands that do nothing else, without wrappers. */
  readonly programs?: RegExp;
}

/** A name of tests that also stands before what is checked: `check types`. */
const CHECK = "check";

const WISHES: readonly Wish[] = [
  {
    names: ["lint", "linter", "linting"],
    programs:
      /^(?:eslint|tslint|oxlint|xo|stylelint|biome (?:lint|check)|ruff(?: check)?(?! format)|flake8|pylint|rubocop|golangci-lint|go vet|cargo clippy|clippy|shellcheck|hadolint|markdownlint|ktlint|swiftlint|phpstan|phpcs|credo|mix credo|deno lint|yamllint|actionlint|tflint|sqlfluff lint|ansible-lint)\b/,
  },
  {
    names: ["format", "fmt", "formatter", "formatting"],
    programs:
      /^(?:prettier|biome format|ruff format|black|isort|gofmt|goimports|go fmt|cargo fmt|rustfmt|deno fmt|mix format|dart format|clang-format|swiftformat|terraform fmt|php-cs-fixer|pint)\b/,
  },
  {
    names: ["typecheck", "types", "tsc", "type"],
    programs:
      /^(?:tsc|vue-tsc|mypy|pyright|basedpyright|ty check|pyre|flow|deno check|mix dialyzer|sorbet|srb tc)\b/,
  },
  { names: ["test", "tests", "testing", CHECK, "spec", "specs"], kind: "tests" },
  { names: ["build", "compile", "bundle", "builds", "building"], kind: "builds" },
  {
    names: ["start", "dev", "serve", "server"],
    programs: /^(?:next|vite|nuxt|astro|rails) (?:dev|start|serve|server)\b/,
  },
];

/** Matches programs that run a project's tasks by their names. */
const TASK_RUNNERS =
  /^(?:npm|pnpm|yarn|bun|make|gmake|just|task|mise|rake|invoke|inv|nox|tox|composer|deno|gradle|gradlew|mvn|mvnw|nx|turbo|lerna|poe|hatch|pdm|bazel|docker|lein|sbt|bash|sh|python|node|tsx|ruby|mix)$/;
const MOST_WORDS = 4;

/** Returns the wish that the words name, else the last word as a task's name; `undefined` without words. */
function wishIn(words: readonly string[]): Wish | undefined {
  const named = words.toSorted((a, b) => Number(a === CHECK) - Number(b === CHECK));
  const known = named.flatMap((word) => WISHES.find(({ names }) => names.includes(word)) ?? []);
  const last = words.at(-1);
  return known[0] ?? (last === undefined ? undefined : { names: [last] });
}

/** Tells whether a text names a wish rather than a program: `test` is a program of the shell, too. */
export function isWish(text: string): boolean {
  return WISHES.some(({ names }) => names.includes(text.trim().toLowerCase()));
}

/** Returns a function that tells whether a command line does the work that the text asks for. */
export function wishTest(text: string): (line: string) => boolean {
  const wish = wishIn(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  return (line) => wish !== undefined && serves(line, wish);
}

function serves(line: string, wish: Wish): boolean {
  if (
    wish.kind !== undefined &&
    findRuns(line, []).some((run) => run.kind === wish.kind && !isOther(run.command, wish))
  ) {
    return true;
  }
  return splitShell(line).some(({ words }) => {
    const plain = unwrap(words).words;
    return wish.programs?.test(plain.join(" ")) === true ||
      taskNames(words).some((name) => wish.names.includes(name));
  });
}

/** Tells whether a run serves another wish: elsewhere a check of types counts as a build, but not here. */
function isOther(command: string, wish: Wish): boolean {
  const plain = unwrap(command.split(" ")).words.join(" ");
  return WISHES.some((other) => other !== wish && other.programs?.test(plain) === true);
}

/** Returns `test` and `unit` for `npm run test:unit`, `deploy` and `sh` for `./scripts/deploy.sh staging`. */
export function taskNames(words: readonly string[]): string[] {
  const [program = "", ...rest] = words;
  const own = program.includes("/") ? [programName(program)] : [];
  const tasks = TASK_RUNNERS.test(programName(program)) ? rest.filter((word) => !/^-|\s/.test(word)) : [];
  return [...own, ...tasks.slice(0, MOST_WORDS)].flatMap((word) =>
    (word.split("/").at(-1) ?? "").toLowerCase().split(/[^a-z0-9]+/)
  );
}
