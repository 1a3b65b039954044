import { casesOf } from "../../_support/cases.ts";
import { insertRow } from "../../_support/insert_row.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { prepareHome } from "../../../src/hook/prepare_home.ts";
import { encodeEvidence } from "../../../src/memory/memory_evidence.ts";
import { queueForSearch } from "../../../src/store/search_tables.ts";
import { indexQueued } from "../../../src/store/search_index.ts";
import type { Store } from "../../../src/store/store.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Days on which somebody worked, so that a year is not one grey field. */
const WORKED = 300;

interface Seeded {
  readonly status: "active" | "candidate";
  readonly category: string;
  readonly body: string;
  readonly title?: string;
  readonly scope?: "project" | "user";
  readonly quote?: string;
  readonly cues?: readonly string[];
  readonly files?: readonly string[];
  readonly recall?: readonly string[];
}

const TABLES = import.meta.filename?.replace(/\.ts$/, "");
/** What is remembered and what waits to be, oldest last. */
const MEMORIES = casesOf<Seeded>(TABLES);
/** What tools did, over and over. */
const CALLS = casesOf<readonly [tool: string, text: string, outcome: string | null]>(TABLES, "_calls");
const TITLES = casesOf<string>(TABLES, "_titles");
const PREDICTIONS = casesOf<readonly [string, string, string, string]>(TABLES, "_predictions");

const FILES = ["src/money.ts", "src/ledger.ts", "tests/checkout.test.ts"];

/** Text that would act if it were markup; every view that shows it must show it as it is. */
export const HOSTILE =
  `<img src=x onerror="document.title='stolen'"><script>document.title='stolen'</script> مرحبا 漢字`;

/** Fills a data folder with what half a year of work on one project leaves; the same every time, but for the days. */
export function liveIn(data: string, project: string, options: { readonly hostile?: true } = {}): void {
  for (const file of FILES) {
    Deno.mkdirSync(`${project}/${file.slice(0, file.lastIndexOf("/"))}`, { recursive: true });
    Deno.writeTextFileSync(`${project}/${file}`, "");
  }
  const { store } = prepareHome(pathsBelow(data), { drainLimit: 0, log: () => {} });
  using _closed = store;
  store.transaction(() => {
    for (let day = WORKED - 1; day >= 0; day--) if (isWorked(day)) addSession(store, project, day);
    const active = MEMORIES.filter(({ status }) => status === "active").length;
    MEMORIES.forEach((memory, i) => {
      const late = i - active;
      addMemory(store, project, memory, { at: late < 0 ? ago(90 - i * 9, i) : ago(0.05 + late, late), i });
    });
    addDoubtful(store, project);
    addPredictions(store, project);
    addTold(store);
    addEvents(store);
    if (options.hostile) {
      const hostile = { body: HOSTILE, title: HOSTILE, quote: HOSTILE, cues: [HOSTILE] };
      for (const [i, status] of (["candidate", "active"] as const).entries()) {
        addMemory(store, project, { ...hostile, category: "DECISION", status }, { at: ago(0, 0), i: 99 - i });
      }
      store.run("update prompts set text = text || ? where id = (select max(id) from prompts)", HOSTILE);
      store.run("update sessions set title = ? where id = (select max(id) from sessions)", HOSTILE);
    }
  });
  const newest = store.column<number>("select id from observations order by id desc limit 60");
  queueForSearch(store, "observation", newest);
  for (let left = 1; left > 0;) left = indexQueued(store, 5000);
}

/** Weekdays mostly, some more than others; no chance in it, so that pictures look alike. */
function isWorked(day: number): boolean {
  const weekday = new Date(Date.now() - day * DAY_MS).getDay();
  return weekday !== 0 && weekday !== 6 && (day * 7) % 11 !== 3;
}

function ago(days: number, minutes: number): string {
  return new Date(Date.now() - days * DAY_MS - minutes * MINUTE_MS - 30 * MINUTE_MS).toISOString();
}

function addSession(store: Store, project: string, day: number): void {
  const calls = 6 + (day * 5) % 31;
  const session_id = `session-${String(WORKED - day).padStart(4, "0")}`;
  const title = TITLES[day % TITLES.length]!;
  const start = new Date(ago(day, calls * 2)).getTime();
  const at = (minutes: number) => new Date(start + minutes * MINUTE_MS).toISOString();
  insertRow(store, "sessions", {
    session_id,
    project,
    cwd: project,
    source: "startup",
    started_at: at(0),
    ...day > 0 && { status: "closed", ended_at: at(calls), end_reason: "prompt_input_exit" },
    prompt_count: 2,
    tool_count: calls,
    title,
    summary:
      `- Asked: ${title}\n- Changed: src/ledger.ts, src/money.ts\n- Tests: failed, then passed: \`npm test\``,
  });
  const prompts = [
    `${title}. Find out why and fix it.`,
    "From now on keep money as whole cents. The key is API_KEY=[redacted:api-key]",
  ];
  prompts.forEach((text, i) => {
    const prompt = { session_id, prompt_id: `${session_id}-${i}`, number: i + 1, text };
    insertRow(store, "prompts", { ...prompt, created_at: at(i * calls / 2) });
  });
  for (let i = 0; i < calls; i++) {
    const [tool_name, text, outcome] = CALLS[i % CALLS.length]!;
    const created_at = at(i + 0.5);
    const tool_input = { command: text, file_path: "src/ledger.ts" };
    insertRow(store, "pending_queue", {
      ...{ session_id, tool_use_id: `${session_id}-${i}`, tool_name, outcome, created_at },
      ...{ priority: "high", status: "processed", files_touched: '["src/ledger.ts"]' },
      payload: JSON.stringify({ tool_input, tool_response: {} }),
    });
    const capture_id = store.value<number>("select max(id) from pending_queue")!;
    insertRow(store, "observations", { session_id, text, files: "[]", outcome, created_at, capture_id });
  }
}

