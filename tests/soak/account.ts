import { pathsBelow } from "../../src/machine/paths.ts";
import { countRejected, readLost } from "../../src/machine/spool.ts";
import type { TestHome } from "../_support/test_home.ts";
import type { Played, PlayedEvent } from "./play.ts";

/** One line of the account: what was to be, what is. */
export interface Entry {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  readonly isRight: boolean;
}

/** Every event that was played, held against what the database has. */
export function accountFor(home: TestHome, played: Played): Entry[] {
  const own = "session_id like 'soak-%'";
  const sessions = new Set(played.events.map(({ session }) => session)).size;
  const calls = home.column(`select session_id || ' ' || tool_use_id from pending_queue where ${own}`);
  const prompts = home.column(`select session_id || ' ' || prompt_id from prompts where ${own}`);
  return [
    ...keyed("call", calls.map(String), played.events),
    ...keyed("prompt", prompts.map(String), played.events),
    ...STARTS_AND_ENDS.map((row) => logged(home, row, played.events)),
    same("sessions, all closed", sessions, home.count(`sessions where ${own} and status = 'closed'`)),
    same(
      "sessions whose counts are their rows",
      sessions,
      home.count(
        `sessions s where ${own} and tool_count = (select count(*) from pending_queue q where q.session_id = s.session_id)
           and prompt_count = (select count(*) from prompts p where p.session_id = s.session_id)`,
      ),
    ),
    same("runs that failed", 0, played.events.filter(({ end }) => end === "failed").length),
    same("captures left unprocessed", 0, home.count("pending_queue where status = 'raw'")),
    same(
      "observations told twice",
      0,
      home.count(
        "(select 1 from observations where capture_id is not null group by capture_id having count(*) > 1)",
      ),
    ),
    same("files in the spool", 0, home.spool().length),
    same("files in spool/rejected", 0, countRejected(pathsBelow(home.data))),
    same("events counted as lost", 0, readLost(pathsBelow(home.data))),
    same("errors in the log", 0, errorsIn(home.log()).length),
    same("integrity", "ok", String(home.column("pragma integrity_check")[0])),
  ];
}

/** Lines of the log that tell of trouble. */
export function errorsIn(log: string): string[] {
  return log.split("\n").filter((line) => / (failure|error) /.test(line));
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
  const rows = home.column(
    "select session_id || ' ' || trim(subject) from event_log where event = ? and session_id like 'soak-%'",
    event,
  );
  const found = countBy(rows.map(String));
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

function same(what: string, wanted: number | string, found: number | string): Entry {
  return { what, wanted: String(wanted), found: String(found), isRight: wanted === found };
}
