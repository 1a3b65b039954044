import type { Run } from "../find_runs.ts";

/**
 * What most runs of tests begin with, by the format of their summaries (a dash: they hand on to others), with the
 * options of which it is known here that they neither make them idle nor change what they are.
 */
const USUAL = `
-: npm test|npm t|npm run test|npm run test:unit|yarn test|yarn run test|pnpm test|pnpm run test: -v -q -t -w
make: make test|make check
pytest: pytest|python -m pytest|python3 -m pytest|uv run pytest|poetry run pytest: -q -v -k -m -n -rA -rf -l
jest: npx jest|jest|yarn jest|pnpm jest: -i -t
vitest: npx vitest run|vitest run|npx vitest|pnpm vitest run|yarn vitest run: -t --run
node: node --test
cargo: cargo test: -q -v -p
go: go test: -v -run -timeout
`;
const HARMLESS =
  " -- -x -s -ra -vv -race -count=1 --all --bail --ci --coverage --lib --no-coverage --quiet --release " +
  "--runInBand --silent --tb=line --tb=no --tb=short --verbose --workspace --workspaces ";
/** Words that make one of them wait or only list. */
const OTHER_WORK = " watch dev list ";
const PLAIN_UNITS = "abcdefghijklmnopqrstuvwxyz ./:=@,%+-_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** Neither changes what a command is or prints: where it runs, both streams as one, the last lines only. */
const AROUND = /^(?:cd [\w./~@+-]+ && )?([^|&>]*?)(?: 2>&1)?( \| tail (?:-n ?|-)\d+)?$/;
const MAX_UNITS = 200;

/**
 * The run of a line that is one of the usual test runs; `undefined` for any other, however plain. It is what
 * `findRuns` finds, without the means to read every line.
 */
export function usualRun(line: string): Run | undefined {
  if (line.length > MAX_UNITS) return undefined;
  // A pattern costs a new process 0.05 ms, and most lines have nothing around.
  const [, command = "", tail] = isPlain(line) ? [line, line] : AROUND.exec(line) ?? [];
  if (command === "" || !isPlain(command)) return undefined;
  const words = command.split(" ").filter((word) => word !== "");
  const plain = words.join(" ");
  for (const row of USUAL.trim().split("\n")) {
    const [format = "", starts = "", options = ""] = row.split(": ");
    const start = starts.split("|").find((each) => plain === each || plain.startsWith(`${each} `));
    if (start === undefined) continue;
    const others = words.slice(start.split(" ").length);
    if (!others.every((word) => isHarmless(word, ` ${options} `))) continue;
    if (format === "make" && others.length > 0) continue;
    return {
      kind: "tests",
      format: format === "-" ? undefined : format,
      isIdle: false,
      command: plain,
      fate: {
        zeroTells: tail === undefined,
        failureTells: tail === undefined ? "surely" : "no",
        isBackground: false,
        isSeen: true,
        isEndSeen: true,
        failureText: undefined,
        successText: undefined,
        statusText: undefined,
      },
    };
  }
  return undefined;
}

function isHarmless(word: string, options: string): boolean {
  const own = ` ${word} `;
  return word.startsWith("-") ? HARMLESS.includes(own) || options.includes(own) : !OTHER_WORK.includes(own);
}

function isPlain(text: string): boolean {
  for (const unit of text) {
    if (!PLAIN_UNITS.includes(unit)) return false;
  }
  return true;
}
