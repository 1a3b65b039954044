import { readEnvironment } from "./environment.ts";
import { isExecutable } from "./mode.ts";

type System = typeof Deno.build.os;

/** The file that a shell starts for `name`, on Windows also as npm puts it there; `undefined` where no folder of the PATH has one. */
export function programOnPath(name: string, system: System = Deno.build.os): string | undefined {
  const [endings, separator] = system === "windows" ? [[".exe", ".cmd"], ";"] as const : [[""], ":"] as const;
  const folders = (readEnvironment("PATH") ?? "").split(separator).filter((folder) => folder !== "");
  return folders.flatMap((folder) => endings.map((ending) => inFolder(folder, name + ending)))
    .find((path) => canBeStarted(path, system));
}

function inFolder(folder: string, name: string): string {
  return folder.replace(/[\\/]$/, "") + (folder.includes("\\") ? "\\" : "/") + name;
}

function canBeStarted(path: string, system: System): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && isExecutable(info, system);
  } catch {
    return false;
  }
}
