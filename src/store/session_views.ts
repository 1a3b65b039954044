import type { SqlValue, Store } from "./store.ts";

/** A session as people and agents see it: the columns of its row, and its number as `s4`. */
export interface SessionView {
  readonly id: string;
  readonly session_id: string;
  readonly project: string;
  readonly cwd: string | null;
  readonly source: string | null;
  readonly status: "active" | "closed";
  readonly started_at: string;
  readonly last_started_at: string | null;
  readonly ended_at: string | null;
  readonly end_reason: string | null;
  readonly prompt_count: number;
  readonly tool_count: number;
  readonly title: string | null;
  readonly summary: string | null;
}

export interface SessionFilter {
  /** Every project's when absent. */
  readonly project?: string | undefined;
  /** Each must stand in the title or in one of the prompts, in any case. */
  readonly words: readonly string[];
  readonly limit: number;
}

const COLUMNS =
  `'s' || sessions.id as id, session_id, project, cwd, source, status, started_at, last_started_at,
  ended_at, end_reason, prompt_count, tool_count, title, summary`;

/** The sessions that fit, newest first. */
export function findSessions(store: Store, filter: SessionFilter): SessionView[] {
  const conditions: string[] = ["true"];
  const values: SqlValue[] = [];
  if (filter.project !== undefined) {
    conditions.push("project = ?");
    values.push(filter.project);
  }
  for (const word of filter.words) {
    const patterns = likePatterns(word);
    conditions.push(`(${anyLike("title", patterns)} or exists (select 1 from prompts
      where prompts.session_id = sessions.session_id and ${anyLike("text", patterns)}))`);
    values.push(...patterns, ...patterns);
  }
  return store.all<SessionView>(
    `select ${COLUMNS} from sessions where ${conditions.join(" and ")}
     order by started_at desc, sessions.id desc limit ?`,
    ...values,
    filter.limit,
  );
}

/** The session of this number (`s4`) or client's id, else those whose client's id starts so; at most `limit`. */
export function sessionsCalled(store: Store, id: string, limit: number): SessionView[] {
  const number = /^s(\d{1,15})$/.exec(id)?.[1];
  const exact = store.first<SessionView>(
    `select ${COLUMNS} from sessions where id = ? or session_id = ?`,
    number === undefined ? null : Number(number),
    id,
  );
  if (exact !== undefined) return [exact];
  if (id === "") return []; // with which every id begins
  return store.all<SessionView>(
    `select ${COLUMNS} from sessions where substr(session_id, 1, length(?)) = ?
     order by started_at desc limit ?`,
    id,
    id,
    limit,
  );
}

/** The first of these projects that has a session. */
export function firstKnownProject(store: Store, projects: readonly string[]): string | undefined {
  return projects.find((project) =>
    store.first("select 1 from sessions where project = ? limit 1", project) !== undefined
  );
}

function anyLike(column: string, patterns: readonly string[]): string {
  return `(${patterns.map(() => `${column} like ? escape '\\'`).join(" or ")})`;
}

/** `like` knows the case of ASCII letters alone; for others the usual ways to write the word are tried. */
function likePatterns(word: string): string[] {
  const lower = word.toLowerCase();
  const first = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  const spellings = /^[\0-\x7f]*$/.test(word) ? [lower] : [word, lower, word.toUpperCase(), first];
  return [...new Set(spellings)].map((text) => `%${text.replace(/[\\%_]/g, "\\$&")}%`);
}
