/**
 * Runs in the room of another system: compiles the executables for it, plays a session through them and through those of this
 * machine, and says what differs. Words: the system, the folder for the run, the folder of the cache.
 */
import { DIST, PROJECT_ROOT } from "../_support/executables.ts";
import { compileFor } from "./compile.ts";
import { linuxMachine, type Machine, windowsMachine } from "./machine.ts";
import type { SystemName } from "./namespaces.ts";
import { comparableRows, comparableWords, leftBehind } from "./normalise.ts";
import { playSession } from "./session.ts";
import { PIECES } from "./setup.ts";

/** As `deno compile` calls them. */
const TRIPLES = { windows: "x86_64-pc-windows-msvc", arm64: "aarch64-unknown-linux-gnu" } as const;

const [system, work = "", cache = ""] = Deno.args as [SystemName, string, string];
const root = `${work}/root`;
const dist = system === "windows" ? `${root}/root/.wine/drive_c/dist` : `${work}/dist`;
const { compiler, runtime } = PIECES[system];
await compileFor({
  triple: TRIPLES[system],
  os: system === "windows" ? "windows" : "linux",
  compiler: `${cache}/${compiler.name}`,
  runtime: `${cache}/${runtime.name}`,
  dist,
});
if (system === "windows") await addDeno(`${root}/root/.wine/drive_c/deno`);
console.log(`# a session on ${system}, and the same natively`);
await Deno.mkdir(`${work}/native`);
const native = await play(linuxMachine("native", `${work}/native`, DIST));
const foreign = await play(
  system === "windows" ? windowsMachine(root) : linuxMachine(system, `${work}/foreign`, dist),
);
const differences = [
  ...difference(native.words, foreign.words),
  ...difference(native.rows, foreign.rows),
  ...[native, foreign].flatMap(({ left }) => left.map((line) => `left behind: ${line}`)),
];
for (const line of differences) console.log(line);
console.log(`${native.words.length} steps, ${native.rows.length} rows, ${differences.length} differences`);
Deno.exit(differences.length === 0 ? 0 : 1);

/** Deno itself, with the bundles. */
async function addDeno(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  await Deno.copyFile(`${cache}/${PIECES.windows.deno.name}`, `${folder}/deno.exe`);
  await new Deno.Command("cp", { args: ["-r", `${PROJECT_ROOT}/build/bundles`, folder] }).output();
}

async function play(machine: Machine) {
  const started = performance.now();
  const said = await playSession(
    machine,
    (step) => Deno.env.has("MNEME_TEST_STEPS") && console.log(`  ${machine.name}: ${step}`),
  );
  console.log(
    `  ${machine.name}: ${said.length} steps, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return {
    words: comparableWords(machine, said),
    rows: comparableRows(machine),
    left: leftBehind(machine),
  };
}

/** What one of the two lists has and the other one lacks. */
function difference(native: readonly string[], foreign: readonly string[]): string[] {
  const [left, right] = [new Set(native), new Set(foreign)];
  return [
    ...native.filter((text) => !right.has(text)).map((text) => `- ${text}`),
    ...foreign.filter((text) => !left.has(text)).map((text) => `+ ${text}`),
  ];
}
