import { SCHEMA_VERSION } from "../../src/store/store.ts";
import { DatabaseSync } from "node:sqlite";
import type { RunOptions, TestHome } from "../_support/test_home.ts";
import type { HookRow } from "./hooks_table.ts";
import { fileSizeLimit, fullDisk, openFileLimit, readOnly, withStreams } from "./namespace.ts";

/**
 * What must hold of the event once the fault is gone: it is there, once; or it may have gone with a damaged database,
 * and a transcript would have it; or it could not be written anywhere and is counted; or it never arrived, or could not
 * even be counted.
 */
export type Fate = "kept" | "replayed" | "counted" | "none";

type Arrange = (home: TestHome) => (() => void) | void;

export interface Fault {
  readonly name: string;
  /** Brings it about; returns what takes it away again. */
  readonly arrange?: Arrange;
  readonly run?: (home: TestHome) => RunOptions;
  /** `kept` when absent. */
  readonly fate?: Fate | ((hook: HookRow) => Fate);
  readonly needsMount?: true;
}

function isSessionStart(hook: HookRow): boolean {
  return hook.name === "session-start";
}

/** One line per fault. */
export const FAULTS: readonly Fault[] = [
  // the home
  { name: "no HOME", run: () => ({ env: { HOME: null, MNEME_HOME: null } }), fate: "counted" },
  { name: "relative MNEME_HOME", run: () => ({ env: { MNEME_HOME: "data" } }), fate: "counted" },
  { name: "data folder is a file", arrange: (h) => inPlaceOf(h.data, "file"), fate: "counted" },
  { name: "data folder missing", arrange: (h) => remove(h.data) },
  {
    name: "data folder read-only",
    run: (h) => ({ wrap: readOnly(h.data) }),
    fate: "counted",
    needsMount: true,
  },
  {
    name: "folders missing",
    arrange: (h) => ["spool", "state", "logs"].forEach((f) => remove(`${h.data}/${f}`)),
  },
  { name: "log is a folder", arrange: (h) => Deno.mkdirSync(`${h.data}/logs/mneme.log`) },
  { name: "logs folder is a file", arrange: (h) => inPlaceOf(`${h.data}/logs`, "file") },
  { name: "state folder is a file", arrange: (h) => inPlaceOf(`${h.data}/state`, "file") },
  { name: "spool is a file", arrange: (h) => inPlaceOf(`${h.data}/spool`, "file") },
  {
    name: "a device in the place of .git",
    arrange: (h) => Deno.symlinkSync("/dev/zero", `${h.project}/.git`),
  },
  {
    name: "a device in the place of .git in a folder above",
    arrange: (h) => Deno.symlinkSync("/dev/zero", `${h.root}/.git`),
  },
  {
    name: "a configuration of keys in keys",
    arrange: (h) => h.write("project/.claude/mneme.yaml", "? ".repeat(30)),
  },
  {
    name: "a launch folder of 50,000 levels",
    run: () => ({ env: { CLAUDE_PROJECT_DIR: "/p".repeat(50_000) } }),
  },
  { name: "launch folder is gone", arrange: withoutLaunchFolder, run: (h) => ({ cwd: h.root }) },
  // the process
  { name: "stdin closed", run: () => ({ wrap: withStreams("<&-") }), fate: "none" },
  { name: "stdin is a folder", run: () => ({ wrap: withStreams("</") }), fate: "none" },
  { name: "stdout closed", run: () => ({ wrap: withStreams(">&-") }) },
  { name: "stdout full", run: () => ({ wrap: withStreams(">/dev/full") }) },
  { name: "stderr closed", run: () => ({ wrap: withStreams("2>&-") }) },
  { name: "hardly any files may be open", run: () => ({ wrap: openFileLimit(24) }) },
  {
    name: "variables that the runtime obeys",
    run: () => ({ env: { NODE_CHANNEL_FD: "3", DENO_LOG: "debug", DENO_TOKIO_EVENT_INTERVAL: "abc" } }),
  },
  // the database
  { name: "database absent", arrange: (h) => remove(h.database) },
  {
    name: "database absent, spool is a file",
    arrange: both((h) => remove(h.database), spoolIsFile),
    fate: (hook) => isSessionStart(hook) ? "kept" : "counted",
  },
  {
    name: "database absent, logs and state are files",
    arrange: both((h) => remove(h.database), logsAndStateAreFiles),
  },
  { name: "database locked for writing", arrange: (h) => lock(h, "begin immediate") },
  {
    name: "database locked for everything",
    arrange: (h) =>
      lock(h, "pragma locking_mode=exclusive; begin exclusive; update sessions set title = title"),
  },
  {
    name: "database locked, spool is a file",
    arrange: both((h) => lock(h, "begin immediate"), spoolIsFile),
    fate: "counted",
  },
  { name: "database file read-only", run: (h) => ({ wrap: readOnly(h.database) }), needsMount: true },
  { name: "database may not grow", run: () => ({ wrap: fileSizeLimit(16) }) },
  { name: "database may grow a little", run: () => ({ wrap: fileSizeLimit(80) }) },
  { name: "nothing may grow", run: () => ({ wrap: fileSizeLimit(0) }), fate: "none" },
  {
    name: "full disk",
    arrange: ontoFullDisk,
    run: (h) => ({ wrap: fullDisk(h.data) }),
    fate: "counted",
    needsMount: true,
  },
  { name: "database cut to half", arrange: (h) => cut(h.database, 0.5), fate: "replayed" },
  { name: "database cut to nothing", arrange: (h) => cut(h.database, 0) },
  { name: "database with a broken header", arrange: (h) => spoil(h.database, 0, 100) },
  { name: "database with broken pages in the middle", arrange: spoilMiddle, fate: "replayed" },
  {
    name: "database is text",
    arrange: (h) => Deno.writeTextFileSync(h.database, "not a database\n".repeat(500)),
  },
  { name: "database is a folder", arrange: (h) => inPlaceOf(h.database, "folder") },
  { name: "database without tables", arrange: withoutTables },
  { name: "database from a newer version", arrange: newer },
  {
    name: "write-ahead log is garbage",
    arrange: (h) => Deno.writeFileSync(`${h.database}-wal`, crypto.getRandomValues(new Uint8Array(9000))),
  },
  {
    name: "shared memory is garbage",
    arrange: (h) => Deno.writeFileSync(`${h.database}-shm`, crypto.getRandomValues(new Uint8Array(32768))),
  },
];

