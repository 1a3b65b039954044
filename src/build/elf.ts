import { ElfImage, HEADER } from "./elf_image.ts";

/** The fields of an ELF header that `deno compile` rewrites when it appends a program to its runtime. */
export interface ElfTables {
  readonly programHeaderOffset: number;
  readonly sectionHeaderOffset: number;
  readonly programHeaderCount: number;
  readonly sectionHeaderCount: number;
}

/** Writes the tables' places and sizes into the 64-bit little-endian ELF header at the start of `bytes`. */
export function restoreElfHeader(bytes: Uint8Array<ArrayBuffer>, tables: ElfTables): void {
  const image = new ElfImage(bytes);
  image.setLong(HEADER.segments, tables.programHeaderOffset);
  image.setLong(HEADER.sections, tables.sectionHeaderOffset);
  image.setHalf(HEADER.segmentCount, tables.programHeaderCount);
  image.setHalf(HEADER.sectionCount, tables.sectionHeaderCount);
}
