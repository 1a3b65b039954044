import { zipSync } from "fflate";
import { basename } from "node:path";
import { FIXED_TIME } from "./files.ts";

/**
 * Packs the folder, under its own name, into a zip archive, which Windows opens by itself. Such an archive knows no links:
 * a file of several names is written once for each.
 */
export async function zipFolder(folder: string, archive: string): Promise<void> {
  const files: Record<string, Uint8Array> = {};
  for (const name of (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort()) {
    files[`${basename(folder)}/${name}`] = await Deno.readFile(`${folder}/${name}`);
  }
  // The format has local times: a fixed one has to be told as such.
  const mtime = new Date(FIXED_TIME.getTime() + FIXED_TIME.getTimezoneOffset() * 60_000);
  await Deno.writeFile(`${archive}.new`, zipSync(files, { mtime, level: 9 }));
  await Deno.rename(`${archive}.new`, archive);
}

// A process of its own: a build, which makes no archive, fetches no package for it.
if (import.meta.main) {
  const [folder = "", archive = ""] = Deno.args;
  await zipFolder(folder, archive);
}