function both(first: Arrange, second: Arrange): Arrange {
  return (home) => {
    const lifts = [first(home), second(home)];
    return () => lifts.forEach((lift) => lift?.());
  };
}

function withoutLaunchFolder(home: TestHome): () => void {
  remove(home.project);
  return () => Deno.mkdirSync(home.project);
}

function spoolIsFile(home: TestHome): () => void {
  return inPlaceOf(`${home.data}/spool`, "file");
}

function logsAndStateAreFiles(home: TestHome): () => void {
  const lifts = ["logs", "state"].map((name) => inPlaceOf(`${home.data}/${name}`, "file"));
  return () => lifts.forEach((lift) => lift());
}

/** Something else at the path; what was there comes back afterwards. */
function inPlaceOf(path: string, kind: "file" | "folder"): () => void {
  Deno.renameSync(path, `${path}.away`);
  if (kind === "folder") Deno.mkdirSync(path);
  else Deno.writeTextFileSync(path, "in the way");
  return () => {
    if (kind === "folder") return remove(`${path}.away`); // the session start has put a fresh database there
    remove(path);
    Deno.renameSync(`${path}.away`, path);
  };
}

function remove(path: string): void {
  Deno.removeSync(path, { recursive: true });
}

function lock(home: TestHome, sql: string): () => void {
  const database = new DatabaseSync(home.database);
  database.exec(sql);
  return () => {
    database.exec("rollback");
    database.close();
  };
}

function cut(path: string, share: number): void {
  Deno.truncateSync(path, Math.floor(Deno.statSync(path).size * share));
}

function spoilMiddle(home: TestHome): void {
  const { size } = Deno.statSync(home.database);
  spoil(home.database, Math.floor(size / 3), Math.floor(size / 3));
}

function spoil(path: string, from: number, length: number): void {
  using file = Deno.openSync(path, { write: true });
  file.seekSync(from, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(length).fill(0xa5));
}

function withoutTables(home: TestHome): void {
  remove(home.database);
  home.change(`pragma journal_mode=wal; pragma user_version=${SCHEMA_VERSION}`);
}

function newer(home: TestHome): () => void {
  const setVersion = (version: number) => home.change(`pragma user_version=${version}`);
  setVersion(999);
  return () => setVersion(SCHEMA_VERSION);
}

function ontoFullDisk(home: TestHome): () => void {
  Deno.renameSync(home.data, `${home.data}.saved`);
  Deno.mkdirSync(home.data);
  Deno.mkdirSync(`${home.data}.after`);
  return () => {
    remove(home.data);
    Deno.renameSync(`${home.data}.after`, home.data);
  };
}
