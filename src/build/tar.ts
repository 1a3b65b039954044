import { BuildError } from "./build_error.ts";

const BLOCK = 512;
const NAME = { start: 0, end: 100 };
const SIZE = { start: 124, end: 136 };

/** The file called `path` in an unpacked tar archive, without copying it. Throws when it is absent or cut off. */
export function readTarFile(archive: Uint8Array<ArrayBuffer>, path: string): Uint8Array<ArrayBuffer> {
  for (let offset = 0; offset + BLOCK <= archive.length;) {
    const name = textField(archive, offset, NAME);
    if (name === "") break;
    const size = parseInt(textField(archive, offset, SIZE), 8);
    const start = offset + BLOCK;
    if (Number.isNaN(size) || start + size > archive.length) {
      throw new BuildError(`Cannot unpack "${path}": the archive is damaged at "${name}"; fetch it again`);
    }
    if (name === path) return archive.subarray(start, start + size);
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new BuildError(`Cannot unpack "${path}": the archive does not hold it; fetch it again`);
}

/** What gzip packed. */
export async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).bytes();
}

function textField(archive: Uint8Array, offset: number, field: { start: number; end: number }): string {
  const bytes = archive.subarray(offset + field.start, offset + field.end);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end)).trim();
}
