import { wordSet } from "./words.ts";

/** It answers a question and runs nothing. */
const TELLS_EVERYWHERE = wordSet(
  "--help --version --dry-run --list --list-tests --listTests --collect-only --show-config --showConfig " +
    "--show-only --init",
);
const TELLS_BY_FORMAT: Readonly<Record<string, string>> = {
  pytest: "-h -V --co --fixtures --fixtures-per-test --markers --setup-plan",
  unittest: "-h",
  jest: "-h --clearCache",
  vitest: "-h -v list",
  mocha: "-h -V --list-reporters --list-interfaces",
  wdio: "-h",
  nightwatch: "-h -v",
  newman: "-h -v",
  uvu: "-h -v",
  tox: "-h -l -a --listenvs",
  cargo: "-h -V --build-plan",
  nextest: "-h list",
  go: "-h -list --list -n",
  gobuild: "-h -n",
  ctest: "-N -H -h",
  cmake: "-h",
  make: "-n -p -h -v --just-print --recon --print-data-base",
  ninja: "-n -h",
  gradle: "-m -h -v",
  maven: "-v -h",
  dotnet: "-h -t",
  tsc: "-h -v --all",
  vite: "-h -v",
  webpack: "-h -v",
  esbuild: "-h",
  cc: "-dumpversion -dumpmachine",
  bats: "-h -c --count",
  tap: "-h -c --count",
  playwright: "-h -V",
  haskell: "--numeric-version",
  flutter: "-h",
};
/** It waits for changes and never ends, or ends before there is a result. */
const IDLES_EVERYWHERE = wordSet("--watch --watchAll --watch-all --ui");
const IDLES_BY_FORMAT: Readonly<Record<string, string>> = {
  pytest: "--setup-only -f --looponfail",
  jest: "-w-",
  vitest: "-w watch dev",
  mocha: "-w",
  tox: "-n --notest",
  cargo: "watch --no-run",
  go: "-c",
  make: "-q --question",
  gradle: "-t --continuous",
  tsc: "-w",
  vite: "-w",
  webpack: "-w serve watch",
  esbuild: "-w --serve",
  cc: "-v -E",
  exunit: "test.watch",
  bazel: "--nobuild",
  haskell: "--only-dependencies",
};
/** Values that take an option back. */
const OFF = /^--(?:watch|watchAll|ui|dry-run)=(?:false|0|no|none)$/;

/** Whether it only says something, or waits for changes and never ends. */
export function isIdle(words: readonly string[], format: string | undefined): boolean {
  return onlyTells(words, format) || holds(words, IDLES_EVERYWHERE, IDLES_BY_FORMAT[format ?? ""]);
}

/** Whether it lists tests, says its version or what it would do: neither a run nor a build. */
export function onlyTells(words: readonly string[], format: string | undefined): boolean {
  return holds(words, TELLS_EVERYWHERE, TELLS_BY_FORMAT[format ?? ""]);
}

function holds(words: readonly string[], everywhere: ReadonlySet<string>, own: string | undefined): boolean {
  const ownSet = own === undefined ? undefined : wordSet(own);
  return words.some((word, i) => {
    if (words[i + 1] === "false") return false;
    if (ownSet?.has(word)) return true;
    if (!word.startsWith("--") || OFF.test(word)) return false;
    return everywhere.has(word.split("=", 1)[0]!);
  });
}
