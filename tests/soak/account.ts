import { pathsBelow } from "../../src/machine/paths.ts";
import { countRejected, readLost } from "../../src/machine/spool.ts";
import type { TestHome } from "../_support/test_home.ts";
import type { Played, PlayedEvent } from "./play.ts";

/** One line of the account: what was to be, what is. */
interface Entry {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  readonly isRight: boolean;
}

/** Which row a run of a hook leaves, once, and what tells it from others of its session. */
const ROWS = [
  { hook: "post-tool-use", field: "tool_use_id", table: "pending_queue" },
  { hook: "user-prompt-submit", field: "prompt_id", table: "prompts" },
  ...Object.entries({
    "session-start": "source",
    "stop": "prompt_id",
    "pre-compact": "trigger",
    "session-end": "reason",
    "subagent-start": "agent_id",
    "subagent-stop": "agent_id",
  }).map(([hook, field]) => ({
    hook,
    field,
    table: `event_log where event = 'hook.${hook.replace("-", "_")}'`,
  })),
];

/** Every event that was played, held against what the database has. */
export function accountFor(home: TestHome, played: Played): Entry[] {
  const own = "session_id like 'soak-%'";
  const sessions = new Set(played.events.map(({ session }) => session)).size;
  return [
    ...ROWS.map((row) => kept(home, row, played.events)),
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

/** Each as often as it ended, and the more those that were killed may have: one that is lost does not make up for another. */
function kept(
  home: TestHome,
  { hook, field, table }: typeof ROWS[number],
  events: readonly PlayedEvent[],
): Entry {
  const runs = events.filter(({ planned }) => planned.hook === hook);
  const keyOf = ({ session, planned }: PlayedEvent) => `${session} ${planned.fields[field]}`;
  const ended = countBy(runs.filter(({ end }) => end !== "killed").map(keyOf));
  const all = countBy(runs.map(keyOf));
  const column = table.startsWith("event_log") ? "trim(subject)" : field;
  const rows = home.column(`select session_id || ' ' || ${column} from ${table}`).map(String);
  const found = countBy(rows.filter((key) => key.startsWith("soak-")));
  const wrong = [...new Set([...all.keys(), ...found.keys()])].filter((key) => {
    const count = found.get(key) ?? 0;
    return count < (ended.get(key) ?? 0) || count > (all.get(key) ?? 0);
  });
  return same(`rows of ${hook}, of ${rows.length} too few or many`, 0, wrong.length);
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function same(what: string, wanted: number | string, found: number | string): Entry {
  return { what, wanted: String(wanted), found: String(found), isRight: wanted === found };
}
