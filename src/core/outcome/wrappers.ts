import { isAssignment, programName, readArguments, wordSet } from "./words.ts";

/** A program that runs the command behind its options. */
interface Wrapper {
  /** Options that take a value. */
  readonly options: ReadonlySet<string>;
  /** Words between the options and the command: how long, which service, which image. */
  readonly skip: number;
}

/** `words: how many words to skip: options with a value`, a `|` between alternatives. */
const TABLE = `
env: 0: -u --unset -C --chdir
timeout|gtimeout: 1: -k -s --signal --kill-after
time|gtime: 0: -f -o --format --output
nice|renice: 0: -n --adjustment
ionice: 0: -c -n --class --classdata
stdbuf: 0: -i -o -e
nohup|setsid|command|exec|builtin|unbuffer|caffeinate|catchsegv|systemd-inhibit|noglob|faketty|call|chronic|flatpak-spawn: 0
flock: 1: -w -E --timeout --wait --conflict-exit-code
systemd-run: 0: -p -u --property --unit --slice -E --setenv
toolbox run: 0: -c --container
sudo|doas: 0: -u -g -h -C --user --group
xvfb-run: 0: -n -s -e -f -p --server-num --server-args
taskset|chrt: 0: -c --cpu-list
strace|ltrace: 0: -o -e -p -s
perf stat: 0: -e -o -r
valgrind: 0
xargs|parallel: 0: -n -P -I -L -d -s -a -j --jobs
dotenv|dotenv-cli|dotenvx run|dotenv run|env-cmd|with-env: 0: -e -f -c --env-file --file
cross-env|cross-env-shell: 0
direnv exec: 1
op run|doppler run|infisical run|chamber exec|sops exec-env|aws-vault exec: 0: -p --project -c --config --env
npx|pnpx|bunx|npm exec|npm x|pnpm exec|pnpm dlx|yarn exec|yarn dlx|bun x|corepack: 0: -p --package -c -w --workspace --filter
uv run: 0: --with --extra --group --only-group --python -p --package --env-file --project --directory --index-url --with-requirements --with-editable --no-group
uvx|uv tool run|pipx run: 0: --from --with --python -p --spec
poetry run|pipenv run|pdm run|rye run|pixi run|hatch run|pew in: 0: -C --directory -P --project -e --environment -p -m --manifest-path
conda run|mamba run|micromamba run: 0: -n --name -p --prefix --cwd
coverage run: 0: --source --omit --include --rcfile --data-file --context --concurrency
bundle exec|rbenv exec|pyenv exec|asdf exec|fvm|spring|appraisal: 0
mise exec|mise x|rtx exec|flox activate|devbox run|nix develop|nix shell: 0: -C --cd --config
docker compose exec|docker-compose exec|podman compose exec|podman-compose exec: 1: -e -u -w --env --user --workdir --index -f -p
docker compose run|docker-compose run|podman compose run|podman-compose run: 1: -e -u -w -v -p --env --user --workdir --volume --entrypoint --name --publish -l
docker exec|podman exec|nerdctl exec: 1: -e -u -w --env --user --workdir --env-file
docker run|podman run|nerdctl run: 1: -e -u -w -v -p --env --user --workdir --volume --name --network --net --entrypoint --env-file --mount --platform -m --memory --cpus -h --hostname --add-host --tmpfs --ulimit --label -l
singularity exec|apptainer exec: 1: -B --bind --env --pwd -H --home
kubectl exec|oc exec: 1: -n --namespace -c --container
sail exec|lando|ddev exec: 0: -s
nyc|c8|kcov|ddtrace-run|reattach-to-user-namespace: 0: -r --reporter -o --report-dir --include --exclude -x -n --temp-directory --lines --branches --functions --statements --src --extension -e --cwd
go run: 0: -C -tags -exec
watch|nodemon|watchexec|entr|chokidar: 0: -n -e -w -x --exec -i --interval --ext
volta run|fnm exec|nvm exec|n exec: 0: --node --using --npm
`;

const LINES = TABLE.trim().split("\n");

/** They hand a word with blanks to a shell. */
const TAKES_LINES = wordSet("watch nodemon watchexec entr chokidar parallel");
/** They run the command again and again until they are stopped. */
const WATCHERS = wordSet("watch nodemon watchexec entr chokidar");
const SHELLS = wordSet("bash sh zsh dash ksh ash fish su");
/** They take Python's `-m` or the name of a script, too. */
const PYTHON_LIKE = wordSet("uv coverage poetry pdm pipenv");

/** What a command runs: the command behind a wrapper, or a line for another shell. */
export interface Unwrapped {
  readonly words: readonly string[];
  readonly script: string | undefined;
  readonly watches: boolean;
  /** What it returns is not what the command returned. */
  readonly losesCode: boolean;
}

/** Takes off assignments and wrappers, however many. */
export function unwrap(words: readonly string[]): Unwrapped {
  let watches = false;
  let losesCode = false;
  let rest = words;
  for (let round = 0; round < 12; round++) {
    rest = rest.slice(countAssignments(rest));
    const program = programName(rest[0] ?? "");
    const script = scriptOf(program, rest);
    losesCode ||= dropsCode(program, rest);
    if (script !== undefined) return { words: [], script, watches, losesCode };
    const inner = behindWrapper(program, rest);
    if (inner === undefined) break;
    watches ||= WATCHERS.has(program);
    if (TAKES_LINES.has(program) && inner[0]?.includes(" ")) {
      return { words: [], script: inner[0], watches, losesCode };
    }
    rest = inner;
  }
  return { words: rest, script: undefined, watches, losesCode };
}

/** `script -c` without `-e`, `find -exec … ;`. */
function dropsCode(program: string, words: readonly string[]): boolean {
  if (program === "script") return !words.some((word) => word === "--return" || /^-[a-z]*e/.test(word));
  return program === "find" && words.includes(";");
}

