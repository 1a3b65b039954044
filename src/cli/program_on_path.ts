import { join } from "node:path";
import { modeOf } from "../host/mode.ts";

type System = typeof Deno.build.os;

/** The file that a shell starts for `name`, on Windows also as npm puts it there; `undefined` where no folder of the PATH has one. */
export function programOnPath(name: string, system: System = Deno.build.os): string | undefined {
  const [endings, separator] = system === "windows" ? [[".exe", ".cmd"], ";"] as const : [[""], ":"] as const;
  const folders = (Deno.env.get("PATH") ?? "").split(separator).filter((folder) => folder !== "");
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => isExecutable(path, system));
}

function isExecutable(path: string, system: System): boolean {
  try {
    const info = Deno.statSync(path);
    const mode = modeOf(info, system);
    return info.isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
