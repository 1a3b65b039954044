import type { OutcomeKind } from "./outcome.ts";
import { wordSet } from "./words.ts";

/** A command that tests or builds. */
export interface Runner {
  readonly kind: OutcomeKind;
  /** Which summaries it prints: a key of the formats; none for those that hand on to others. */
  readonly format: string | undefined;
}

/** What is special about a program's words. */
export interface Program {
  /** Options in front of the subcommand that take a value. */
  readonly options: ReadonlySet<string>;
  readonly subcommands: readonly { readonly words: readonly string[]; readonly runner: Runner }[];
}

/** `kind format: program sub|command, …`; a dash for the format where the program hands on to others. */
const TABLE = `
tests pytest: pytest, py.test, pytest-3, ptw, pytest-watch, rye test
tests unittest: unittest, nose2, nosetests, trial, ward, py:test, manage.py test, django-admin test, setup.py test|pytest
tests unittest: py:doctest
tests behave: behave, cucumber, cucumber-js, behat
tests robot: robot, pabot
tests tox: tox, nox
tests jest: jest, react-scripts test, craco test, test-storybook, ng-jest
tests vitest: vitest, vitest run|watch|dev|bench|related
tests mocha: mocha, electron-mocha, ts-mocha, truffle test, hardhat test
tests wdio: wdio, wdio run
tests nightwatch: nightwatch
tests newman: newman run
tests uvu: uvu
tests stestr: stestr run
tests wtr: web-test-runner, wtr
tests ava: ava
tests tap: tap, tape, prove, bats, qunit
tests karma: karma start|run, jasmine, ng test|e2e, jasmine-browser-runner
tests cypress: cypress run
tests playwright: playwright test, testcafe
tests deno: deno test|bench
tests bun: bun test
tests cargo: cargo test|t|bench|watch|llvm-cov|tarpaulin|miri|mutants|hack, cargo insta test, cargo leptos test, cargo make test, cross test, wasm-pack test, anchor test
tests nextest: cargo nextest
builds cargo: cargo build|b|check|c|rustc|zigbuild|leptos, cross build, wasm-pack build, trunk build, maturin build|develop, anchor build
tests go: go test, gotestsum, richgo test, ginkgo, courtney
builds gobuild: go build|vet, tinygo build, gox, goreleaser build
tests ctest: ctest
builds ninja: ninja, samu, meson compile, scons, waf build, xmake build
tests meson: meson test
tests bazel: bazel test|coverage, bazelisk test|coverage, blaze test, buck test, buck2 test
builds bazel: bazel build, blaze build, bazelisk build, buck build, buck2 build
tests dotnet: dotnet test|vstest, vstest.console
builds dotnet: dotnet build|publish|msbuild|pack, msbuild, xbuild
tests exunit: mix test|test.watch|coveralls, gleam test
builds exunit: mix compile|release, gleam build
tests rspec: rspec, rspec-queue, parallel_rspec, crystal spec, hspec
builds -: crystal build, shards build
tests minitest: rails test|t|test:system|test:all, minitest, parallel_test, zeus test
tests phpunit: phpunit, paratest, simple-phpunit, codecept run
tests phpspec: phpspec run
tests pest: pest, artisan test, sail test, sail artisan test, sail php artisan test
tests swift: swift test
builds swift: swift build, swiftc
tests flutter: flutter test|drive, dart test, very_good test, patrol test
builds flutter: flutter build, dart compile, dart build, build_runner build
tests haskell: cabal test|new-test|v2-test, stack test
builds haskell: cabal build|new-build|v2-build, stack build|install, ghc
tests zig: zig test
builds zig: zig build-exe|build-lib|build-obj|cc|c++
tests busted: busted, luarocks test
builds -: luarocks make|build
tests dune: dune test|runtest
builds dune: dune build
tests eunit: rebar3 eunit|ct|proper|test
builds -: rebar3 compile|release
tests elm: elm-test, elm-test-rs
builds elm: elm make
tests nim: nimble test, testament
builds nim: nimble build, nim c|cpp|compile|js
tests forge: forge test
builds forge: forge build, hardhat compile, truffle compile
tests lein: lein test|midje|check
tests kaocha: kaocha
builds lein: lein compile|uberjar|jar
builds tsc: tsc, vue-tsc, tsgo, svelte-check
builds webpack: webpack, webpack-cli, webpack build, rspack, rspack build, rsbuild build, react-scripts build, craco build, vue-cli-service build
builds vite: vite build, rollup, rolldown, astro build, nuxt build|generate, nuxi build|generate, remix build, react-router build, svelte-kit build, vinxi build, electron-vite build
builds esbuild: esbuild, tsup, tsdown, ng-packagr, unbuild, swc, parcel build, microbundle, ncc build, bun build, bob build, pkgroll
builds next: next build, gatsby build, ng build, ember build, storybook build, build-storybook, electron-builder, electron-forge make|package, eleventy, docusaurus build, vitepress build
builds docker: docker build, docker buildx build|bake, docker image build, docker compose build, docker-compose build, podman build, buildah bud|build, nerdctl build, podman compose build
builds nix: nix build, nix-build
builds xcode: xcodebuild build|archive|build-for-testing|analyze
tests swift: xcodebuild test|test-without-building
builds cc: gcc, g++, cc, c++, clang, clang++, rustc, javac, kotlinc, scalac, gfortran, nvcc, emcc, em++
builds -: deno check|compile|bundle, py:build, setup.py build|build_ext|bdist_wheel|sdist, uv build, poetry build, hatch build, pdm build, flit build, rye build, pip wheel, mkdocs build, sphinx-build, jekyll build, hugo, gem build, cmake --build, colcon build, catkin_make, catkin build, west build, idf.py build, pio run, platformio run, arduino-cli compile
tests -: hatch test, cargo xtask test|ci, dub test, pants test, colcon test, composer test, pio test, platformio test, terraform test, tofu test, helm test, detox test, maestro test, lage test, plz test, odin test, v test, spago test, scala-cli test, shellspec, helm unittest, conftest verify, opa test, promtool test, molecule test, kitchen test, ansible-test units|integration, inspec exec, fastlane test|tests, snforge test, scarb test, nargo test, clarinet test, sui move test, aptos move test, R CMD check
builds -: dub build, scarb build, nargo compile, sui move build, aptos move compile, scala-cli compile, spago build, zola build, sam build, R CMD build
builds -: composer build, detox build
tests -: grails test-app
`;

