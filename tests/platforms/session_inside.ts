/**
 * Runs in the room of another system: plays a session through executables for it, and through those of this machine, and says
 * what differs. Words: the system, the folder for the run, the cache.
 */
import { DIST } from "../_support/executables.ts";
import { compileFor } from "./compile.ts";
import { linuxMachine, type Machine, windowsMachine } from "./machine.ts";
import { type SystemName, WINDOWS_DISK } from "./namespaces.ts";
import { comparableRows, comparableWords, leftBehind } from "./normalise.ts";
import { playSession } from "./session.ts";
import { PIECES } from "./setup.ts";

const [system, work = "", cache = ""] = Deno.args as [SystemName, string, string];
const isWindows = system === "windows";
const dist = isWindows ? `${work}/${WINDOWS_DISK}/dist` : `${work}/dist`;
const { compiler, runtime } = PIECES[system];
await compileFor({
  triple: isWindows ? "x86_64-pc-windows-msvc" : "aarch64-unknown-linux-gnu",
  os: isWindows ? "windows" : "linux",
  compiler: `${cache}/${compiler.name}`,
  runtime: `${cache}/${runtime.name}`,
  dist,
});
await Deno.mkdir(`${work}/native`);
const native = await play(linuxMachine("native", `${work}/native`, DIST));
const foreign = await play(isWindows ? windowsMachine(work) : linuxMachine(system, `${work}/foreign`, dist));
const differences = [
  ...difference(native.words, foreign.words),
  ...difference(native.rows, foreign.rows),
  ...[native, foreign].flatMap(({ left }) => left.map((line) => `left behind: ${line}`)),
];
for (const line of differences) console.log(line);
console.log(
  `session: ${native.words.length} steps, ${native.rows.length} rows, ${differences.length} differences`,
);
Deno.exit(differences.length === 0 ? 0 : 1);

async function play(machine: Machine) {
  const started = performance.now();
  const said = await playSession(machine, { hasDeadlines: isWindows });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`session: ${machine.name}, ${seconds} s`);
  return { words: comparableWords(machine, said), rows: comparableRows(machine), left: leftBehind(machine) };
}

/** What one of the two lists has and the other one lacks. */
function difference(native: readonly string[], foreign: readonly string[]): string[] {
  const [left, right] = [new Set(native), new Set(foreign)];
  return [
    ...native.filter((text) => !right.has(text)).map((text) => `- ${text}`),
    ...foreign.filter((text) => !left.has(text)).map((text) => `+ ${text}`),
  ];
}
