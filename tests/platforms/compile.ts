import { programCompilation } from "../../src/build/compile.ts";
import { hardLink } from "../../src/machine/files.ts";
import { outputNames } from "../../src/build/executables.ts";
import { layoutOf, lockBuild } from "../../src/build/files.ts";
import { firstComplaint } from "../../src/build/run_deno.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import type { SystemName } from "./namespaces.ts";
import { PIECES } from "./setup.ts";

/** Says for which system the executables are, and what makes them. */
export interface ForeignCompilation {
  /** The system, as `deno compile` calls it. */
  readonly triple: string;
  readonly os: "windows" | "linux" | "darwin";
  /** Deno 2.7.11 and a runtime of it. */
  readonly compiler: string;
  readonly runtime: string;
  /** The folder for the executables. */
  readonly dist: string;
}

/** Says how the executables for a system are made in the folder `dist`, by what lies in the cache. */
export function compilationFor(system: SystemName, cache: string, dist: string): ForeignCompilation {
  const { compiler, runtime } = PIECES[system];
  return {
    triple: system === "windows" ? "x86_64-pc-windows-msvc" : "aarch64-unknown-linux-gnu",
    os: system === "windows" ? "windows" : "linux",
    compiler: `${cache}/${compiler.name}`,
    runtime: `${cache}/${runtime.name}`,
    dist,
  };
}

/**
 * Makes every executable from the very bundles that the build makes, but for the grammars of the code index: Deno 2.7.11
 * takes a file that ends in `.wasm` for code.
 */
export async function compileFor({ triple, os, compiler, runtime, dist }: ForeignCompilation): Promise<void> {
  const layout = layoutOf(PROJECT_ROOT);
  using _lock = await lockBuild(layout.lock);
  const { entry, flags, included } = (await programCompilation(layout)).program;
  const [first = "", ...others] = outputNames(os).map((name) => `${dist}/${name}`);
  await Deno.mkdir(dist, { recursive: true });
  const args = [
    ...`compile --quiet --no-check --no-code-cache --no-prompt --no-lock --target=${triple}`.split(" "),
    ...included.filter((path) => path !== layout.grammars).map((path) => `--include=${path}`),
    ...flags,
    ...["-o", first, entry],
  ];
  const env = { DENORT_BIN: runtime, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };
  const run = await new Deno.Command(compiler, { args, env, cwd: PROJECT_ROOT, stdin: "null" }).output();
  if (!run.success) {
    throw new Error(`Cannot compile for ${triple}: ${firstComplaint(new TextDecoder().decode(run.stderr))}`);
  }
  if (os === "windows") extendImage(first);
  hardLink(first, others);
}

/** Offsets in a PE file: where its header is named, and fields from there on. */
const PE = {
  headerAt: 0x3c,
  sections: 6,
  optionalSize: 20,
  optional: 24,
  imageSize: 24 + 56,
  sectionBytes: 40,
};
const PAGE = 4096;

/**
 * Has Windows load all of the last section, which holds the program: the compiler makes the one of the runtime longer and
 * leaves the sizes in memory as they were, so that a program longer than the package's own reads behind its end.
 */
function extendImage(path: string): void {
  using file = Deno.openSync(path, { read: true, write: true });
  const header = new DataView(new ArrayBuffer(PAGE));
  file.readSync(new Uint8Array(header.buffer));
  const at = header.getUint32(PE.headerAt, true);
  const last = header.getUint16(at + PE.sections, true) - 1;
  const section = at + PE.optional + header.getUint16(at + PE.optionalSize, true) + last * PE.sectionBytes;
  const begin = header.getUint32(section + 12, true);
  const size = Math.ceil(header.getUint32(section + 16, true) / PAGE) * PAGE;
  header.setUint32(section + 8, size, true);
  header.setUint32(at + PE.imageSize, begin + size, true);
  file.seekSync(0, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(header.buffer));
}
