import { ElfImage } from "./elf_image.ts";

/**
 * Variables of the environment that the runtime obeys before any code of ours runs, and that a client may have
 * inherited: a channel to a parent process that is not open ends the program with status 1, the second writes thousands
 * of lines to stderr, a number that is none in the third aborts. None of them is switched off by a flag.
 */
const NAMES = /(?:NODE_CHANNEL_FD|DENO_LOG|DENO_TOKIO_EVENT_INTERVAL)(?!_)/g;
/** In the place of a name's first letters: of equal length, so that all else stays where it is. */
const INSTEAD = new TextEncoder().encode("MNEM");

/** To be changed with whatever changes the bytes of what is made here: executables are then made anew. */
export const DEAF_VERSION = 1;

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

/**
 * Where the names begin in the first loaded part of the file, which has the constants of the runtime; the program's own
 * code is in the last. None in what is no ELF file of 64 bits, or damaged.
 */
export function placesOfNames(bytes: Uint8Array<ArrayBuffer>): number[] {
  try {
    const image = new ElfImage(bytes);
    if (!image.isElf) return [];
    const constants = image.loaded().find(({ offset }) => offset === 0);
    // One unit per byte, so that an index is a place.
    const text = new TextDecoder("latin1").decode(bytes.subarray(0, constants?.fileSize ?? 0));
    return [...text.matchAll(NAMES)].map(({ index }) => index);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
