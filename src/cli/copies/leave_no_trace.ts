// Serves commands that forget: clears copies of the database, lists rows and files that may have the text.
import { orUndefined } from "../../base/or_undefined.ts";
import { below } from "../../base/slashes.ts";
import { UserError } from "../../base/user_error.ts";
import { removeStarts } from "../../hook/other_client.ts";
import { dailyFiles, readGap } from "../../machine/daily_backups.ts";
import { entriesOf, isFile } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { notePauseTimes, type Pause } from "../../machine/pause.ts";
import { rejectedFolder } from "../../machine/spool.ts";
import { type Search, searchTexts } from "../../memory/forgotten_words.ts";
import {
  keptTraces,
  type SourceRow,
  sourceRows,
  spellings,
  type Traces,
  wordsOf,
} from "../../store/forget.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { DETAIL_TABLES, type Doomed, removeDetails } from "../../store/removal.ts";
import type { Store } from "../../store/store.ts";
import { printLine, warnLine } from "../frame/output.ts";
import { amount, countedLines, plainText } from "../frame/plain_text.ts";
import { type Home, openHome } from "../frame/home.ts";
import { rest } from "../frame/workload.ts";
import { renewDaily } from "./daily_backup.ts";
import nouns from "./row_nouns.json" with { type: "json" };

/** Opens the database. Throws a `UserError` if lost records must be read first, as they may hold the words. */
export function openToForget(): Home {
  const home = openHome();
  if (readGap(home.paths) === undefined) return home;
  home.store.close();
  throw new UserError(
    "Cannot forget yet: what was lost is first read from the transcripts",
    { hint: "run `mneme process`, then try again" },
  );
}

/** Makes the text of these transcripts until now count as said during a pause, which only `replay --again` reads. */
export function leaveOutTranscripts(paths: Paths, scope: Pause["scope"], keys: readonly string[]): void {
  notePauseTimes(paths, keys.map((key) => ({ scope, key, from: 0, until: Date.now() })));
}

/** Removes forgotten text from the write-ahead log, daily backups and contexts of starts. Tells where it cannot. */
export async function leaveNoTrace(store: Store, paths: Paths, tell = warnLine): Promise<void> {
  const isLogEmpty = store.first<{ busy: number }>("pragma wal_checkpoint(truncate)")?.busy === 0;
  removeStarts(paths);
  await renewDaily(paths, tell);
  if (isLogEmpty) return;
  tell("Another program holds the write-ahead log, where the text may stand until `mneme process` has run");
}

/** Removes what `tables` hold of these sessions, a batch at a time. Returns the numbers of rows, by table. */
export async function removeSessionDetails(store: Store, doomed: Doomed, tables = DETAIL_TABLES) {
  const removed = new Map<string, number>();
  for (const table of tables) {
    for (let after: number | undefined = 0; after !== undefined;) {
      const progress = removeDetails(store, table, { ...doomed, after });
      removed.set(table, (removed.get(table) ?? 0) + progress.removed);
      after = progress.at;
      if (progress.removed > 0) await rest();
    }
  }
  return removed;
}

const CHUNK_BYTES = 4 << 20;
const LONGEST_PIECE_BYTES = 48; // the end of a page splits longer ones more often
const SHORTEST_PIECE_BYTES = 12; // shorter ones stand in files that have nothing to do with the text
/** Finds a text that every database of mneme contains, and no other. It is in small letters, as `decode` gives them. */
const OWN_TABLE = searchTexts([["mneme", ["create table pending_queue"]]]);

/** Returns those of the `olderFiles` that name one of these folders or sessions, or that cannot be read. */
export function filesNaming(paths: Paths, names: readonly string[]): string[] {
  const any = names.flatMap(spellings).map((name) => decode(new TextEncoder().encode(name)));
  const search = searchTexts([["", any]]);
  return olderFiles(paths).filter((path) => ownersIn(path, search)?.size !== 0);
}

/** Returns files that may hold forgotten text: backups, damaged databases, rejected spool files, logs. */
export function olderFiles(paths: Paths): string[] {
  const logs = [paths.logFile, `${paths.logFile}.1`].filter(isFile);
  return [...backupFiles(paths), ...filesBelow(rejectedFolder(paths)).sort(), ...logs];
}

/** Names the files that may hold what was just removed. */
export function printOlder(files: readonly string[], print = printLine): void {
  if (files.length === 0) return;
  print(`Backups and logs made before may still hold it: ${files.map(plainText).join(", ")}`);
}

