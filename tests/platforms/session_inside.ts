/**
 * Runs in the room of another system: plays a session through executables for it, and through those of this machine, and says
 * what differs. Words: the system, the folder for the run, the cache.
 */
import { DIST } from "../_support/executables.ts";
import { compilationFor, compileFor } from "./compile.ts";
import { linuxMachine, type Machine, windowsMachine } from "./machine.ts";
import { type SystemName, WINDOWS_DISK } from "./namespaces.ts";
import { comparableRows, comparableWords, leftBehind } from "./normalise.ts";
import { playSession } from "./session.ts";

const [system, work = "", cache = ""] = Deno.args as [SystemName, string, string];
const isWindows = system === "windows";
const dist = isWindows ? `${work}/${WINDOWS_DISK}/dist` : `${work}/dist`;
await compileFor(compilationFor(system, cache, dist));
await Deno.mkdir(`${work}/native`);
const native = await play(linuxMachine("native", `${work}/native`, DIST));
const foreign = await play(isWindows ? windowsMachine(work) : linuxMachine(system, `${work}/foreign`, dist));
const differences = [
  ...native.failed.map((step) => `fails natively, too: ${step}`),
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
  const failed = said.filter(({ code }) => code !== 0 && code < 100).map(({ step }) => step); // or a status of HTTP
  return {
    failed,
    words: comparableWords(machine, said),
    rows: comparableRows(machine),
    left: leftBehind(machine),
  };
}

/** What one of the two lists has and the other one lacks, or has more often. */
function difference(native: readonly string[], foreign: readonly string[]): string[] {
  const [left, right] = [new Set(numbered(native)), new Set(numbered(foreign))];
  return [
    ...[...left.difference(right)].map((text) => `- ${text}`),
    ...[...right.difference(left)].map((text) => `+ ${text}`),
  ];
}

/** Each text with how often it has been there. */
function numbered(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count === 1 ? text : `${text} (${count})`;
  });
}
