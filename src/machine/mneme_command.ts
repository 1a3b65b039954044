// Finds and starts the program `mneme` beside a hook, and words the commands that hooks tell an agent.
import { orUndefined } from "../base/or_undefined.ts";
import { below, parentFolder } from "../base/slashes.ts";
import { ENVIRONMENT_NAMES, environmentOf, readEnvironment } from "./environment.ts";
import { executableName, infoOf, isExecutable } from "./files.ts";
import { isAbsolute, type Paths } from "./paths.ts";

/** Returns `mneme` if PATH leads to the program beside this hook, else that program's quoted path. */
export function mnemeCommand(word: ShellWord | undefined): string {
  const own = siblingMneme();
  return word?.file != null && leadsTo(word.file, own) ? "mneme" : quotedPath(own);
}

/** Quotes a path. Windows' shells accept `/`, and Git Bash needs it in an unquoted path. */
export function quotedPath(path: string): string {
  return quotedWord(path[1] === ":" ? path.replaceAll("\\", "/") : path);
}

/** Quotes a word. `cmd` takes single quotes for letters, so a path of Windows (and `dir:C:\x y`) gets double ones. */
export function quotedWord(word: string): string {
  if (/^[\w./@%+,:-]+$/.test(word)) return word;
  if (/^(?:\w+:)?(?:[A-Za-z]:|\\\\)[^"$`!]*[^"$`!\\]$/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns true if `file` starts `program`: by links, or as the plugin's `bin/mneme`, which starts `programs/mneme`. */
export function leadsTo(file: string, program: string): boolean {
  const started = below(below(parentFolder(parentFolder(file)), "programs"), executableName("mneme"));
  return isSameFile(file, program) || isSameFile(started, program);
}

function isSameFile(one: string, other: string): boolean {
  const real = orUndefined(() => Deno.realPathSync(one));
  return real !== undefined && real === orUndefined(() => Deno.realPathSync(other));
}

export const siblingMneme = (): string => below(parentFolder(Deno.execPath()), executableName("mneme"));

export interface ShellWord {
  /** PATH when the program was looked for. */
  readonly path: string | undefined;
  /** The program's path if it is the `mneme` beside this executable, else `null`. */
  readonly file: string | null;
}

/** Searches PATH, 0.05 ms for each folder: too slow for every run of a hook. */
export function findShellWord(): ShellWord {
  const found = programOnPath("mneme");
  return { path: readEnvironment("PATH"), file: found && leadsTo(found, siblingMneme()) ? found : null };
}

/**
 * Returns the file that a shell starts for `name`, on Windows also npm's `.cmd`; `undefined` without one. Leaves out
 * paths that `isMeant` refuses, and relative folders of PATH, which could lead to a program inside the project.
 */
export function programOnPath(name: string, system = Deno.build.os, isMeant = (_path: string) => true) {
  const [endings, separator] = system === "windows" ? [[".exe", ".cmd"], ";"] as const : [[""], ":"] as const;
  const folders = (readEnvironment("PATH") ?? "").split(separator).filter(isAbsolute);
  return folders.flatMap((folder) => endings.map((ending) => below(folder, name + ending)))
    .find((path) => {
      const info = infoOf(path);
      return info?.isFile === true && isExecutable(info, system) && isMeant(path);
    });
}

/** Starts the `mneme` beside this executable, detached. Throws if it cannot be started. */
export function startSibling(paths: Paths, args: readonly string[]): void {
  if (Deno.build.os === "windows") closeStreams();
  sibling(paths, args, true).spawn().unref();
}

/** Runs the `mneme` beside this executable to its end, but kills it at the deadline. Throws if it cannot be started. */
export async function runSibling(paths: Paths, args: readonly string[], deadlineMs: number): Promise<void> {
  const child = sibling(paths, args, false).spawn();
  const timer = setTimeout(() => orUndefined(() => child.kill("SIGKILL")), deadlineMs);
  await child.status;
  clearTimeout(timer);
}

/** Passes on no variable of the present session. `MNEME_CHILD` disables the hooks of a `claude` that it starts. */
function sibling({ root }: Paths, args: readonly string[], detached: boolean) {
  const passed = environmentOf(ENVIRONMENT_NAMES.filter((name) => !/^CLAUDE_(?!CONFIG_DIR)/.test(name)));
  return new Deno.Command(siblingMneme(), {
    args: [...args],
    cwd: root,
    clearEnv: true,
    env: { ...passed, MNEME_CHILD: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached,
  });
}

/** The part of `process` that gives built-in modules. An import would cost each hook 30 ms. */
interface BuiltIns {
  getBuiltinModule(name: "node:fs"): { closeSync(stream: number): void };
}

/** A child on Windows inherits the streams in any case, and the client would wait for it to end. */
export function closeStreams(builtIns: BuiltIns = Reflect.get(globalThis, "process")): void {
  const { closeSync } = builtIns.getBuiltinModule("node:fs");
  for (const stream of [0, 1, 2]) orUndefined(() => closeSync(stream)); // a closed one throws
}
