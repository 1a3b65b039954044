import { fileDigest } from "./archive_folder.ts";

/** The name of the file in which a folder's checksums are written, in the form of `sha256sum`. */
const CHECKSUMS = "SHA256SUMS";

/** Writes the checksums of the folder's files whose names are `wanted`, sorted; `sha256sum -c` reads it. */
export async function writeChecksums(folder: string, wanted: (name: string) => boolean): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  const lines: string[] = [];
  for (const name of names) {
    if (name !== CHECKSUMS && wanted(name)) lines.push(`${await fileDigest(`${folder}/${name}`)}  ${name}\n`);
  }
  await Deno.writeTextFile(`${folder}/${CHECKSUMS}`, lines.join(""));
}
