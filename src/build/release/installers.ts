import { BuildError } from "../build_error.ts";

const SCRIPTS = {
  "install.sh": (address: string) => [/^RELEASES=.*$/m, `RELEASES="${address}"`] as const,
  "install.ps1": (address: string) => [/^\$Releases = .*$/m, `$Releases = "${address}"`] as const,
};

/** Writes the install scripts of a release into a folder: those of the repository with the address to download from. */
export async function stampInstallers(root: string, args: readonly string[]): Promise<void> {
  const [address = "", out = `${root}/build/release`] = args;
  // It becomes part of two scripts: what is no plain address could be a command there.
  if (!/^https?:\/\/[\w.:/-]+$/.test(address)) {
    throw new BuildError(
      `Cannot write the install scripts: "${address}" is no address; give one such as https://example.org/download`,
    );
  }
  await Deno.mkdir(out, { recursive: true });
  for (const [name, stamp] of Object.entries(SCRIPTS)) {
    const [line, stamped] = stamp(address.replace(/\/+$/, ""));
    const text = await Deno.readTextFile(`${root}/${name}`);
    await Deno.writeTextFile(`${out}/${name}`, text.replace(line, () => stamped), { mode: 0o755 });
  }
}
