/** What of the small program a test wants otherwise. */
export interface SmallElf {
  readonly machine?: number;
  readonly kind?: number;
  /** The type of its last relocation. */
  readonly relocation?: number;
  /** Where its first relocation writes. */
  readonly target?: number;
  /** One more tag in its dynamic section. */
  readonly tag?: number;
  readonly flags?: number;
}

/** Offsets in the file, which are addresses too, as all of it is one segment. */
export const AT = {
  entry: 0x18,
  segments: 64,
  dynamic: 256,
  relocations: 768,
  functions: 840,
  symbols: 864,
  hashes: 960,
  data: 1024,
  ownSymbols: 1088,
  sections: 1152,
} as const;
export const BYTES = 1344;

/** A program for any address with two addresses in its data, and the four kinds of tables that name more. */
export function smallElf(
  { machine = 62, kind = 3, relocation = 6, target = AT.data, tag, flags = 0x08000001 }: SmallElf = {},
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);
  const half = (at: number, value: number) => view.setUint16(at, value, true);
  const word = (at: number, value: number) => view.setUint32(at, value, true);
  const longs = (at: number, ...values: number[]) =>
    values.forEach((value, i) => view.setBigUint64(at + i * 8, BigInt(value), true));

  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  half(0x10, kind);
  half(0x12, machine);
  longs(AT.entry, 0x500, AT.segments, AT.sections);
  half(0x38, 3);
  half(0x3c, 3);

  const segment = (i: number, type: number, at: number, size: number) => {
    word(AT.segments + i * 56, type);
    longs(AT.segments + i * 56 + 8, at, at, at, size, size);
  };
  segment(0, 1, 0, BYTES);
  segment(1, 2, AT.dynamic, 512);
  segment(2, 0x6474e551, 0, 0); // GNU_STACK, which has no place

  const tags = [
    ...[[1, 5], [3, AT.data], [5, 900], [6, AT.symbols], [7, AT.relocations], [8, 72], [9, 24], [2, 24]],
    ...[[23, AT.functions], [0x6ffffef5, AT.hashes], [0x6ffffff9, 2], [0x6ffffffb, flags]],
    ...(tag === undefined ? [] : [[tag, 1]]),
  ];
  tags.forEach((pair, i) => longs(AT.dynamic + i * 16, ...pair));
  longs(AT.relocations, target, 8, 0x111, AT.data + 8, 8, 0x222); // two that only depend on the place
  longs(AT.relocations + 48, AT.data + 16, 2 ** 32 + relocation, 0);
  longs(AT.functions, AT.data + 24, 2 ** 32 + 7, 0);

  const symbol = (at: number, type: number, section: number, value: number) => {
    bytes[at + 4] = type;
    half(at + 6, section);
    longs(at + 8, value);
  };
  symbol(AT.symbols + 24, 2, 0, 0); // asked for
  symbol(AT.symbols + 48, 2, 1, 0x333); // offered
  symbol(AT.symbols + 72, 6, 1, 0x44); // offered, of each thread
  [1, 2, 1, 0].forEach((value, i) => word(AT.hashes + i * 4, value));
  [2, 0, 1].forEach((value, i) => word(AT.hashes + 24 + i * 4, value)); // one bucket, two in its chain

  symbol(AT.ownSymbols, 2, 1, 0x555);
  symbol(AT.ownSymbols + 24, 2, 0xfff1, 0x66); // a number, not an address
  const section = (i: number, type: number, address: number, at: number, size: number) => {
    word(AT.sections + i * 64 + 4, type);
    longs(AT.sections + i * 64 + 16, address, at, size);
  };
  section(1, 1, AT.data, AT.data, 64);
  section(2, 2, 0, AT.ownSymbols, 48);
  return bytes;
}

/** The number that stands at the offset. */
export function longAt(bytes: Uint8Array<ArrayBuffer>, at: number): number {
  return Number(new DataView(bytes.buffer).getBigUint64(at, true));
}