function countAssignments(words: readonly string[]): number {
  const index = words.findIndex((word) => !isAssignment(word));
  return index < 0 ? words.length : index;
}

/** The line in `bash -c 'line'`, `nix-shell --run 'line'`, `eval 'line'`. */
function scriptOf(program: string, words: readonly string[]): string | undefined {
  if (program === "eval") return words.slice(1).join(" ");
  if (SHELLS.has(program) || program === "script") {
    const flag = words.findIndex((word, i) => i > 0 && /^-[a-z]*c$/.test(word));
    const before = words.slice(1, flag);
    const isOwn = program === "su" || before.every((word) => /^[-+]/.test(word) || word === "pipefail");
    return flag > 0 && isOwn ? words[flag + 1] : undefined;
  }
  if (program === "ssh") return remoteLine(words);
  if (program === "pwsh" || program === "powershell" || program === "cmd") {
    const at = words.findIndex((word) => /^(?:-c|-command|\/{1,2}c)$/i.test(word));
    return at < 0 ? undefined : words.slice(at + 1).join(" ");
  }
  const flag = { "nix-shell": "--run", vagrant: "-c", npx: "-c", nix: "-c" }[program];
  const at = flag === undefined ? -1 : words.indexOf(flag);
  return at > 0 && words[at + 1]?.includes(" ") ? words[at + 1] : undefined;
}

/** `ssh -p 22 host 'line'`. */
function remoteLine(words: readonly string[]): string | undefined {
  const { rest } = readArguments(words.slice(1), wordSet("-p -i -o -l -F -J -L -R -D -b -c -m"));
  const line = rest.slice(1).join(" ");
  return line === "" || /^(?:\S*\/)?(?:ba|da|z)?sh(?: -\w+)*$/.test(line) ? undefined : line;
}

function behindWrapper(program: string, words: readonly string[]): readonly string[] | undefined {
  if (program === "find") return behindExec(words);
  if (program === "python" && words[1] === "-m" && words[2] !== program) {
    return behindWrapper(words[2] ?? "", words.slice(2));
  }
  if (program === "command" && /^-[vV]$/.test(words[1] ?? "")) return undefined;
  for (const { tail, wrapper } of wrappersNamed(program)) {
    const behind = skipTail(words.slice(1), tail);
    if (behind === undefined) continue;
    return skipOptions(program, behind, wrapper);
  }
  return undefined;
}

/** `find … -exec cmd {} ;` */
function behindExec(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  if (at < 0) return undefined;
  const end = words.findIndex((word, i) => i > at && (word === ";" || word === "+"));
  return words.slice(at + 1, end < 0 ? words.length : end);
}

/** Those with a value. */
const TAIL_OPTIONS =
  /^-(?:[fpCn]|-(?:namespace|context|file|project-name|directory|project|profile|env-file))$/;

/** Behind `compose exec`; options may stand between: `docker compose -f x.yml exec`. */
function skipTail(words: readonly string[], tail: readonly string[]): readonly string[] | undefined {
  let at = 0;
  for (const part of tail) {
    while (words[at]?.startsWith("-")) at += TAIL_OPTIONS.test(words[at]!) ? 2 : 1;
    if (words[at] !== part) return undefined;
    at++;
  }
  return words.slice(at);
}

function skipOptions(program: string, words: readonly string[], wrapper: Wrapper): readonly string[] {
  let at = 0;
  while (at < words.length && (words[at]!.startsWith("-") || isAssignment(words[at]!))) {
    const word = words[at]!;
    if (word === "--") break;
    if ((word === "-m" || word === "--module") && PYTHON_LIKE.has(program)) {
      return ["python", ...words.slice(at)];
    }
    at += wrapper.options.has(word) ? 2 : 1;
  }
  for (let left = wrapper.skip; left > 0 && words[at] !== "--"; left--) at++;
  if (program === "nvm" && /^(?:v?\d[\d.]*|lts\/\S+)$/.test(words[at] ?? "")) at++; // which Node
  if (program === "kubectl" || program === "oc") at = Math.max(at, words.indexOf("--"));
  if (program === "nix" || program === "flox" || program === "mise") at = commandFlag(words, at);
  if (words[at] === "--") at++;
  const rest = words.slice(at);
  if (PYTHON_LIKE.has(program) && rest[0]?.endsWith(".py")) return ["python", ...rest];
  return rest;
}

/** `nix develop .#x -c cmd`, `mise exec node@20 -- cmd`. */
function commandFlag(words: readonly string[], at: number): number {
  const flag = words.findIndex((word) => word === "-c" || word === "--command" || word === "--");
  return flag < 0 ? at : flag + 1;
}

/** Of the table only lines that name the program are read: most commands have no wrapper. */
function wrappersNamed(program: string): { readonly tail: readonly string[]; readonly wrapper: Wrapper }[] {
  return LINES.filter((line) => line.startsWith(program) || line.includes(`|${program}`))
    .flatMap((line) => {
      const [words = "", skip, options = ""] = line.split(": ");
      return words.split("|").map((alternative) => alternative.split(" ")).filter(([first]) =>
        first === program
      )
        .map(([, ...tail]) => ({ tail, wrapper: { options: wordSet(options), skip: Number(skip) } }));
    });
}

/** Whether the program reads its command line from stdin when it has no script: `bash <<EOF`, `ssh host <<EOF`. */
export function readsShellFromStdin(words: readonly string[]): boolean {
  if (words[0] === "ssh") return true; // what it runs there without one is a shell
  return SHELLS.has(programName(words[0] ?? "")) &&
    readArguments(words.slice(1), wordSet("")).plain.length === 0;
}
