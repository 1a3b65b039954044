import { pathsBelow } from "../../src/machine/paths.ts";
import { countRejected, readLost } from "../../src/machine/spool.ts";
import type { TestHome } from "../_support/test_home.ts";
import type { Played, PlayedEvent } from "./play.ts";

const MAX_RATIO = 3;
/** Where the program that does nothing is as uneven, it is the machine. */
const MACHINE = 1.5;
/** Fewer have no 99th percentile. */
const FEW = 100;

/** How long the runs of each hook took that were neither killed nor met the lock, and first the program that does nothing. */
export function durationsOf({ events, emptyMs }: Played): Entry[] {
  const quiet = events.filter(({ end, wasLocked }) => end === "ended" && !wasLocked);
  const names = [...new Set(events.map(({ planned }) => planned.hook))].sort();
  const limit = Math.max(MAX_RATIO, MACHINE * ratioOf(emptyMs).ratio);
  return [
    durations("(empty program)", emptyMs, Infinity),
    ...names.map((name) =>
      durations(name, quiet.filter(({ planned }) => planned.hook === name).map(({ ms }) => ms), limit)
    ),
  ];
}

function durations(hook: string, all: readonly number[], limit: number): Entry {
  const { p50, ratio } = ratioOf(all);
  return {
    what: `${hook}, ${all.length} runs, p50 ${p50.toFixed(1)} ms`,
    wanted: all.length < FEW ? "too few to tell" : `p99 within ${limit.toFixed(2)}x`,
    found: `${ratio.toFixed(2)}x`,
    isRight: all.length < FEW || ratio <= limit,
  };
}

function ratioOf(all: readonly number[]): { readonly p50: number; readonly ratio: number } {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), ratio: at(0.99) / at(0.5) };
}

/** One line of the account: what was to be, what is. */
export interface Entry {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  readonly isRight: boolean;
}

/** Of payloads and texts, after a checkpoint. */
const MAX_SIZE = 1.3;
/** In less text than this, empty tables and first pages count for too much. */
const LITTLE_TEXT = 10_000_000;

/** Every event that was played, held against what the database has. */
export function accountFor(home: TestHome, played: Played): Entry[] {
  const own = "session_id like 'soak-%'";
  const sessions = new Set(played.events.map(({ session }) => session)).size;
  const calls = home.rows(`select session_id || ' ' || tool_use_id as id from pending_queue where ${own}`);
  const prompts = home.rows(`select session_id || ' ' || prompt_id as id from prompts where ${own}`);
  return [
    ...keyed("call", calls.map(({ id }) => String(id)), played.events),
    ...keyed("prompt", prompts.map(({ id }) => String(id)), played.events),
    ...STARTS_AND_ENDS.map((row) => logged(home, row, played.events)),
    same("sessions, all closed", sessions, count(home, `from sessions where ${own} and status = 'closed'`)),
    same(
      "sessions whose counts are their rows",
      sessions,
      count(
        home,
        `from sessions s where ${own} and tool_count = (select count(*) from pending_queue q where q.session_id = s.session_id)
           and prompt_count = (select count(*) from prompts p where p.session_id = s.session_id)`,
      ),
    ),
    same("runs that failed", 0, played.events.filter(({ end }) => end === "failed").length),
    same("captures left unprocessed", 0, count(home, "from pending_queue where status = 'raw'")),
    same(
      "observations told twice",
      0,
      count(
        home,
        "from (select 1 from observations where capture_id is not null group by capture_id having count(*) > 1)",
      ),
    ),
    same("files in the spool", 0, home.spool().length),
    same("files in spool/rejected", 0, countRejected(pathsBelow(home.data))),
    same("events counted as lost", 0, readLost(pathsBelow(home.data))),
    same("errors in the log", 0, errorsIn(home.log()).length),
    same("integrity", "ok", String(home.rows("pragma integrity_check")[0]?.integrity_check)),
    sizeOf(home),
  ];
}

/** Lines of the log that tell of trouble. */
export function errorsIn(log: string): string[] {
  return log.split("\n").filter((line) => / (failure|error) /.test(line));
}

/** The tables and indexes that take most, in bytes. */
export function largestParts(home: TestHome): string[] {
  return home.rows("select name, sum(pgsize) as n from dbstat group by name order by n desc limit 12")
    .map(({ name, n }) => `${String(name).padEnd(32)} ${String(n).padStart(12)}`);
}

