import { join } from "node:path";

/** The file that a shell starts for `name`; `undefined` where no folder of the PATH has one. */
export function programOnPath(name: string): string | undefined {
  const isWindows = Deno.build.os === "windows";
  const folders = (Deno.env.get("PATH") ?? "").split(isWindows ? ";" : ":");
  return folders.filter((folder) => folder !== "")
    .map((folder) => join(folder, isWindows ? `${name}.exe` : name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && (mode === null || (mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
