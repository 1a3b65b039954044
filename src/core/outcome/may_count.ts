import type { OutcomeMatcher } from "../settings.ts";

/**
 * A part of the words of every command that is taken for a test run or a build. Looked for before the detector is
 * loaded, without a pattern: in a new process the first one costs more than all of these.
 */
const SIGNS =
  ("test spec build make check compil cargo go npm pnpm yarn bun deno jest mocha jasmine ava karma cypress " +
    "playwright pack vite roll parcel tsc tsup esbuild swc nx turbo tox nox nose trial behave robot ward e2e gfortran scalac em++ wheel sdist pio platformio nux behat pabot wdio wtr nightwatch tap uvu qunit courtney samu storybook eleventy prove bats " +
    "busted rake rails cucumber pest mvn gradle ant sbt mill lein clj ninja meson bazel buck scons just task inv mage " +
    "earthly gcc g++ clang cc c++ rustc javac kotlinc ghc cabal stack zig swift xcode flutter dart dotnet mix rebar " +
    "gleam crystal shards nim dune elm forge hardhat anchor truffle docker podman nix newman coverage runghc phing " +
    "wasm maturin trunk cross hugo mkdocs sphinx jekyll julia Rscript luarocks phpunit composer codecept hatch guard ptw perl raku tsdown kaocha")
    .split(" ");

/** Whether a shell line may hold a test run or a build. A "no" is certain. */
export function mayCount(command: string, matchers: readonly OutcomeMatcher[]): boolean {
  for (const sign of SIGNS) if (command.includes(sign)) return true;
  return matchers.some((matcher) => command.includes(matcher.command.trim().split(" ", 1)[0]!));
}
