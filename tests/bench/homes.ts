import { migrate } from "../../src/store/migrations.ts";
import { indexQueued } from "../../src/store/search_index.ts";
import { openAnyVersion, type Store } from "../../src/store/store.ts";
import ghap from "../_support/ghap_entry.json" with { type: "json" };
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";
import type { Programs } from "./bench.ts";
import { seededMemories } from "./memory_texts.ts";

/** The home of a session that is under way, in a database with a history of 10,000 rows per table. */
export function homeWithHistory(programs: Programs): Promise<TestHome> {
  return homeSeededBy(programs, (store, { project }) => {
    insertSessions(store, project, HISTORY_ROWS);
    insertPrompts(store, HISTORY_ROWS);
    insertMemories(store, project, HISTORY_ROWS);
    insertCaptures(store, HISTORY_ROWS);
    store.run(
      "update pending_queue set session_id = 'session-1' where id > (select max(id) from pending_queue) - ?",
      ROWS_PER_SESSION,
    );
    store.run("delete from search_queue"); // a history was indexed long ago; what search costs has rows of its own
  });
}

/** The same with nothing but so many captures, each with its event, and the sessions that they belong to. */
export function homeWithCaptures(rows: number, programs: Programs): Promise<TestHome> {
  return homeSeededBy(programs, (store, { project }) => {
    insertSessions(store, project, Math.ceil(rows / ROWS_PER_SESSION));
    insertCaptures(store, rows);
  });
}

/** The same with so many memories of all kinds, indexed, and a history beside them. */
export function homeWithMemories(rows: number, programs: Programs): Promise<TestHome> {
  return homeSeededBy(programs, (store, { project }) => {
    insertSessions(store, project, SESSION_ROWS);
    insertPrompts(store, SESSION_ROWS);
    store.run(
      `insert into memories (project, category, body, files, recall_when, source, created_at, updated_at)
       select ?, value ->> 'category', value ->> 'body', value ->> 'files', value ->> 'phrases', 'agent', ${MEMORY_TIME}, ${MEMORY_TIME}
       from json_each(?)`,
      project,
      JSON.stringify(seededMemories(rows)),
    );
    indexQueued(store, rows);
  });
}

const PROMPT = "Why does the total of ledger 7 differ by a cent from the invoice? Find it and fix it.";

/**
 * Hooks of a real session find what its start and its first prompt left for them, so the session starts here too: a stop
 * that knows no prompt looks for one in a transcript.
 */
async function homeSeededBy(
  programs: Programs,
  insert: (store: Store, home: TestHome) => void,
): Promise<TestHome> {
  const home = new TestHome();
  seed(home, (store) => insert(store, home));
  const dist = programs.folder;
  const start = await home.fire("SessionStart", { source: "startup" }, { dist });
  const prompt = await home.fire("UserPromptSubmit", { prompt: PROMPT, prompt_id: "the first prompt" }, {
    dist,
  });
  for (const outcome of [start, prompt]) assertHarmless(outcome, "the session to measure in");
  return home;
}

/** Rows per table in the database that every hook is measured on. */
const HISTORY_ROWS = 10_000;
const ROWS_PER_SESSION = 100;

/** As `mneme process` writes it. */
const SUMMARY = [
  "- Asked: Round the totals of the ledger to cents and add a test",
  "- Changed: src/ledger.ts, src/invoice.ts, tests/ledger_test.ts, docs/money.md and 2 more",
  "- Tests: failed, then passed: `npm test`: 214 passed",
  "- Solved: The failure came from adding floats; src/ledger.ts now counts in whole cents.",
  "- Decided: All money is kept as whole cents, since rounding at the end only hides the error.",
  "- Answered last: Done: the totals agree with the invoice, and the change is committed.",
].join("\n");

/** Beside memories, a history is kept small: `mneme process` sums it up behind every measurement. */
const SESSION_ROWS = 500;
const MEMORY_TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', 1760000000 + key * 60, 'unixepoch')";

/** One transaction without a journal, as a crash loses nothing; then the database is as a hook leaves it. */
function seed(home: TestHome, insert: (store: Store) => void): void {
  Deno.mkdirSync(home.data, { mode: 0o700 });
  using store = openAnyVersion(home.database);
  migrate(store);
  store.execute("pragma journal_mode=off; pragma synchronous=off; pragma cache_size=-200000");
  store.transaction(() => insert(store));
  store.execute("pragma journal_mode=wal");
}

const SERIES = "with recursive series(i) as (select 1 union all select i + 1 from series where i < ?)";
const TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', 1760000000 + i, 'unixepoch')";
const SESSION = `printf('seeded-%08d', i / ${ROWS_PER_SESSION})`;

function insertSessions(store: Store, project: string, rows: number): void {
  store.run(
    `insert into sessions (session_id, project, cwd, source, status, started_at, prompt_count, tool_count, title, summary)
     ${SERIES} select printf('seeded-%08d', i), ?, ?, 'startup', 'closed', ${TIME}, 3, 20,
       'Round the totals of ledger ' || i || ' to cents and add a test', ? from series`,
    rows,
    project,
    project,
    SUMMARY,
  );
}

function insertPrompts(store: Store, rows: number): void {
  store.run(
    `insert into prompts (session_id, prompt_id, number, text, created_at)
     ${SERIES} select ${SESSION}, 'seeded-' || i, i % ${ROWS_PER_SESSION},
       'Why does the total of ledger ' || i || ' differ by a cent from the invoice? Find it and fix it.', ${TIME}
     from series`,
    rows,
  );
}

function insertMemories(store: Store, project: string, rows: number): void {
  store.run(
    `insert into memories (project, category, title, body, source, created_at, updated_at)
     ${SERIES} select ?, 'DECISION', 'Rounding ' || i,
       'Totals of ledger ' || i || ' are rounded once, after summing, because the bank does so.',
       'triage', ${TIME}, ${TIME} from series`,
    rows,
    project,
  );
}

/** Each with its event, and processed: a start would begin to process what a day has left. */
function insertCaptures(store: Store, rows: number): void {
  store.run(
    `insert into pending_queue (session_id, tool_use_id, tool_name, priority, status, files_touched, created_at, payload)
     ${SERIES} select ${SESSION}, printf('seeded-%012d', i), 'Edit', 'high', 'processed', '["/home/dev/project/src/ledger.ts"]', ${TIME},
       '{"tool_input":{"file_path":"/home/dev/project/src/ledger.ts","old_string":"sum' || i || '","new_string":"total"}}'
     from series`,
    rows,
  );
  store.run(
    `insert into event_log (session_id, event, duration_ms, created_at)
     ${SERIES} select ${SESSION}, 'hook.post_tool_use', 12.5, ${TIME} from series`,
    rows,
  );
}

/** Opens an entry of the home's session, of which every tool call is reminded. */
export async function openEntry(home: TestHome, { folder }: Programs): Promise<void> {
  home.write("data/config.yaml", "hooks: { ghap_checkin: { frequency: 1 } }\n");
  await home.fire("SessionStart", { source: "resume" }, { dist: folder });
  const env = { CLAUDE_CODE_SESSION_ID: "session-1" };
  await home.json(["call", "start_ghap", JSON.stringify(ghap.ENTRY)], { dist: folder, env });
}
