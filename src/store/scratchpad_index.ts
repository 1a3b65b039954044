import type { Store } from "./store.ts";

/** A scratchpad as it is kept to be found. */
export interface ScratchpadText {
  /** The project as sessions have it, whatever worktree the file lies in. */
  readonly project: string;
  readonly agent: string;
  /** `2026-03-01`. */
  readonly day: string;
  /** Absolute. */
  readonly path: string;
  /** Of the file as it is, before its text was cleaned. */
  readonly contentHash: string;
  readonly text: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** What is known of the scratchpads below a folder, by path. */
export function knownScratchpads(
  store: Store,
  folder: string,
): Map<string, { id: number; contentHash: string }> {
  const rows = store.all<{ id: number; path: string; contentHash: string }>(
    "select id, path, content_hash as contentHash from scratchpads where path >= ? and path < ?",
    `${folder}/`,
    `${folder}0`, // the character behind the slash
  );
  return new Map(rows.map(({ path, ...rest }) => [path, rest]));
}

/** Keeps a scratchpad as it is now; returns its row. */
export function keepScratchpad(store: Store, pad: ScratchpadText): number {
  return store.first<{ id: number }>(
    `insert into scratchpads (project, agent, day, path, content_hash, text, updated_at) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (path) do update set project = excluded.project, content_hash = excluded.content_hash,
       text = excluded.text, updated_at = excluded.updated_at
     returning id`,
    pad.project,
    pad.agent,
    pad.day,
    pad.path,
    pad.contentHash,
    pad.text,
    pad.updatedAt,
  )?.id ?? 0;
}

/** Removes scratchpads whose files are gone. */
export function dropScratchpads(store: Store, ids: readonly number[]): void {
  store.run("delete from scratchpads where id in (select value from json_each(?))", JSON.stringify(ids));
}

/** One of the kept scratchpads. */
export interface KeptScratchpad {
  readonly id: number;
  readonly agent: string;
  readonly day: string;
  readonly path: string;
  readonly text: string;
}

/** The scratchpads of these rows, in the order of the rows given. */
export function scratchpadsByRow(store: Store, ids: readonly number[]): KeptScratchpad[] {
  const rows = store.all<KeptScratchpad>(
    "select id, agent, day, path, text from scratchpads where id in (select value from json_each(?))",
    JSON.stringify(ids),
  );
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** Every project that was worked in since, with the newest first; at most so many. */
export function recentProjects(store: Store, since: string, limit: number): string[] {
  return store.all<{ project: string }>(
    `select project from sessions group by project
     having max(coalesce(last_started_at, started_at)) >= ? or max(coalesce(ended_at, '')) >= ?
     order by max(started_at) desc limit ?`,
    since,
    since,
    limit,
  ).map(({ project }) => project);
}
