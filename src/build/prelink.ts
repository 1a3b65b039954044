import { type DynamicEntry, ElfImage, HEADER } from "./elf_image.ts";

/**
 * A page behind where programs of a fixed address have always begun on x86-64. At a multiple of 2 MB a file system that
 * keeps files in huge pages would lay the tables in whole ones into memory: 12 MB more for the empty program's 33.
 */
const BASE = 0x401000;

const X86_64 = 62;
const AT_FIXED_ADDRESS = 2;
const AT_ANY_ADDRESS = 3;
/** A flag of FLAGS_1. */
const POSITION_INDEPENDENT = 0x08000000;
const MAX_ADDRESS = 2 ** 47;
const SYMBOL_TABLE = 2;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 24;
const THREAD_LOCAL = 6;
const FIRST_RESERVED_SECTION = 0xff00;

/** Tags of the dynamic section, as the ELF specification and the GNU extensions number them. */
const TAG = {
  RELA: 7,
  RELASZ: 8,
  PLTRELSZ: 2,
  SYMTAB: 6,
  JMPREL: 23,
  GNU_HASH: 0x6ffffef5,
  RELACOUNT: 0x6ffffff9,
  FLAGS_1: 0x6ffffffb,
} as const;
/** PLTGOT, STRTAB, SYMTAB, INIT, FINI, JMPREL, INIT_ARRAY, FINI_ARRAY, GNU_HASH, VERSYM, VERNEED. */
const ADDRESSES = new Set([3, 5, 6, 12, 13, 23, 25, 26, 0x6ffffef5, 0x6ffffff0, 0x6ffffffe]);
/** RELA is moved apart; NEEDED, sizes, counts and flags stay. */
const KNOWN = new Set([
  ...[...ADDRESSES, TAG.RELA, TAG.RELASZ, TAG.PLTRELSZ, TAG.RELACOUNT, TAG.FLAGS_1],
  ...[1, 9, 10, 11, 20, 21, 24, 27, 28, 30, 0x6fffffff],
]);
const RELATIVE = 8;
/** An address of a symbol, a place in the table of addresses, a place in the table of functions. */
const OF_SYMBOLS = new Set([1, 6, 7]);

/** To be changed with whatever changes the bytes of what is made here: executables are then made anew. */
export const PRELINK_VERSION = 2;

type Tags = ReadonlyMap<number, DynamicEntry>;

/** What is written into a program, once it is known that all of it can be; places are offsets in the file. */
interface Plan {
  readonly tags: Tags;
  /** Addresses that only depend on where the program lies, for one that lies at 0. */
  readonly addresses: readonly { readonly at: number; readonly value: number }[];
  /** All else that grows with the program's address. */
  readonly moved: readonly number[];
}

/**
 * Gives an executable for Linux on x86-64 a fixed address, with all addresses in it written already, and says whether
 * it did. A program for any address has its loader write each of its 120,000 addresses at each start, and each page
 * written to is a copy: 490 of 2200 page faults and a ninth of what the empty program takes. What is not such a program,
 * or has anything in it that is not known here, stays as it is. After prelink(8), which does the same for what a program
 * shares with its libraries.
 */
export function prelink(bytes: Uint8Array<ArrayBuffer>): boolean {
  const image = new ElfImage(bytes);
  const plan = planOf(image);
  if (plan === undefined) return false;
  apply(image, plan);
  return true;
}

/** Prelinks the executable at the path, if it is one that can be. */
export async function prelinkFile(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  if (prelink(bytes)) await Deno.writeFile(path, bytes);
}

