import { below, parentFolder } from "../base/slashes.ts";
import { ENVIRONMENT_NAMES, environmentOf, readEnvironment } from "./environment.ts";
import { executableName, infoOf, isExecutable } from "./files.ts";
import type { Paths } from "./paths.ts";

/**
 * The command by which a shell starts the `mneme` beside the running hook: its name where a look along the PATH has found that this
 * leads there, and it still does, else its path.
 */
export function mnemeCommand(word: ShellWord | undefined): string {
  const own = siblingMneme();
  if (word?.file != null && leadsTo(word.file, own)) return "mneme";
  const path = typedPath(own);
  return /^[\w./@%+,:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** True when starting one file starts the other, by links or as the plugin's script `bin/mneme` does. */
export function leadsTo(file: string, program: string): boolean {
  return isSameFile(file, program) || isSameFile(startedByPlugin(file), program);
}

/** The plugin's `bin/mneme` starts what lies in its folder of programs. */
function startedByPlugin(script: string): string {
  return script.replace(/[^\\/]*([\\/])[^\\/]*$/, "programs$1") + script.replace(/^.*[\\/]/, "");
}

function isSameFile(one: string, other: string): boolean {
  try {
    return Deno.realPathSync(one) === Deno.realPathSync(other);
  } catch {
    return false; // one of them is not there
  }
}

/** The path of the `mneme` that is installed beside the running executable. */
export function siblingMneme(): string {
  return below(parentFolder(Deno.execPath()), executableName("mneme"));
}

/** The path as it is typed into any shell: those of Windows take `/`, too, and Git Bash takes nothing else unquoted. */
export function typedPath(path: string): string {
  return path[1] === ":" ? path.replaceAll("\\", "/") : path;
}

/** The program that a shell with this PATH starts for the word `mneme`. */
export interface ShellWord {
  readonly path: string | undefined;
  /** Its file, where that is the `mneme` beside the running program. */
  readonly file: string | null;
}

/** Looks along the PATH: too long for each run of a hook, which costs 0.05 ms for each folder that does not have it. */
export function findShellWord(): ShellWord {
  const found = programOnPath("mneme");
  const isOurs = found !== undefined && leadsTo(found, siblingMneme());
  return { path: readEnvironment("PATH"), file: isOurs ? found : null };
}

type System = typeof Deno.build.os;

/** The file that a shell starts for `name`, on Windows also as npm puts it there; `undefined` where no folder of the PATH has one. */
export function programOnPath(name: string, system: System = Deno.build.os): string | undefined {
  const [endings, separator] = system === "windows" ? [[".exe", ".cmd"], ";"] as const : [[""], ":"] as const;
  const folders = (readEnvironment("PATH") ?? "").split(separator).filter((folder) => folder !== "");
  return folders.flatMap((folder) => endings.map((ending) => below(folder, name + ending)))
    .find((path) => canBeStarted(path, system));
}

function canBeStarted(path: string, system: System): boolean {
  const info = infoOf(path);
  return info?.isFile === true && isExecutable(info, system);
}

/**
 * Starts the `mneme` that lies beside this executable, detached, with nothing on its streams and only the listed
 * environment. The one place from which a hook starts mneme: the path is never anything but the sibling's.
 * `MNEME_CHILD` keeps hooks that such a process might set off from running. Throws when it cannot be started.
 */
export function startSibling(paths: Paths, args: readonly string[]): void {
  if (Deno.build.os === "windows") closeStreams();
  const child = new Deno.Command(siblingMneme(), {
    args: [...args],
    cwd: paths.root,
    clearEnv: true,
    env: {
      ...environmentOf(ENVIRONMENT_NAMES.filter((name) => !name.startsWith("CLAUDE_"))),
      MNEME_CHILD: "1",
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  child.unref();
}

/** The runtime hands out its built-in modules by this; imported, one would cost hooks that never need it 30 ms. */
interface BuiltIns {
  getBuiltinModule(name: "node:fs"): { closeSync(stream: number): void };
}

/**
 * Closes the streams that the client gave us. On Windows a child inherits them whatever its own are, and the client
 * waits for the end of a hook's output: for as long as the child lives. Nothing can be read or written any more.
 */
export function closeStreams(builtIns: BuiltIns = Reflect.get(globalThis, "process")): void {
  const { closeSync } = builtIns.getBuiltinModule("node:fs");
  for (const stream of [0, 1, 2]) {
    try {
      closeSync(stream);
    } catch {
      // It is closed already: so much the better.
    }
  }
}
