import type { Store } from "./store.ts";
import { parseList } from "./json_columns.ts";

/** A rule that a project, or with `null` every project, goes by. */
export interface ProjectValue {
  readonly id: number;
  readonly project: string | null;
  readonly text: string;
  /** The numbers of the entries that it comes from. */
  readonly sources: readonly number[];
  readonly use_count: number;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

type ValueRow = Omit<ProjectValue, "sources"> & { readonly sources: string };

/** A value to be kept; its text is clean of private parts and secrets. */
export interface ValueDraft {
  readonly project: string;
  readonly text: string;
  readonly sources: readonly number[];
}

const VALUE_COLUMNS = "id, project, text, sources, use_count, last_used_at, created_at";

/**
 * Keeps a value; to say it again, in whatever case and with or without its full stop, is to use it, and adds the
 * sources.
 */
export function storeValue(store: Store, draft: ValueDraft, at: string): { row: number; isNew: boolean } {
  return store.transaction(() => {
    const known = store.first<ValueRow>(
      `select ${VALUE_COLUMNS} from project_values where project is ?
         and lower(rtrim(text, ' .!;')) = lower(rtrim(?, ' .!;'))`,
      draft.project,
      draft.text,
    );
    if (known !== undefined) {
      const sources = [...new Set([...parseList<number>(known.sources), ...draft.sources])];
      store.run(
        "update project_values set sources = ?, use_count = use_count + 1, last_used_at = ? where id = ?",
        JSON.stringify(sources),
        at,
        known.id,
      );
      return { row: known.id, isNew: false };
    }
    const added = store.first<{ id: number }>(
      "insert into project_values (project, text, sources, created_at) values (?, ?, ?, ?) returning id",
      draft.project,
      draft.text,
      JSON.stringify([...new Set(draft.sources)]),
      at,
    );
    return { row: added?.id ?? 0, isNew: true };
  });
}

/** The values of a project and those of every project, by use and recency. */
export function topValues(store: Store, project: string, limit: number): ProjectValue[] {
  return store.all<ValueRow>(
    `select ${VALUE_COLUMNS} from project_values where project = ? or project is null
     order by use_count desc, coalesce(last_used_at, created_at) desc, id desc limit ?`,
    project,
    limit,
  ).map(valueOf);
}

/** The value of this number; `undefined` when there is none. */
export function valueByRow(store: Store, row: number): ProjectValue | undefined {
  const found = store.first<ValueRow>(`select ${VALUE_COLUMNS} from project_values where id = ?`, row);
  return found === undefined ? undefined : valueOf(found);
}

function valueOf(row: ValueRow): ProjectValue {
  return { ...row, sources: parseList<number>(row.sources) };
}

/** Takes a value out; false when there is none of this number. */
export function forgetValue(store: Store, row: number): boolean {
  return store.run("delete from project_values where id = ?", row) > 0;
}
