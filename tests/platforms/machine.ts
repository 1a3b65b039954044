import { type Outcome, runProgram } from "../_support/run_program.ts";
import { WINE_ENVIRONMENT } from "./namespaces.ts";

/** Says how a program of a machine is started. */
export interface Start {
  readonly args: readonly string[];
  readonly stdin: string;
  /** Laid over the machine's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it copies the database, which not every runtime can. */
  readonly isCopying: boolean;
}

/** Far more than the slowest command under an emulator takes. */
const HANG_MS = 900_000;

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
  words(executable: string, start: Start): { readonly program: string; readonly args: string[] };
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs one of mneme's executables on the machine, in its project, to the end. */
export async function run(
  machine: Machine,
  executable: string,
  start: Partial<Start> = {},
): Promise<Outcome> {
  const whole = { args: [], stdin: "", env: {}, isCopying: false, ...start };
  const { program, args } = machine.words(executable, whole);
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
    words: (executable, { args }) => ({ program: `${dist}/${executable}`, args: [...args] }),
    environment: { HOME: `${here}/home`, PATH: `${here}/empty`, TMPDIR: `${here}/temp`, TZ: "UTC" },
  };
}

/**
 * The Debian with Wine at `root`; its disk C: holds the executables in `C:\dist`, and Deno 2.9.4 beside the bundles that they
 * were made of. That runs the commands that copy the database: on Windows Deno 2.7.11 keeps a copy open until it ends, so that
 * nobody can give it its name.
 */
export function windowsMachine(root: string): Machine {
  const disk = `${root}/root/.wine/drive_c`;
  const wine = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
    const variables = Object.entries({ ...WINE_ENVIRONMENT, ...env }).map(([key, value]) =>
      `${key}=${value}`
    );
    const enter = ["sh", "-c", 'cd "$0" && exec "$@"', "/root/.wine/drive_c/play/shop"];
    return {
      program: "/usr/sbin/chroot",
      args: [root, "/usr/bin/env", "-i", ...variables, ...enter, program, ...args],
    };
  };
  const environment = {
    DENO_DIR: "C:\\deno\\cache",
    TEMP: "C:\\play\\temp",
    TMP: "C:\\play\\temp",
    TZ: "UTC",
  };
  return {
    name: "windows",
    here: `${disk}/play`,
    home: `${disk}/users/root`,
    spellings: ["C:\\play", "C:/play", "c:\\play", "/c/play"],
    folders: { dist: ["C:/dist"], home: ["C:/users/root"], folder: ["C:/play", "/c/play"] },
    newline: "\r\n",
    words: (executable, { args, env, isCopying }) => {
      const program = isCopying ? BY_DENO : [`C:\\dist\\${executable}.exe`];
      return wine("wine64", [...program, ...args], { ...environment, ...env });
    },
    environment,
  };
}

const BY_DENO = ["C:\\deno\\deno.exe", "run", "-A", "--no-lock", "C:\\deno\\bundles\\mneme\\main.js"];

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