/** Options with a value that may stand in front of the subcommand. */
const OPTIONS: Readonly<Record<string, string>> = {
  cargo: "--manifest-path --color --config -Z -C --target-dir",
  go: "-C",
  bazel: "--output_base --config",
  docker: "-f -p -c --context --file --project-name -H --host -l --log-level --profile --env-file",
  "docker-compose": "-f -p --file --project-name --profile --env-file",
  podman: "-f -p --file --project-name",
  swift: "--package-path --configuration -c",
  xcodebuild:
    "-scheme -project -workspace -destination -configuration -sdk -derivedDataPath -target -arch -testPlan " +
    "-resultBundlePath -xcconfig -archivePath -jobs -only-testing -skip-testing -parallel-testing-worker-count",
  stack: "--stack-yaml --resolver",
  dotnet: "--project",
  "manage.py": "--settings --pythonpath",
  forge: "--root",
  dune: "--root --profile",
  meson: "-C",
  west: "-z",
  "idf.py": "-C -B -p",
  mix: "--app",
};

const LINES = TABLE.trim().split("\n");

/** The rows for a program; `undefined` for one that is none of ours. Of the table only lines that name it are read. */
export function findProgram(name: string): Program | undefined {
  const subcommands = LINES.filter((line) => names(line, name)).flatMap((line) => readLine(line, name));
  return subcommands.length === 0 ? undefined : { options: wordSet(OPTIONS[name] ?? ""), subcommands };
}

/** A short name stands within many others. */
function names(line: string, name: string): boolean {
  return [": ", ", "].some((before) =>
    line.includes(`${before}${name} `) || line.includes(`${before}${name},`) || line.endsWith(before + name)
  );
}

function readLine(line: string, name: string): Program["subcommands"] {
  const colon = line.indexOf(": ");
  const [kind, format] = line.slice(0, colon).split(" ") as [OutcomeKind, string];
  const runner = { kind, format: format === "-" ? undefined : format };
  const entries = line.slice(colon + 2).split(", ").filter((entry) =>
    entry === name || entry.startsWith(`${name} `)
  );
  return entries.flatMap((entry) => wordsOf(entry).map((words) => ({ words, runner })));
}

/** Behind the program; the last word may have alternatives. */
function wordsOf(entry: string): readonly string[][] {
  const words = entry.split(" ").slice(1);
  const last = words.pop();
  return last === undefined ? [[]] : last.split("|").map((alternative) => [...words, alternative]);
}

/** Every command of the table, as it is typed. */
export function commandsOfTable(): string[] {
  return LINES.flatMap((line) => line.slice(line.indexOf(": ") + 2).split(", ")).flatMap((entry) =>
    wordsOf(entry).map((words) => [entry.split(" ", 1)[0]!.replace(/^py:/, "python -m "), ...words].join(" "))
  );
}
