import { DIST } from "../../../_support/executables.ts";
import { assertEquals, assertRejects } from "../../../_support/assert.ts";
import { describeHeader, requireHeader } from "../../../../src/build/release/header.ts";
import { type Target, TARGETS } from "../../../../src/build/release/targets.ts";

/** The start of a file: bytes at places, among zeros. */
function start(bytes: Readonly<Record<number, readonly number[]>>, length = 512): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(length);
  for (const [at, values] of Object.entries(bytes)) file.set(values, Number(at));
  return file;
}

const ELF = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
const MACH_O = [0xcf, 0xfa, 0xed, 0xfe];
const MZ = [0x4d, 0x5a];
const PE = [0x50, 0x45, 0, 0];

const CASES: readonly [string, string, Uint8Array<ArrayBuffer>][] = [
  ["an ELF of x86-64", "ELF x86-64", start({ 0: ELF, 0x12: [62, 0] })],
  ["an ELF of arm64", "ELF arm64", start({ 0: ELF, 0x12: [183, 0] })],
  ["an ELF of RISC-V", "ELF of another machine", start({ 0: ELF, 0x12: [243, 0] })],
  ["a 32-bit ELF", "ELF of another machine", start({ 0: [0x7f, 0x45, 0x4c, 0x46, 1, 1], 0x12: [62, 0] })],
  ["a Mach-O of x86-64", "Mach-O x86-64", start({ 0: MACH_O, 4: [7, 0, 0, 1] })],
  ["a Mach-O of arm64", "Mach-O arm64", start({ 0: MACH_O, 4: [12, 0, 0, 1] })],
  ["a PE of x86-64", "PE x86-64", start({ 0: MZ, 0x3c: [0x80], 0x80: PE, 0x84: [0x64, 0x86] })],
  ["a PE of arm64", "PE arm64", start({ 0: MZ, 0x3c: [0x80], 0x80: PE, 0x84: [0x64, 0xaa] })],
  ["a program of DOS", "no executable", start({ 0: MZ, 0x3c: [0x80] })],
  ["a PE whose header is cut off", "no executable", start({ 0: MZ, 0x3c: [0, 0x10], 0x80: PE })],
  ["a script", "no executable", new TextEncoder().encode(`#!/bin/sh\n${"true\n".repeat(20)}`)],
  ["nothing", "no executable", new Uint8Array(0)],
];

Deno.test("describeHeader tells format and machine from the first bytes", () => {
  for (const [name, wanted, bytes] of CASES) assertEquals(describeHeader(bytes), wanted, name);
});

Deno.test("every target is told from every other by its header", () => {
  const names = TARGETS.map(({ format, machine }) => `${format} ${machine}`);
  assertEquals(new Set(names).size, TARGETS.length);
  for (const name of names) assertEquals(CASES.some(([, wanted]) => wanted === name), true, name);
});

Deno.test("requireHeader takes what the build made here and refuses it for any other target", async () => {
  const path = `${DIST}/mneme`;
  const own = TARGETS.find(({ triple }) => triple === Deno.build.target) as Target;
  await requireHeader(path, own);
  for (const target of TARGETS.filter((one) => one !== own)) {
    await assertRejects(
      requireHeader(path, target),
      new RegExp(
        `Cannot release .* for ${target.name}: it must be ${target.format} ${target.machine} and is`,
      ),
    );
  }
});
