// Packs the archives of a release and lists their checksums.
import type * as fflate from "fflate";
import { hash } from "node:crypto";
import { basename, dirname } from "node:path";
import { runProgram } from "../cli/frame/run_program.ts";
import { CHECKSUMS } from "../base/version.ts";
import { entriesOf, removeQuietly } from "../machine/files.ts";
import { FIXED_TIME } from "./files.ts";
import { BuildError } from "./run_deno.ts";

/** The commands that compress. A fixed number of threads and block size give equal bytes on every machine. */
const COMPRESS = { xz: "xz -T2 --lzma2=preset=6,dict=32MiB --block-size=67108864", gzip: "gzip -n" };
/** The options by which tar writes equal bytes for equal folders. It stores hard-linked executables once. */
const TAR = [
  ...["--format=ustar", "--sort=name", `--mtime=@${FIXED_TIME.getTime() / 1000}`, "--mode=a=rX,u+w"],
  ...["--owner=0", "--group=0", "--numeric-owner"],
];

/** Packs a folder, with its name, into an archive that `tar -xf` opens: xz for a release, gzip for npm. */
export async function archiveFolder(folder: string, archive: string, form: keyof typeof COMPRESS = "xz") {
  const compress = COMPRESS[form];
  const unfinished = `${archive}.new`;
  const from = ["--create", "--directory", dirname(folder), basename(folder)];
  const args = [...TAR, `--use-compress-program=${compress}`, "--file", unfinished, ...from];
  const { complaint } = runProgram("tar", args);
  if (complaint === undefined) return await Deno.rename(unfinished, archive);
  removeQuietly(unfinished);
  const needs = `${compress.split(" ", 1)}, and room on the disk`;
  throw new BuildError(`Cannot make ${archive}: ${complaint}; it takes GNU tar, ${needs}`);
}

/** Packs a folder, with its name, into a zip. A zip has no links: a file's second name would be a copy. */
export async function zipFolder(folder: string, archive: string): Promise<void> {
  const packer: string = "fflate"; // for an import by its name, each build would download all packages
  const { zipSync }: Pick<typeof fflate, "zipSync"> = await import(packer);
  const files: Record<string, Uint8Array> = {};
  for (const name of (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort()) {
    files[`${basename(folder)}/${name}`] = await Deno.readFile(`${folder}/${name}`);
  }
  // A zip stores local times; without the time zone's offset the bytes are the same everywhere.
  const mtime = new Date(FIXED_TIME.getTime() + FIXED_TIME.getTimezoneOffset() * 60_000);
  await Deno.writeFile(`${archive}.new`, zipSync(files, { mtime, level: 9 }));
  await Deno.rename(`${archive}.new`, archive);
}

/** Writes the SHA-256 sums of the folder's wanted files, sorted by name, in the form of `sha256sum -c`. */
export async function writeChecksums(folder: string, wanted: (name: string) => boolean): Promise<void> {
  const names = entriesOf(folder).map(({ name }) => name).sort().filter((name) =>
    name !== CHECKSUMS && wanted(name)
  );
  const lines = names.map((name) => `${hash("sha256", Deno.readFileSync(`${folder}/${name}`))}  ${name}\n`);
  await Deno.writeTextFile(`${folder}/${CHECKSUMS}`, lines.join(""));
}