/** Returns the rows and files that hold each memory's texts, or held them when the memory was forgotten. */
export function tracesOf(store: Store, paths: Paths, memories: readonly MemoryRow[]): Map<MemoryRow, Traces> {
  const live = memories.filter(({ status }) => status !== "deleted");
  const rowsOf = sourceRows(store, live);
  const pieces = searchTexts(live.map((memory) => {
    const { whole, titles, phrases } = wordsOf(memory);
    return [memory, [...whole, ...titles, ...phrases].flatMap(spellings).flatMap(piecesOf)];
  }));
  const older = live.length === 0 ? [] : olderFiles(paths);
  const holders = older.map((path) => ({ path, held: ownersIn(path, pieces) }));
  return new Map(memories.map((memory) => {
    const { rows: known = [], files: named = [] } = keptTraces(store, memory);
    const rows = rowsOf.get(memory);
    const files = holders.flatMap(({ path, held }) => held?.has(memory) === false ? [] : path);
    // A log may have been rotated meanwhile.
    const now = named.flatMap((file) => file === paths.logFile ? [file, `${file}.1`] : [file]);
    return [memory, rows ? { rows, files } : { rows: known, files: [...new Set(now)].filter(isFile) }];
  }));
}

/** Returns what messages call one of the `olderFiles`. */
export function fileNoun(file: string): "backup" | "rejected record" | "log" {
  if (/[\\/]spool[\\/]rejected[\\/][^\\/]+$/.test(file)) return "rejected record";
  return /[\\/]logs[\\/]mneme\.log(?:\.1)?$/.test(file) ? "log" : "backup";
}

/** Returns copies of the database and damaged ones. Leaves out daily backups, as `renewDaily` makes new ones anyway. */
function backupFiles(paths: Paths): string[] {
  const daily = dailyFiles(paths);
  const kept = filesBelow(paths.backups).filter((path) =>
    !path.startsWith(below(paths.backups, "settings/")) && // copies of settings, which hold no memories
    !daily.includes(path)
  );
  const inUse = ["", "-wal", "-shm", "-journal"].map((end) => paths.database + end);
  // Leaves out links, as removing one would keep its target, and what may be of other programs.
  const beside = entriesOf(paths.root).flatMap(({ name, isFile }) => isFile ? [below(paths.root, name)] : [])
    .filter((path) => !inUse.includes(path))
    .filter((path) => path.startsWith(`${paths.database}.corrupt-`) || ownersIn(path, OWN_TABLE)?.size);
  return [...kept, ...beside].sort();
}

function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap(({ name, isDirectory, isFile }) =>
    isDirectory ? filesBelow(below(folder, name)) : isFile ? [below(folder, name)] : []
  );
}

/** Returns a character for each byte, capitals as small letters, because a copy of the words may have others. */
const decode = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes).toLowerCase();

/** Returns parts of a text to look for: the end of a SQLite page may split the text, but not every part. */
function piecesOf(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const middle = bytes.length >> 1;
  if (middle < SHORTEST_PIECE_BYTES) return [decode(bytes)];
  const length = Math.min(LONGEST_PIECE_BYTES, middle);
  return [0, middle, bytes.length - length].map((start) => decode(bytes.subarray(start, start + length)));
}

/** Returns the owners of the texts found in a file; `undefined` if it cannot be read: it may then have each text. */
function ownersIn<Owner>(path: string, search: Search<Owner>): ReadonlySet<Owner> | undefined {
  return orUndefined(() => {
    using file = Deno.openSync(path);
    const buffer = new Uint8Array(CHUNK_BYTES);
    let [found, tail] = [new Set<Owner>(), ""];
    for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
      const chunk = tail + decode(buffer.subarray(0, read));
      found = found.union(search(chunk));
      tail = chunk.slice(-CHUNK_BYTES >> 6); // 64 KiB: a text may be in two chunks, and none is longer
    }
    return found;
  });
}

export function tracesView({ rows, files }: Traces) {
  const { backup = [], "rejected record": rejected = [], log = [] } = Object.groupBy(files, fileNoun);
  return { sources: rows, backups: backup, rejected, logs: log };
}

/** Returns lines that say what still holds a forgotten memory's words, and how to clear that. */
export function leftLines(id: string, { rows, files }: Traces): string[] {
  const command = (option: string) => `\`mneme memory forget ${id} --${option}\``;
  const them = rows.length === 1 ? "that" : "them";
  return [
    ...countedLines([
      [rows.length, `  its text is still in ${rowsText(rows)}; ${command("source")} clears ${them}`],
    ]),
    ...files.map((file) =>
      `  the ${fileNoun(file)} ${plainText(file)} still holds it; ${command("backups")} removes that`
    ),
  ];
}

export function rowsText(rows: readonly SourceRow[]): string {
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, found]) =>
    amount(found.length, nouns[table as keyof typeof nouns] ?? table)
  ).join(", ");
}
