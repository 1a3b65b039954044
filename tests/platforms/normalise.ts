import { canonicalDump } from "../_support/canonical_dump.ts";
import { casesOf } from "../_support/cases.ts";
import { filesBelow, namesIn, readOrEmpty } from "../_support/test_home.ts";
import { type Machine, runningPrograms } from "./machine.ts";
import type { Said } from "./session.ts";

/** All that may differ between the same session on two systems but for its folders, and what is put in its place, in this order. */
const DIFFERENCES = casesOf<Record<"found" | "instead", string>>(import.meta.filename?.replace(/\.ts$/, ""))
  .map(({ found, instead }) => [new RegExp(found, "gm"), instead] as const);

/** What every step said, one text for each: without what may differ. */
export function comparableWords(machine: Machine, said: readonly Said[]): string[] {
  return said.map(({ step, code, stdout, stderr }) =>
    `${plain(machine, step)}: ${code}\n${plain(machine, stdout)}${plain(machine, stderr)}`
  );
}

/** What is remembered in the session's home and in the one that shares its memories: a text for each row. */
export function comparableRows(machine: Machine): string[] {
  return ["data", "data2"].flatMap((name) =>
    canonicalDump(`${machine.here}/${name}/memory.db`).map((row) => {
      const space = row.indexOf(" ");
      return `${name} ${row.slice(0, space)} ${plain(machine, row.slice(space + 1))}`;
    })
  ).sort();
}

/** What must not be left at the end: processes, words in the log, files that were to be temporary. */
export function leftBehind({ here }: Machine): string[] {
  const log = ["data", "data2"].flatMap((name) => readOrEmpty(`${here}/${name}/logs/mneme.log`).split("\n"))
    .filter((line) => line !== "" && !/^\S+ (?:info|debug) /.test(line));
  const waiting = ["temp", "data/spool", "data2/spool"].flatMap((name) => namesIn(`${here}/${name}`));
  const unfinished = filesBelow(here).filter((path) => /\.(?:tmp|new|leaving)$/.test(path));
  return [
    ...runningPrograms().map((line) => `a process: ${line}`),
    ...log.map((line) => `in the log: ${line}`),
    ...[...waiting, ...unfinished].map((name) => `a file: ${name}`),
  ];
}

/** The text without what may differ; JSON, also a line of it or a text in it, is read first, so that a path is spelled once. */
function plain(machine: Machine, text: string): string {
  const whole = jsonIn(text);
  if (whole !== undefined) return different(JSON.stringify(plainValue(machine, whole)));
  const lines = text.replaceAll("\r\n", "\n").split("\n").map((line) => {
    const value = jsonIn(line);
    if (value !== undefined) return JSON.stringify(plainValue(machine, value));
    let result = line;
    for (const [name, spellings] of Object.entries(machine.folders)) {
      result = plainFolder(result, name, spellings);
    }
    return result;
  });
  return different(lines.join("\n"));
}

function plainValue(machine: Machine, value: unknown): unknown {
  if (typeof value === "string") return plain(machine, value);
  if (Array.isArray(value)) return value.map((one) => plainValue(machine, one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(machine, one)]));
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function different(text: string): string {
  return DIFFERENCES.reduce((result, [found, instead]) => result.replace(found, instead), text);
}

/** The text with one name for the folder in any of its spellings, and with slashes in what is below it. */
function plainFolder(text: string, name: string, spellings: readonly string[]): string {
  const patterns = spellings.map((path) => path.split(/[\\/]/).map(RegExp.escape).join("[\\\\/]"));
  const found = new RegExp(`(?:${patterns.join("|")})((?:[\\\\/][\\w.@-]+)*)`, "gi");
  return text.replace(found, (_whole, below: string) => `{${name}}${below.replaceAll("\\", "/")}`);
}
