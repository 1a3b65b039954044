import { Buffer } from "node:buffer";

/**
 * Environment variables that the Deno runtime reads before our code runs, and that a hook may inherit from its client.
 * `NODE_CHANNEL_FD` with a closed channel ends the program with status 1, `DENO_LOG` writes thousands of lines to stderr,
 * and an invalid number in `DENO_TOKIO_EVENT_INTERVAL` aborts the program. No flag makes Deno ignore them.
 */
const NAMES = ["NODE_CHANNEL_FD", "DENO_LOG", "DENO_TOKIO_EVENT_INTERVAL"];
/** The letters that replace the first four of a name in the executable. */
const REPLACEMENT = new TextEncoder().encode("MNEM");
const ELF_MAGIC = "\x7fELF";
const UNDERSCORE = 0x5f;

/** The version of the change to executables that this file makes. With a new one, all are built again. */
export const IGNORING_VERSION = 2;

/** Changes these names in an executable for Linux, so that the runtime finds none. Others are signed and stay. */
export async function ignoreVariables(path: string): Promise<void> {
  const places = placesOfNames(await Deno.readFile(path));
  using file = await Deno.open(path, { write: true });
  for (const place of places) {
    await file.seek(place, Deno.SeekMode.Start);
    await file.write(REPLACEMENT);
  }
}

/** Returns the byte offsets of the names; none if the file is no ELF file. A name followed by "_" is another variable. */
export function placesOfNames(bytes: Uint8Array<ArrayBuffer>): number[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString("latin1", 0, ELF_MAGIC.length) !== ELF_MAGIC) return [];
  const places: number[] = [];
  for (const name of NAMES) {
    for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) {
      if (file[at + name.length] !== UNDERSCORE) places.push(at);
    }
  }
  return places;
}