function addMemory(
  store: Store,
  project: string,
  { status, category, body, title, scope = "project", quote = "", cues = [], files = [], recall = [] }:
    Seeded,
  { at, i }: { readonly at: string; readonly i: number },
): void {
  const session_id = store.value<string>(
    "select session_id from sessions where started_at <= ? order by started_at desc limit 1",
    at,
  ) ?? null;
  const isCandidate = status === "candidate";
  insertRow(store, "memories", {
    ...{ scope, category, body, status, session_id, created_at: at, updated_at: at },
    project: scope === "user" ? null : project,
    title: title ?? null,
    evidence: quote === "" ? null : encodeEvidence({ quote, cues, uuid: `message-${i}`, offset: undefined }),
    source: isCandidate ? "triage" : "agent",
    confidence: isCandidate ? 0.95 - i * 0.02 : 0.9,
    files: JSON.stringify(files),
    recall_when: JSON.stringify(recall),
    use_count: status === "active" ? (i * 3) % 7 : 0,
  });
}

/** A memory that a newer one says again, as an import leaves it. */
function addDoubtful(store: Store, project: string): void {
  const said = { status: "active", category: "CONSTRAINT" } as const;
  const body = "Deploys run on Friday mornings only.";
  addMemory(store, project, { ...said, body }, { at: ago(60, 0), i: 20 });
  const again = body.replace(".", ", after the stand-up.");
  addMemory(store, project, { ...said, body: again }, { at: ago(20, 0), i: 20 });
}

function addPredictions(store: Store, project: string): void {
  for (let i = 0; i < 46; i++) {
    const [domain, strategy, prediction, expects] = PREDICTIONS[i % PREDICTIONS.length]!;
    const isTrue = (i * 7) % 10 < 7;
    const status = i === 45 ? "active" : i % 11 === 7 ? "abandoned" : isTrue ? "confirmed" : "falsified";
    const takeaway = "Look at the query plan before guessing at an index";
    insertRow(store, "ghap", {
      ...{ project, domain, strategy, prediction, status, expects_of: "tests" },
      session_id: `session-${String(WORKED - i * 2).padStart(4, "0")}`,
      goal: TITLES[i % TITLES.length]!,
      hypothesis: "It is the rounding",
      action: "Round once",
      expects: i % 5 === 4 ? null : expects,
      result: status === "active" ? null : "npm test: 214 passed",
      lesson: status === "falsified"
        ? JSON.stringify({ what_worked: "reading the query plan", takeaway: i % 3 === 0 ? "" : takeaway })
        : null,
      confidence_tier: status === "confirmed" ? "gold" : null,
      created_at: ago(i * 2, 20),
      resolved_at: status === "active" ? null : ago(i * 2, 0),
    });
  }
}

/** What each session was told at its start and at a file, and what its agent opened. */
function addTold(store: Store): void {
  const contents = store.all<{ id: number; text: string }>(
    "select id, coalesce(title, body) as text from memories where status = 'active' and title is not ? order by id",
    HOSTILE,
  );
  const lines = contents.map(({ id, text }) => `m${id} · ${text}`);
  const start = ["<mneme-context>", "Known here, by title:", ...lines, "</mneme-context>"].join("\n");
  const ids = JSON.stringify(contents.map(({ id }) => `m${id}`));
  store.run(
    `insert into tellings (session_id, hook, prompt_number, items, lines, tokens, text, created_at)
     select session_id, 'start', 0, ?, ?, 240, ?, started_at from sessions
     union all select session_id, 'file', 1, '["m1"]', '[]', 62, '<mneme-context>' || char(10) ||
       'On the file src/money.ts:' || char(10) || '- m1 · said by the user · Money in whole cents: All money is kept as whole cents.'
       || char(10) || '</mneme-context>', started_at from sessions where id % 3 = 0
     union all select session_id, 'prompt', 1, '["m2","m3"]', '["m2","m3"]', 31, '<mneme-context>' || char(10) ||
       'm2 · The checkout test flakes' || char(10) || 'm3 · The payment provider takes amounts' || char(10) || '</mneme-context>', started_at
       from sessions where id % 5 = 0`,
    ids,
    ids,
    start,
  );
  store.run(
    `insert into openings (session_id, item, hook, created_at) select s.session_id, 'm' || m.id,
     case (s.id + m.id) % 3 when 0 then 'file' else 'start' end, s.started_at from sessions s join memories m
     on m.id in (1, 2, 5) and (s.id + m.id) % 4 = 0`,
  );
}

function addEvents(store: Store): void {
  const hooks = {
    ...{ session_start: 24, user_prompt_submit: 21, pre_tool_use: 13, post_tool_use: 17 },
    ...{ stop: 44, session_end: 19 },
  };
  for (const [name, base] of Object.entries(hooks)) {
    for (let i = 0; i < 60; i++) {
      insertRow(store, "event_log", {
        session_id: "session-0300",
        event: `hook.${name}`,
        duration_ms: base + (i * 13) % 17 + (i % 19 === 0 ? 25 : 0),
        created_at: ago(i / 3, 0),
      });
    }
  }
}
