/** A part of the file that is laid into memory, or a table of it: where it lies in both, in bytes. */
export interface Segment {
  /** Where its program header stands in the file. */
  readonly header: number;
  readonly kind: number;
  readonly offset: number;
  readonly address: number;
  readonly fileSize: number;
  readonly memorySize: number;
}

/** A section of the file, of which the loader knows nothing. */
export interface Section {
  readonly header: number;
  readonly kind: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/** One entry of the dynamic section: what it is, and where its value stands in the file. */
export interface DynamicEntry {
  readonly tag: number;
  readonly at: number;
  readonly value: number;
}

/** Where the fields of the file's own header stand. */
export const HEADER = {
  kind: 0x10,
  machine: 0x12,
  entryPoint: 0x18,
  segments: 0x20,
  sections: 0x28,
  segmentCount: 0x38,
  sectionCount: 0x3c,
} as const;

const ELF_MAGIC = 0x464c457f;
/** 64 bits, the low byte of a number first. */
const CLASS_AND_ORDER = 0x0102;
const LOAD = 1;
const DYNAMIC = 2;
const SEGMENT_BYTES = 56;
const SECTION_BYTES = 64;
const DYNAMIC_BYTES = 16;

/** A 64-bit little-endian ELF file in memory; what is read or written outside of it throws a RangeError. */
export class ElfImage {
  readonly #view: DataView;
  #loaded: Segment[] | undefined;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether it is such a file at all. */
  get isElf(): boolean {
    return this.word(0) === ELF_MAGIC && this.half(4) === CLASS_AND_ORDER;
  }

  half(at: number): number {
    return this.#view.getUint16(at, true);
  }

  setHalf(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  word(at: number): number {
    return this.#view.getUint32(at, true);
  }

  /** Exact for any offset and any address of a program, and for tags and types, which are small. */
  long(at: number): number {
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * 2 ** 32;
  }

  setLong(at: number, value: number): void {
    this.#view.setUint32(at, value % 2 ** 32, true);
    this.#view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
  }

  segments(): Segment[] {
    const start = this.long(HEADER.segments);
    return Array.from({ length: this.half(HEADER.segmentCount) }, (_, i) => {
      const header = start + i * SEGMENT_BYTES;
      return {
        header,
        kind: this.word(header),
        offset: this.long(header + 8),
        address: this.long(header + 16),
        fileSize: this.long(header + 32),
        memorySize: this.long(header + 40),
      };
    });
  }

  sections(): Section[] {
    const start = this.long(HEADER.sections);
    return Array.from({ length: this.half(HEADER.sectionCount) }, (_, i) => {
      const header = start + i * SECTION_BYTES;
      return {
        header,
        kind: this.word(header + 4),
        address: this.long(header + 16),
        offset: this.long(header + 24),
        size: this.long(header + 32),
      };
    });
  }

  /** What the dynamic loader reads; empty for a program that needs none. */
  dynamicEntries(): DynamicEntry[] {
    const table = this.segments().find(({ kind }) => kind === DYNAMIC);
    const entries: DynamicEntry[] = [];
    for (
      let at = table?.offset ?? 0;
      entries.length * DYNAMIC_BYTES < (table?.fileSize ?? 0);
      at += DYNAMIC_BYTES
    ) {
      const tag = this.long(at);
      if (tag === 0) break;
      entries.push({ tag, at: at + 8, value: this.long(at + 8) });
    }
    return entries;
  }

  /** Where the entries of a table in the file begin; a RangeError for one that is not inside of it. */
  entries(table: { readonly offset: number; readonly bytes: number }, entryBytes: number): number[] {
    const { offset, bytes } = table;
    if (offset + bytes > this.#view.byteLength) {
      throw new RangeError(`the file ends before ${offset + bytes}`);
    }
    return Array.from({ length: Math.floor(bytes / entryBytes) }, (_, i) => offset + i * entryBytes);
  }

  /** Where in the file the bytes of these addresses stand; a RangeError where the file has none. */
  offsetOf(address: number, bytes: number): number {
    for (const { offset, address: start, fileSize } of this.loaded()) {
      if (address >= start && address + bytes <= start + fileSize) return address - start + offset;
    }
    throw new RangeError(`no part of the file is laid at ${address}`);
  }

  /** The segments that are laid into memory. Read once: an address is looked for in them 120,000 times. */
  loaded(): readonly Segment[] {
    return this.#loaded ??= this.segments().filter(({ kind }) => kind === LOAD);
  }
}
