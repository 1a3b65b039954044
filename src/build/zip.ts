// Packs the archives for Windows.
import { zipSync } from "fflate";
import { basename } from "node:path";
import { FIXED_TIME } from "./files.ts";

/** Packs a folder, with its name, into a zip. A zip has no links: a file's second name would be a copy. */
export async function zipFolder(folder: string, archive: string): Promise<void> {
  const files: Record<string, Uint8Array> = {};
  for (const name of (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort()) {
    files[`${basename(folder)}/${name}`] = await Deno.readFile(`${folder}/${name}`);
  }
  // A zip stores local times; without the time zone's offset the bytes are the same everywhere.
  const mtime = new Date(FIXED_TIME.getTime() + FIXED_TIME.getTimezoneOffset() * 60_000);
  await Deno.writeFile(`${archive}.new`, zipSync(files, { mtime, level: 9 }));
  await Deno.rename(`${archive}.new`, archive);
}
