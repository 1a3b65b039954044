import { type Outcome, runProgram } from "../_support/run_program.ts";
import { WINDOWS_DISK, WINE_ENVIRONMENT } from "./namespaces.ts";

/** Says how a program of a machine is started. */
export interface Start {
  readonly args: readonly string[];
  readonly stdin: string;
  /** Laid over the machine's own environment. */
  readonly env: Readonly<Record<string, string>>;
}

const HANG_MS = 900_000; // far more than the slowest command under an emulator takes

/** What programs of one system see: their folders, as this process finds them and as they spell them. */
export interface Machine {
  readonly name: string;
  /** A folder of its own, with a project, a home, a folder for temporary files and one that is shared with others. */
  readonly here: string;
  readonly home: string;
  /** The spellings of `here` that its programs meet, the system's own first. */
  readonly spellings: readonly string[];
  /** Folders by a name of ours, in all spellings that may be met in what is kept and said. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** Ends lines of what its tools print. */
  readonly newline: string;
  /** Puts the words that start an executable into the form in which this process starts them. */
  words(executable: string, start: Start): string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs one of mneme's executables on the machine, in its project, to the end. */
export async function run(
  machine: Machine,
  executable: string,
  start: Partial<Start> = {},
): Promise<Outcome> {
  const whole = { args: [], stdin: "", env: {}, ...start };
  const [program = "", ...args] = machine.words(executable, whole);
  return await runProgram(program, {
    args,
    env: { ...machine.environment, ...whole.env },
    cwd: `${machine.here}/shop`,
    stdin: new TextEncoder().encode(whole.stdin),
    killAfterMs: HANG_MS,
  });
}

/** A machine whose programs this one's kernel starts: its own, or those for arm64. `dist` holds the executables. */
export function linuxMachine(name: string, here: string, dist: string): Machine {
  return {
    name,
    here,
    home: `${here}/home`,
    spellings: [here],
    folders: { dist: [dist], home: [`${here}/home`], folder: [here] },
    newline: "\n",
    words: (executable, { args }) => [`${dist}/${executable}`, ...args],
    environment: { HOME: `${here}/home`, PATH: `${here}/empty`, TMPDIR: `${here}/temp`, TZ: "UTC" },
  };
}

/** The Debian with Wine of the run in this folder; its disk C: holds the executables in `C:\dist`. */
export function windowsMachine(work: string): Machine {
  const environment = { TEMP: "C:\\play\\temp", TMP: "C:\\play\\temp", TZ: "UTC" };
  return {
    name: "windows",
    here: `${work}/${WINDOWS_DISK}/play`,
    home: `${work}/${WINDOWS_DISK}/users/root`,
    spellings: ["C:\\play", "C:/play", "c:\\play", "/c/play"],
    folders: { dist: ["C:/dist"], home: ["C:/users/root"], folder: ["C:/play", "/c/play"] },
    newline: "\r\n",
    words: (executable, { args, env }) =>
      wineWords(work, {
        program: `C:\\dist\\${executable}.exe`,
        args,
        folder: "play/shop",
        env: { ...environment, ...env },
      }),
    environment: {},
  };
}

/** The words by which this process starts a program under Wine, in a folder of its disk C:, with these variables. */
export function wineWords(
  work: string,
  { program, args, folder, env }: {
    readonly program: string;
    readonly args: readonly string[];
    readonly folder: string;
    readonly env: Readonly<Record<string, string>>;
  },
): string[] {
  const variables = Object.entries({ ...WINE_ENVIRONMENT, ...env }).map(([name, value]) =>
    `${name}=${value}`
  );
  const begin = ["sh", "-c", 'cd "$0" && exec wine64 "$@"', `/root/.wine/drive_c/${folder}`];
  return ["/usr/sbin/chroot", `${work}/root`, "/usr/bin/env", "-i", ...variables, ...begin, program, ...args];
}

/** What Wine keeps running, as Windows does. */
const WINES_OWN = /^(?:(?:\/usr\/lib\/wine\/)?wineserver|C:\\windows\\system32\\)/;

/**
 * The command lines of the other processes in this namespace, but for Wine's own. One that has ended and that nobody asked
 * about has no words.
 */
export function runningPrograms(): string[] {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name) && Number(name) !== Deno.pid)
    .map(
      ({ name }) => {
        try {
          return Deno.readTextFileSync(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim();
        } catch {
          return "";
        }
      },
    ).filter((line) => line !== "" && !WINES_OWN.test(line));
}
