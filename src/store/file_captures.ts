import type { CapturedRow } from "../session/captured_call.ts";
import { every, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A call that named a file, with its place in time. */
export interface FileCapture extends CapturedRow {
  /** The number of its session. */
  readonly session: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The most calls that are returned. */
const MOST = 500;

/** Returns the calls that changed this file (absolute), of all sessions or one, newest first, pruned ones too. */
export function capturesOfFile(
  store: Store,
  path: string,
  sessionId: string | undefined,
): FileCapture[] {
  const conditions = [
    sql`q.priority = 'high' and instr(q.files_touched, ${JSON.stringify(path)})`,
    ...(sessionId === undefined ? [] : [sql`q.session_id = ${sessionId}`]),
  ];
  return store.all<FileCapture>(sql`
    select s.id as session, q.created_at as createdAt, tool_name as toolName, files_touched as files, outcome,
    payload from pending_queue q join sessions s using (session_id) where ${every(conditions)}
    order by q.created_at desc, q.id desc limit ${MOST}`);
}