/** `undefined` for what is no such program, or damaged. */
function planOf(image: ElfImage): Plan | undefined {
  try {
    if (!isForAnyAddress(image)) return undefined;
    const entries = image.dynamicEntries();
    const tags = new Map(entries.map((entry) => [entry.tag, entry]));
    if (!isProgram(tags) || !entries.every(({ tag }) => KNOWN.has(tag))) return undefined;
    const addresses = relativeRelocations(image, tags);
    const others = symbolRelocations(image, tags);
    if (addresses === undefined || others === undefined) return undefined;
    const pointers = entries.filter(({ tag }) => ADDRESSES.has(tag)).map(({ at }) => at);
    return {
      tags,
      addresses,
      moved: [...others, ...pointers, ...symbolsOf(image, tags), ...headersOf(image)],
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isForAnyAddress(image: ElfImage): boolean {
  return image.isElf && image.half(HEADER.machine) === X86_64 && image.half(HEADER.kind) === AT_ANY_ADDRESS;
}

/** A library may lie at any address, too. */
function isProgram(tags: Tags): boolean {
  const flags = tags.get(TAG.FLAGS_1)?.value ?? 0;
  return Math.floor(flags / POSITION_INDEPENDENT) % 2 === 1;
}

function relativeRelocations(image: ElfImage, tags: Tags): Plan["addresses"] | undefined {
  const bytes = valueOf(tags, TAG.RELACOUNT) * RELOCATION_BYTES;
  const found = tableAt(image, { address: valueOf(tags, TAG.RELA), bytes }, RELOCATION_BYTES);
  if (!found.every((at) => image.long(at + 8) === RELATIVE && image.long(at + 16) < MAX_ADDRESS)) {
    return undefined;
  }
  return found.map((at) => ({ at: image.offsetOf(image.long(at), 8), value: image.long(at + 16) }));
}

function symbolRelocations(image: ElfImage, tags: Tags): number[] | undefined {
  const before = valueOf(tags, TAG.RELACOUNT) * RELOCATION_BYTES;
  const tables = [
    { address: valueOf(tags, TAG.RELA) + before, bytes: valueOf(tags, TAG.RELASZ) - before },
    { address: valueOf(tags, TAG.JMPREL), bytes: valueOf(tags, TAG.PLTRELSZ) },
  ];
  const found = tables.flatMap((table) => tableAt(image, table, RELOCATION_BYTES));
  return found.every((at) => OF_SYMBOLS.has(image.word(at + 8)) && image.word(at + 12) > 0)
    ? found
    : undefined;
}

function tableAt(
  image: ElfImage,
  { address, bytes }: { readonly address: number; readonly bytes: number },
  entryBytes: number,
): number[] {
  return image.entries({ offset: image.offsetOf(address, bytes), bytes }, entryBytes);
}

/**
 * Those that the program offers, and those for debuggers and for the names in the report of a crash: whichever have an
 * address.
 */
function symbolsOf(image: ElfImage, tags: Tags): number[] {
  const own = image.sections().filter(({ kind }) => kind === SYMBOL_TABLE)
    .flatMap(({ offset, size }) => image.entries({ offset, bytes: size }, SYMBOL_BYTES));
  return [...offeredSymbols(image, tags), ...own]
    .filter((at) => hasAddress({ kind: image.half(at + 4) % 16, section: image.half(at + 6) }))
    .map((at) => at + 8);
}

function hasAddress({ kind, section }: { readonly kind: number; readonly section: number }): boolean {
  return section > 0 && section < FIRST_RESERVED_SECTION && kind !== THREAD_LOCAL;
}

/** All in the table of hashes: those that the program only asks for stand before the first of these. */
function offeredSymbols(image: ElfImage, tags: Tags): number[] {
  const table = image.offsetOf(valueOf(tags, TAG.GNU_HASH), 16);
  const buckets = image.word(table);
  const first = image.word(table + 4);
  const firstBucket = table + 16 + image.word(table + 8) * 8;
  const chains = firstBucket + buckets * 4;
  let last = first - 1;
  for (let i = 0; i < buckets; i++) last = Math.max(last, image.word(firstBucket + i * 4));
  while (last >= first && image.word(chains + (last - first) * 4) % 2 === 0) last++;
  const all = { address: valueOf(tags, TAG.SYMTAB), bytes: (last + 1) * SYMBOL_BYTES };
  return tableAt(image, all, SYMBOL_BYTES).slice(first);
}

/** The addresses in the headers of the file, its segments and its sections. */
function headersOf(image: ElfImage): number[] {
  const segments = image.segments().filter(({ memorySize }) => memorySize > 0);
  const sections = image.sections().filter(({ address }) => address > 0);
  return [
    HEADER.entryPoint,
    ...segments.flatMap(({ header }) => [header + 16, header + 24]),
    ...sections.map(({ header }) => header + 16),
  ];
}

function apply(image: ElfImage, { tags, addresses, moved }: Plan): void {
  for (const { at, value } of addresses) image.setLong(at, value + BASE);
  for (const at of moved) image.setLong(at, image.long(at) + BASE);
  leaveOutRelative(image, tags);
  image.setHalf(HEADER.kind, AT_FIXED_ADDRESS);
}

/** The loader is told of the relocations that are left. */
function leaveOutRelative(image: ElfImage, tags: Tags): void {
  const bytes = valueOf(tags, TAG.RELACOUNT) * RELOCATION_BYTES;
  for (const { tag, at, value } of tags.values()) {
    if (tag === TAG.RELA) image.setLong(at, value + bytes + BASE);
    if (tag === TAG.RELASZ) image.setLong(at, value - bytes);
    if (tag === TAG.RELACOUNT) image.setLong(at, 0);
    if (tag === TAG.FLAGS_1) image.setLong(at, value - POSITION_INDEPENDENT);
  }
}

/** A RangeError, as for any other damage, where the tag is missing. */
function valueOf(tags: Tags, tag: number): number {
  const entry = tags.get(tag);
  if (entry === undefined) throw new RangeError(`the dynamic section has no entry ${tag}`);
  return entry.value;
}
