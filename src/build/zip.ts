import { zipSync } from "fflate";
import { basename } from "node:path";
import { FIXED_TIME } from "./files.ts";

/** Packs a folder, with its name, into a zip archive. A zip has no links, so each name of a file is a copy. */
export async function zipFolder(folder: string, archive: string): Promise<void> {
  const files: Record<string, Uint8Array> = {};
  for (const name of (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort()) {
    files[`${basename(folder)}/${name}`] = await Deno.readFile(`${folder}/${name}`);
  }
  // The format stores local times, so the time zone's offset is removed to get the same bytes everywhere.
  const mtime = new Date(FIXED_TIME.getTime() + FIXED_TIME.getTimezoneOffset() * 60_000);
  await Deno.writeFile(`${archive}.new`, zipSync(files, { mtime, level: 9 }));
  await Deno.rename(`${archive}.new`, archive);
}

// `release.ts` runs this file as a process, so that a build without archives does not download fflate.
if (import.meta.main) {
  const [folder = "", archive = ""] = Deno.args;
  await zipFolder(folder, archive);
}
