/** The fields of an ELF header that `deno compile` rewrites when it appends a program to its runtime. */
export interface ElfTables {
  readonly programHeaderOffset: number;
  readonly sectionHeaderOffset: number;
  readonly programHeaderCount: number;
  readonly sectionHeaderCount: number;
}

/** Writes the tables' places and sizes into the 64-bit little-endian ELF header at the start of `image`. */
export function restoreElfHeader(image: Uint8Array<ArrayBuffer>, tables: ElfTables): void {
  const header = new DataView(image.buffer, image.byteOffset, image.byteLength);
  header.setBigUint64(0x20, BigInt(tables.programHeaderOffset), true);
  header.setBigUint64(0x28, BigInt(tables.sectionHeaderOffset), true);
  header.setUint16(0x38, tables.programHeaderCount, true);
  header.setUint16(0x3c, tables.sectionHeaderCount, true);
}
