import fc from "fast-check";
import { assertEquals } from "../../_support/assert.ts";
import { DIST, EMPTY_PROGRAM } from "../../_support/executables.ts";
import { ElfImage } from "../../../src/build/elf_image.ts";
import { prelink } from "../../../src/build/prelink.ts";
import { AT, BYTES, longAt, type SmallElf, smallElf } from "./_support/small_elf.ts";

const BASE = 0x401000;
const HUGE_PAGE = 2 * 1024 * 1024;
const RELA = 7;
const RELASZ = 8;
const RELACOUNT = 0x6ffffff9;

function tagsOf(bytes: Uint8Array<ArrayBuffer>): Map<number, number> {
  return new Map(new ElfImage(bytes).dynamicEntries().map(({ tag, value }) => [tag, value]));
}

Deno.test("prelink writes the addresses, and leaves the loader the relocations that need a symbol", () => {
  const bytes = smallElf();
  assertEquals(prelink(bytes), true);
  assertEquals(longAt(bytes, AT.data), BASE + 0x111);
  assertEquals(longAt(bytes, AT.data + 8), BASE + 0x222);
  const tags = tagsOf(bytes);
  assertEquals(tags.get(RELA), BASE + AT.relocations + 48);
  assertEquals(tags.get(RELASZ), 24);
  assertEquals(tags.get(RELACOUNT), 0);
  assertEquals(longAt(bytes, AT.relocations + 48), BASE + AT.data + 16);
  assertEquals(longAt(bytes, AT.functions), BASE + AT.data + 24);
});

Deno.test("prelink moves whatever names an address, and nothing else", () => {
  const before = smallElf();
  const bytes = smallElf();
  prelink(bytes);
  const moved: number[] = [];
  for (let at = 0; at < BYTES; at += 8) {
    if (longAt(bytes, at) - longAt(before, at) === BASE) moved.push(at);
  }
  const pointers = [3, 5, 6, 23, 0x6ffffef5].map((tag) => tagPlace(before, tag));
  const expected = [
    AT.entry,
    ...[0, 1].flatMap((i) => [AT.segments + i * 56 + 16, AT.segments + i * 56 + 24]),
    ...pointers,
    AT.relocations + 48,
    AT.functions,
    AT.symbols + 48 + 8,
    AT.ownSymbols + 8,
    AT.sections + 64 + 16,
  ];
  assertEquals(moved, expected.sort((a, b) => a - b));
});

function tagPlace(bytes: Uint8Array<ArrayBuffer>, wanted: number): number {
  return new ElfImage(bytes).dynamicEntries().find(({ tag }) => tag === wanted)?.at ?? -1;
}

Deno.test("prelink makes a program of a fixed address, which it does not touch again", () => {
  const bytes = smallElf();
  prelink(bytes);
  assertEquals(bytes[0x10], 2);
  assertEquals((tagsOf(bytes).get(0x6ffffffb) ?? 0).toString(16), "1");
  const once = bytes.slice();
  assertEquals(prelink(bytes), false);
  assertEquals(bytes, once);
});

const LEFT_ALONE: Readonly<Record<string, SmallElf>> = {
  "for another machine": { machine: 183 },
  "of a fixed address": { kind: 2 },
  "that is a library": { flags: 1 },
  "with a table that is not known": { tag: 36 },
  "with a relocation that is not known": { relocation: 37 },
  "that writes an address outside of its file": { target: BYTES - 4 },
};

for (const [name, change] of Object.entries(LEFT_ALONE)) {
  Deno.test(`prelink leaves a program alone ${name}`, () => {
    const bytes = smallElf(change);
    assertEquals(prelink(bytes), false);
    assertEquals(bytes, smallElf(change));
  });
}

Deno.test("prelink never throws, and does all or nothing, whatever the bytes", () => {
  const damage = fc.array(fc.tuple(fc.nat(BYTES - 1), fc.nat(255)), { maxLength: 4 });
  fc.assert(fc.property(damage, fc.nat(BYTES), (changes, length) => {
    const bytes = smallElf().slice(0, length);
    for (const [at, value] of changes) if (at < length) bytes[at] = value;
    const before = bytes.slice();
    if (!prelink(bytes)) assertEquals(bytes, before);
  }));
});

Deno.test({
  name: "executables are prelinked, and the program that they are measured by is not",
  ignore: Deno.build.target !== "x86_64-unknown-linux-gnu",
  fn: async () => {
    const kinds: Record<string, number> = {};
    const inHugePages: string[] = [];
    for (const path of [`${DIST}/post-tool-use`, `${DIST}/stop`, `${DIST}/mneme`, EMPTY_PROGRAM]) {
      const image = new ElfImage(await Deno.readFile(path));
      const name = path.slice(path.lastIndexOf("/") + 1);
      kinds[name] = image.half(0x10);
      const parts = image.segments().filter(({ fileSize }) => fileSize >= HUGE_PAGE);
      if (parts.some(({ address, offset }) => (address - offset) % HUGE_PAGE === 0)) inHugePages.push(name);
    }
    assertEquals(inHugePages, ["empty"]);
    assertEquals(kinds, { "post-tool-use": 2, stop: 2, mneme: 2, empty: 3 });
  },
});
