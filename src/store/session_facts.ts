import type { Finding, SessionCommand, SessionFacts } from "../core/session_summary.ts";
import type { Store } from "./store.ts";

const MAX_FILES = 100;
const MAX_COMMANDS = 12;
const MAX_FINDINGS = 12;

/** What the database knows of a session; reads its small columns, and the payloads of a few commands alone. */
export function sessionFacts(store: Store, sessionId: string): SessionFacts {
  return {
    firstPrompt: promptText(store, sessionId, "asc"),
    lastPrompt: promptText(store, sessionId, "desc"),
    changedFiles: changedFiles(store, sessionId),
    commands: newestCommands(store, sessionId),
    findings: findings(store, sessionId),
    lastAnswer: undefined,
  };
}

export function writeSummary(store: Store, sessionId: string, summary: string): void {
  store.run("update sessions set summary = ? where session_id = ?", summary, sessionId);
}

function promptText(store: Store, sessionId: string, order: "asc" | "desc"): string | undefined {
  const sql = order === "asc"
    ? "select text from prompts where session_id = ? order by number, id limit 1"
    : "select text from prompts where session_id = ? order by number desc, id desc limit 1";
  return store.first<{ text: string }>(sql, sessionId)?.text;
}

function changedFiles(store: Store, sessionId: string): string[] {
  const rows = store.all<{ file: string }>(
    `select json_extract(files_touched, '$[0]') as file from pending_queue
     where session_id = ? and priority = 'high' and files_touched <> '[]'
     group by file order by min(id) limit ?`,
    sessionId,
    MAX_FILES,
  );
  return rows.map(({ file }) => file);
}

function newestCommands(store: Store, sessionId: string): SessionCommand[] {
  const rows = store.all<{ command: unknown; hasFailed: number }>( // as sent: it may be a number
    `select json_extract(payload, '$.tool_input.command') as command,
       json_extract(payload, '$.error') is not null as hasFailed
     from pending_queue where id in (
       select id from pending_queue where session_id = ? and tool_name in ('Bash', 'PowerShell') and +priority = 'high'
       order by id desc limit ?)
     order by id`,
    sessionId,
    MAX_COMMANDS,
  );
  return rows.flatMap(({ command, hasFailed }) =>
    typeof command === "string" ? [{ command, hasFailed: hasFailed === 1 }] : []
  );
}

function findings(store: Store, sessionId: string): Finding[] {
  return store.all<{ category: string; text: string }>(
    `select category, body as text from memories
     where session_id = ? and status in ('active', 'candidate') and category in ('DECISION', 'RUNBOOK', 'TECH_DEBT')
     order by status, confidence desc, id limit ?`, // what was saved, then what is surest
    sessionId,
    MAX_FINDINGS,
  ).map(({ category, text }) => ({ category, text }));
}
