import { orUndefined } from "../base/or_undefined.ts";
import { below, parentFolder } from "../base/slashes.ts";
import { ENVIRONMENT_NAMES, environmentOf, readEnvironment } from "./environment.ts";
import { executableName, infoOf, isExecutable } from "./files.ts";
import type { Paths } from "./paths.ts";

/** Returns the command for the `mneme` beside this hook: `mneme` if PATH leads to it, else its path, quoted if needed. */
export function mnemeCommand(word: ShellWord | undefined): string {
  const own = siblingMneme();
  return word?.file != null && leadsTo(word.file, own) ? "mneme" : quotedPath(own);
}

/** Returns a path as a shell reads it: in quotes if it needs them. */
export function quotedPath(given: string): string {
  const path = typedPath(given);
  return /^[\w./@%+,:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Returns true if starting one file starts the other: by links, or because it is the plugin's script `bin/mneme`. */
export function leadsTo(file: string, program: string): boolean {
  // The script starts `programs/mneme` beside `bin`.
  const started = file.replace(/[^\\/]*([\\/])[^\\/]*$/, "programs$1") + file.replace(/^.*[\\/]/, "");
  return isSameFile(file, program) || isSameFile(started, program);
}

function isSameFile(one: string, other: string): boolean {
  const real = orUndefined(() => Deno.realPathSync(one));
  return real !== undefined && real === orUndefined(() => Deno.realPathSync(other));
}

/** Returns the path of the `mneme` that is installed beside the running executable. */
export function siblingMneme(): string {
  return below(parentFolder(Deno.execPath()), executableName("mneme"));
}

/** Returns a path that works in any shell: those of Windows accept `/`, and Git Bash needs it in an unquoted path. */
export function typedPath(path: string): string {
  return path[1] === ":" ? path.replaceAll("\\", "/") : path;
}

/** The program that a shell with this PATH starts for the word `mneme`. */
export interface ShellWord {
  /** PATH, as it was when the program was looked for. */
  readonly path: string | undefined;
  /** The path of the program if it is the `mneme` beside the running executable, else `null`. */
  readonly file: string | null;
}

/** Searches PATH for `mneme`: 0.05 ms for each folder without it, which is too slow for each run of a hook. */
export function findShellWord(): ShellWord {
  const found = programOnPath("mneme");
  const isOurs = found !== undefined && leadsTo(found, siblingMneme());
  return { path: readEnvironment("PATH"), file: isOurs ? found : null };
}

/** Returns the file that a shell starts for `name`, on Windows also npm's `.cmd`; `undefined` if PATH has none. */
export function programOnPath(name: string, system = Deno.build.os): string | undefined {
  const [endings, separator] = system === "windows" ? [[".exe", ".cmd"], ";"] as const : [[""], ":"] as const;
  const folders = (readEnvironment("PATH") ?? "").split(separator).filter((folder) => folder !== "");
  return folders.flatMap((folder) => endings.map((ending) => below(folder, name + ending)))
    .find((path) => {
      const info = infoOf(path);
      return info?.isFile === true && isExecutable(info, system);
    });
}

/**
 * Starts the `mneme` beside this executable, detached. Hooks start mneme only here and in `runSibling`. `MNEME_CHILD`
 * disables hooks that the process may cause. Throws if it cannot be started.
 */
export function startSibling(paths: Paths, args: readonly string[]): void {
  if (Deno.build.os === "windows") closeStreams();
  sibling(paths, args, { detached: true }).spawn().unref();
}

/** Runs the `mneme` beside this executable to its end, but kills it at the deadline. Throws if it cannot be started. */
export async function runSibling(paths: Paths, args: readonly string[], deadlineMs: number): Promise<void> {
  await sibling(paths, args, { signal: AbortSignal.timeout(deadlineMs) }).output();
}

/** Returns the command without streams and with the listed environment variables only. */
function sibling(
  { root }: Paths,
  args: readonly string[],
  how: Pick<Deno.CommandOptions, "detached" | "signal">,
) {
  const passed = environmentOf(ENVIRONMENT_NAMES.filter((name) => !name.startsWith("CLAUDE_")));
  return new Deno.Command(siblingMneme(), {
    args: [...args],
    cwd: root,
    clearEnv: true,
    env: { ...passed, MNEME_CHILD: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    ...how,
  });
}

/** The part of `process` that returns built-in modules. An import would take each hook 30 ms. */
interface BuiltIns {
  getBuiltinModule(name: "node:fs"): { closeSync(stream: number): void };
}

/**
 * Closes stdin, stdout and stderr. On Windows a child inherits them in any case, so that a client that waits for the
 * end of the hook's output would wait for the child. Afterwards nothing can be read or printed.
 */
export function closeStreams(builtIns: BuiltIns = Reflect.get(globalThis, "process")): void {
  const { closeSync } = builtIns.getBuiltinModule("node:fs");
  for (const stream of [0, 1, 2]) orUndefined(() => closeSync(stream)); // it throws if the stream is closed
}
