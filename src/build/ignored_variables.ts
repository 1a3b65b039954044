// Makes executables for Linux deaf to environment variables that the runtime reads before our code runs.
import { Buffer } from "node:buffer";

/**
 * With `NODE_CHANNEL_FD` of a closed channel the program ends with status 1, `DENO_LOG` fills stderr, and a
 * wrong `DENO_TOKIO_EVENT_INTERVAL` aborts. A hook may inherit them, and no flag makes Deno ignore them.
 */
const NAMES = ["NODE_CHANNEL_FD", "DENO_LOG", "DENO_TOKIO_EVENT_INTERVAL"];
const REPLACEMENT = new TextEncoder().encode("MNEM"); // for the first four letters: lengths must not change
const ELF_MAGIC = "\x7fELF";
const UNDERSCORE = 0x5f;

/** The version of this change. A new one makes `build.ts` compile everything again. */
export const IGNORED_VARIABLES_VERSION = 2;

/** Changes the names in a Linux executable. Those for other systems are signed, and stay as they are. */
export async function ignoreVariables(path: string): Promise<void> {
  const places = placesOfNames(await Deno.readFile(path));
  using file = await Deno.open(path, { write: true });
  for (const place of places) {
    await file.seek(place, Deno.SeekMode.Start);
    await file.write(REPLACEMENT);
  }
}

/** Returns the byte offsets of the names in an ELF file, except in longer names, which go on with "_". */
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
