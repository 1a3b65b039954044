import { wordSet } from "./words.ts";

const IDLE_EVERYWHERE = wordSet(
  "--help --version --dry-run --watch --watchAll --watch-all --list --list-tests --listTests --collect-only " +
    "--show-config --showConfig --show-only --ui --init",
);
const IDLE_BY_FORMAT: Readonly<Record<string, string>> = {
  pytest: "-h -V --co --fixtures --fixtures-per-test --markers --setup-plan --setup-only -f --looponfail",
  unittest: "-h",
  jest: "-h --clearCache -w-",
  vitest: "-h -v -w watch dev list",
  mocha: "-h -V -w --list-reporters --list-interfaces",
  tox: "-h -l -a --listenvs -n --notest",
  cargo: "watch -h -V --no-run --build-plan",
  nextest: "-h list",
  go: "-h -list --list -c -n",
  gobuild: "-h -n",
  ctest: "-N -H -h",
  cmake: "-h",
  make: "-n -q -p -h -v --just-print --question --recon --print-data-base",
  ninja: "-n -h",
  gradle: "-m -t -h -v --continuous",
  maven: "-v -h",
  dotnet: "-h -t",
  tsc: "-h -v -w --all",
  vite: "-h -v -w",
  webpack: "-h -v -w serve watch",
  esbuild: "-w --serve",
  cc: "-v -dumpversion -dumpmachine -E",
  exunit: "test.watch",
  bats: "-h -c --count",
  tap: "-h -c --count",
  playwright: "-h -V",
  bazel: "--nobuild",
  haskell: "--only-dependencies --numeric-version",
  flutter: "-h",
};
/** Values that take an option back. */
const OFF = /^--(?:watch|watchAll|ui|dry-run)=(?:false|0|no|none)$/;

/** Whether it only says something, or waits for changes and never ends. */
export function isIdle(words: readonly string[], format: string | undefined): boolean {
  const own = format === undefined ? undefined : IDLE_BY_FORMAT[format];
  const ownSet = own === undefined ? undefined : wordSet(own);
  return words.some((word, i) => {
    if (words[i + 1] === "false") return false;
    if (ownSet?.has(word)) return true;
    if (!word.startsWith("--") || OFF.test(word)) return false;
    return IDLE_EVERYWHERE.has(word.split("=", 1)[0]!);
  });
}
