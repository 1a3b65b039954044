import { Buffer } from "node:buffer";

/**
 * Variables of the environment that the runtime obeys before any code of ours runs, and that a client may have
 * inherited: a channel to a parent process that is not open ends the program with status 1, the second writes thousands
 * of lines to stderr, a number that is none in the third aborts. None of them is switched off by a flag.
 */
const NAMES = ["NODE_CHANNEL_FD", "DENO_LOG", "DENO_TOKIO_EVENT_INTERVAL"];
/** In the place of a name's first letters: of equal length, so that all else stays where it is. */
const INSTEAD = new TextEncoder().encode("MNEM");
const ELF_MAGIC = "\x7fELF";
const UNDERSCORE = 0x5f;

/** To be changed with whatever changes the bytes of what is made here: executables are then made anew. */
export const DEAF_VERSION = 2;

/**
 * Has an executable for Linux ask for variables of other names. Those for other systems are signed, and stay as they
 * are.
 */
export async function deafenFile(path: string): Promise<void> {
  const places = placesOfNames(await Deno.readFile(path));
  using file = await Deno.open(path, { write: true });
  for (const place of places) {
    await file.seek(place, Deno.SeekMode.Start);
    await file.write(INSTEAD);
  }
}

/** Finds where the names begin; none in what is no ELF file. A name that goes on with "_" is another variable's. */
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
