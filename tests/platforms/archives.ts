/**
 * Makes the archive and npm's package of every system that releases are for, of a runtime that can be had, opens them, and
 * compares what is in them with what has to be. Ends with 0 where the runtimes cannot be had, and says why.
 */
import { unzipSync } from "fflate";
import { releaseName, type Target, TARGETS } from "../../src/build/release_options.ts";
import { addDocuments, archivedNames, packFolder } from "../../src/build/release.ts";
import { cacheFolder } from "../../src/build/runtime.ts";
import { DOCUMENTS, VERSION } from "../../src/base/version.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { UnreachableError } from "../_support/npm_package.ts";
import { namesIn } from "../_support/test_home.ts";
import { compileFor } from "./compile.ts";
import { COMPILER, RUNTIMES, setUp } from "./setup.ts";

async function main(): Promise<number> {
  const cache = cacheFolder("mneme-test");
  try {
    await setUp(cache, [COMPILER, ...Object.values(RUNTIMES)], console.log);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    console.log(`skipped: no archive can be made here: ${error.message}`);
    return 0;
  }
  const work = await Deno.makeTempDir({ prefix: "mneme-archives-" });
  try {
    for (const target of TARGETS) await tryTarget(target, { cache, work });
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  return 0;
}

async function tryTarget(
  target: Target,
  { cache, work }: { readonly cache: string; readonly work: string },
): Promise<void> {
  const options = { target, version: VERSION, isTestRuntime: true, isUnpacked: false, out: undefined };
  const name = releaseName(options);
  const [folder, out] = [`${work}/${target.name}/${name}`, `${work}/${target.name}/out`];
  const runtime = RUNTIMES[target.name as keyof typeof RUNTIMES];
  await compileFor({
    triple: target.triple,
    os: target.name.startsWith("windows") ? "windows" : target.name.startsWith("macos") ? "darwin" : "linux",
    compiler: `${cache}/${COMPILER.name}`,
    runtime: `${cache}/${runtime.name}`,
    dist: folder,
  });
  const names = archivedNames(target);
  for (const { name: made } of [...Deno.readDirSync(folder)]) {
    if (!names.includes(made)) Deno.removeSync(`${folder}/${made}`); // the names that are made by `mneme install`
  }
  await addDocuments(PROJECT_ROOT, folder);
  const [archive = "", packed = ""] = await packFolder(folder, options, out);

  const opened = `${work}/${target.name}/opened`;
  await open(archive, opened);
  assertEquals(namesIn(opened), [name]);
  checkFolder(`${opened}/${name}`, target, names);
  run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], `${opened}/${name}`);
  run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], out);

  await open(packed, `${opened}/npm`);
  const [program = ""] = names.filter((one) => one.startsWith("mneme"));
  assertEquals(namesIn(`${opened}/npm/package`), [...DOCUMENTS, program, "package.json"].sort());
  assertEquals(systemOf(`${opened}/npm/package/${program}`), target.name);
  const size = (path: string) => `${(Deno.statSync(path).size / 1e6).toFixed(1)} MB`;
  console.log(
    `${target.name}: ${archive.slice(out.length + 1)} ${size(archive)}, for npm ${size(packed)}: ok`,
  );
  await Deno.remove(`${work}/${target.name}`, { recursive: true });
}

/** Every name, who may do what with it, and for which system the executables are. */
function checkFolder(folder: string, target: Target, names: readonly string[]): void {
  assertEquals(namesIn(folder), [...names, ...DOCUMENTS].sort());
  const isZip = target.ending === ".zip"; // which Windows opens, and which has no modes
  for (const name of namesIn(folder)) {
    const mode = names.includes(name) ? 0o755 : 0o644;
    if (!isZip) assertEquals(Deno.statSync(`${folder}/${name}`).mode! & 0o777, mode, name);
  }
  for (const name of names) assertEquals(systemOf(`${folder}/${name}`), target.name, name);
  assertEquals(new Set(names.map((name) => Deno.statSync(`${folder}/${name}`).ino)).size, 1);
}

async function open(archive: string, folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  if (!archive.endsWith(".zip")) return run("tar", ["-xf", archive, "-C", folder], folder);
  for (const [path, bytes] of Object.entries(unzipSync(await Deno.readFile(archive)))) {
    const file = `${folder}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(file, bytes);
  }
}

function run(program: string, args: string[], cwd: string): void {
  const { success, stderr } = new Deno.Command(program, { args, cwd, stdin: "null" }).outputSync();
  assert(success, `${program} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

/** The load command of a Mach-O file that names its signature, without which macOS on arm64 starts nothing. */
const CODE_SIGNATURE = 0x1d;

/** For which system a program is, by its header: ELF, PE or Mach-O, with the processor's number. */
function systemOf(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new DataView(new ArrayBuffer(65_536));
  file.readSync(new Uint8Array(bytes.buffer));
  const at = (offset: number) => bytes.getUint32(offset, true);
  if (at(0) === 0x464c457f) return { 0x3e: "linux-x64", 0xb7: "linux-arm64" }[at(18) & 0xffff] ?? "ELF";
  if ((at(0) & 0xffff) === 0x5a4d) {
    const header = at(0x3c);
    const isX64 = at(header) === 0x4550 && (at(header + 4) & 0xffff) === 0x8664;
    const isForConsole = (at(header + 24 + 68) & 0xffff) === 3;
    return isX64 && isForConsole ? "windows-x64" : "PE";
  }
  if (at(0) !== 0xfeedfacf) return "unknown";
  const system = { 0x1000007: "macos-x64", 0x100000c: "macos-arm64" }[at(4)] ?? "Mach-O";
  let isSigned = false;
  for (let command = 32, left = at(16); left > 0; command += at(command + 4), left--) {
    isSigned ||= at(command) === CODE_SIGNATURE;
  }
  return isSigned || system === "macos-x64" ? system : `${system}, not signed`;
}

Deno.exit(await main());