/** Which hooks log which event, one each, and which field tells it from others of its session. */
const STARTS_AND_ENDS = [
  { hook: "session-start", event: "hook.session_start", subject: "source" },
  { hook: "stop", event: "hook.stop", subject: "prompt_id" },
  { hook: "pre-compact", event: "hook.pre_compact", subject: "trigger" },
  { hook: "session-end", event: "hook.session_end", subject: "reason" },
  { hook: "subagent-start", event: "hook.subagent_start", subject: "agent_id" },
  { hook: "subagent-stop", event: "hook.subagent_stop", subject: "agent_id" },
] as const;

/** Those that ended must be there; those that were killed may be; nothing else, and nothing twice. */
function keyed(kind: "call" | "prompt", found: readonly string[], events: readonly PlayedEvent[]): Entry[] {
  const planned = events.filter(({ planned }) => planned.key?.kind === kind);
  const idOf = ({ session, planned }: PlayedEvent) => `${session} ${planned.key?.id}`;
  const ended = planned.filter(({ end }) => end !== "killed").map(idOf);
  const killed = new Set(planned.filter(({ end }) => end === "killed").map(idOf));
  const present = new Set(found);
  const known = new Set(ended);
  const keptOfKilled = [...killed].filter((id) => present.has(id)).length;
  return [
    same(`${kind}s of runs that ended`, ended.length, ended.filter((id) => present.has(id)).length),
    same(`${kind}s kept twice`, 0, found.length - present.size),
    same(
      `${kind}s of nobody, beside ${keptOfKilled} of killed runs`,
      0,
      found.filter((id) => !known.has(id) && !killed.has(id)).length,
    ),
  ];
}

/** Each as often as it ended, and the more those that were killed may have: one that is lost does not make up for another. */
function logged(
  home: TestHome,
  { hook, event, subject }: (typeof STARTS_AND_ENDS)[number],
  events: readonly PlayedEvent[],
): Entry {
  const runs = events.filter(({ planned }) => planned.hook === hook);
  const keyOf = ({ session, planned }: PlayedEvent) => `${session} ${planned.fields[subject]}`;
  const ended = countBy(runs.filter(({ end }) => end !== "killed").map(keyOf));
  const all = countBy(runs.map(keyOf));
  const rows = home.rows(
    "select session_id || ' ' || trim(subject) as id from event_log where event = ? and session_id like 'soak-%'",
    event,
  );
  const found = countBy(rows.map(({ id }) => String(id)));
  const keys = new Set([...all.keys(), ...found.keys()]);
  const wrong = [...keys].filter((key) => {
    const count = found.get(key) ?? 0;
    return count < (ended.get(key) ?? 0) || count > (all.get(key) ?? 0);
  });
  return same(`${event}, of ${rows.length} too few or many`, 0, wrong.length);
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function sizeOf(home: TestHome): Entry {
  const stored = storedBytes(home);
  const ratio = Deno.statSync(home.database).size / stored;
  return {
    what: "database to stored texts",
    wanted: stored < LITTLE_TEXT ? "too little to tell" : `at most ${MAX_SIZE}`,
    found: ratio.toFixed(2),
    isRight: stored < LITTLE_TEXT || ratio <= MAX_SIZE,
  };
}

/** Bytes of every text of every table; what an index repeats is none. */
function storedBytes(home: TestHome): number {
  const columns = home.rows(
    `select t.name as table_name, c.name as column_name from pragma_table_list t, pragma_table_info(t.name) c
     where t.schema = 'main' and t.type = 'table' and c.type = 'TEXT' and t.name not like 'sqlite_%'`,
  );
  return columns.reduce((sum, { table_name, column_name }) => {
    const total = `select coalesce(sum(length(cast("${column_name}" as blob))), 0) as n from "${table_name}"`;
    return sum + Number(home.rows(total)[0]?.n);
  }, 0);
}

function count(home: TestHome, from: string): number {
  return Number(home.rows(`select count(*) as n ${from}`)[0]?.n);
}

function same(what: string, wanted: number | string, found: number | string): Entry {
  return { what, wanted: String(wanted), found: String(found), isRight: wanted === found };
}
