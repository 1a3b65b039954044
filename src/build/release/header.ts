import { BuildError } from "../build_error.ts";
import type { Target } from "./targets.ts";

/** As much of a file as its headers can take. */
const HEADER_BYTES = 4096;

const ELF_MAGIC = 0x464c457f;
const MACH_O_64 = 0xfeedfacf;
const PE_MAGIC = 0x00004550;
const ELF_MACHINES: Readonly<Record<number, string>> = { 62: "x86-64", 183: "arm64" };
const MACH_O_MACHINES: Readonly<Record<number, string>> = { 0x01000007: "x86-64", 0x0100000c: "arm64" };
const PE_MACHINES: Readonly<Record<number, string>> = { 0x8664: "x86-64", 0xaa64: "arm64" };

/** Format and machine that the start of a file says it is for, such as "ELF x86-64"; total. */
export function describeHeader(start: Uint8Array<ArrayBuffer>): string {
  if (start.length < 64) return "no executable";
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const magic = view.getUint32(0, true);
  if (magic === ELF_MAGIC) {
    const is64LittleEndian = start[4] === 2 && start[5] === 1;
    return named("ELF", is64LittleEndian ? ELF_MACHINES[view.getUint16(0x12, true)] : undefined);
  }
  if (magic === MACH_O_64) return named("Mach-O", MACH_O_MACHINES[view.getUint32(4, true)]);
  if (start[0] !== 0x4d || start[1] !== 0x5a) return "no executable";
  const header = view.getUint32(0x3c, true);
  if (header + 6 > start.length || view.getUint32(header, true) !== PE_MAGIC) return "no executable";
  return named("PE", PE_MACHINES[view.getUint16(header + 4, true)]);
}

/** Throws, saying what the file is, unless it is an executable for the target. */
export async function requireHeader(path: string, target: Target): Promise<void> {
  const found = describeHeader(await readStart(path));
  const wanted = `${target.format} ${target.machine}`;
  if (found === wanted) return;
  throw new BuildError(
    `Cannot release ${path} for ${target.name}: it must be ${wanted} and is ${found}; remove the folder build and run it again`,
  );
}

function named(format: string, machine: string | undefined): string {
  return `${format} ${machine ?? "of another machine"}`;
}

async function readStart(path: string): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const start = new Uint8Array(HEADER_BYTES);
  let filled = 0;
  for (let read: number | null = 0; read !== null && filled < start.length; filled += read ?? 0) {
    read = await file.read(start.subarray(filled));
  }
  return start.subarray(0, filled);
}
