import { BuildError } from "../build_error.ts";
import { FIXED_TIME } from "../fixed_time.ts";

const BLOCK = 512;
/** Where the fields of a ustar header lie, with their lengths. */
const NAME = { at: 0, length: 100 };
const MODE = { at: 100, length: 8 };
const OWNER = { at: 108, length: 8 };
const GROUP = { at: 116, length: 8 };
const SIZE = { at: 124, length: 12 };
const TIME = { at: 136, length: 12 };
const SUM = { at: 148, length: 8 };
const KIND = { at: 156, length: 1 };
const LINK = { at: 157, length: 100 };
const MAGIC = { at: 257, length: 8 };

/** What one entry of an archive says of itself; whatever else a header has is the same in all of them. */
export type TarEntry =
  | { readonly kind: "folder"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly size: number; readonly isExecutable: boolean }
  | { readonly kind: "link"; readonly name: string; readonly to: string; readonly isExecutable: boolean };

/** The header of an entry: owner 0, a fixed time, modes 0755 and 0644, so that equal entries are equal bytes. */
export function tarHeader(entry: TarEntry): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const isPlain = entry.kind !== "folder" && !entry.isExecutable;
  putText(header, NAME, entry.kind === "folder" ? `${entry.name}/` : entry.name);
  putNumber(header, MODE, isPlain ? 0o644 : 0o755);
  putNumber(header, OWNER, 0);
  putNumber(header, GROUP, 0);
  putNumber(header, SIZE, entry.kind === "file" ? entry.size : 0);
  putNumber(header, TIME, FIXED_TIME.getTime() / 1000);
  putText(header, KIND, entry.kind === "file" ? "0" : entry.kind === "link" ? "1" : "5");
  if (entry.kind === "link") putText(header, LINK, entry.to);
  putText(header, MAGIC, "ustar\x0000");
  header.fill(0x20, SUM.at, SUM.at + SUM.length); // the sum counts its own field as blanks
  const sum = header.reduce((total, byte) => total + byte, 0);
  putText(header, SUM, `${sum.toString(8).padStart(6, "0")}\0 `);
  return header;
}

/** The zeros that fill the last block of a file of this size. */
export function tarPadding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((BLOCK - size % BLOCK) % BLOCK);
}

/** What an archive ends with. */
export function tarEnd(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(2 * BLOCK);
}

interface Field {
  readonly at: number;
  readonly length: number;
}

function putText(header: Uint8Array, { at, length }: Field, text: string): void {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > length) {
    throw new BuildError(`Cannot archive "${text}": a name may have ${length} bytes; give it a shorter one`);
  }
  header.set(bytes, at);
}

function putNumber(header: Uint8Array, field: Field, value: number): void {
  const digits = value.toString(8).padStart(field.length - 1, "0");
  if (digits.length > field.length - 1) {
    throw new BuildError(`Cannot archive a file of ${value} bytes: the limit is 8 GiB; make it smaller`);
  }
  putText(header, field, `${digits}\0`);
}
