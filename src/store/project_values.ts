// Values: short rules for a project or for every project, which agents and people store and each start tells.
import { unitePhrases } from "../memory/recall_phrases.ts";
import { parseList, parseTexts } from "./columns.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export interface ProjectValue {
  readonly id: number;
  readonly project: string | null;
  readonly text: string;
  /** The rows of the GHAP entries that it comes from. */
  readonly sources: readonly number[];
  readonly recall_when: readonly string[];
  readonly use_count: number;
  readonly last_used_at: string | null;
  readonly created_at: string;
}

type ValueRow = Omit<ProjectValue, "sources" | "recall_when"> & {
  readonly sources: string;
  readonly recall_when: string;
};

/** A value to be kept; its text is clean of private parts and secrets. */
type ValueDraft = Pick<ProjectValue, "project" | "text" | "sources"> & {
  readonly recallWhen?: readonly string[];
};

const VALUE_COLUMNS = sql`id, project, text, sources, recall_when, use_count, last_used_at, created_at`;

/** Returns an SQL expression that is equal for values that differ only in case and final punctuation. */
export const comparableText = (text: Sql): Sql => sql`lower(rtrim(${text}, ' .!;。！；।'))`;

/** Keeps a value. A known one counts as used and gets the sources and phrases. */
export function storeValue(store: Store, draft: ValueDraft, at: string) {
  return store.transaction((): { row: number; isNew: boolean } => {
    const known = store.first<ValueRow>(sql`
      select ${VALUE_COLUMNS} from project_values where project is ${draft.project}
      and ${comparableText(sql`text`)} = ${comparableText(sql`${draft.text}`)}`);
    if (known !== undefined) {
      const sources = [...new Set([...parseList<number>(known.sources), ...draft.sources])];
      const phrases = unitePhrases(parseTexts(known.recall_when), draft.recallWhen ?? []);
      store.run(sql`
        update project_values set sources = ${sources}, recall_when = ${phrases}, use_count = use_count + 1,
        last_used_at = max(coalesce(last_used_at, ''), ${at}) where id = ${known.id}`);
      return { row: known.id, isNew: false };
    }
    const added = store.value<number>(sql`
      insert into project_values (project, text, sources, recall_when, created_at)
      values (${draft.project}, ${draft.text}, ${[...new Set(draft.sources)]}, ${draft.recallWhen ?? []},
      ${at}) returning id`);
    return { row: added ?? 0, isNew: true };
  });
}

/** Returns the values of a project and those for every project, the most used first, then the last used. */
export function topValues(store: Store, project: string, limit: number): ProjectValue[] {
  return store.all<ValueRow>(sql`
    select ${VALUE_COLUMNS} from project_values where project = ${project} or project is null
    order by use_count desc, coalesce(last_used_at, created_at) desc, id desc limit ${limit}`).map(valueOf);
}

export function valueByRow(store: Store, row: number): ProjectValue | undefined {
  const found = store.first<ValueRow>(sql`select ${VALUE_COLUMNS} from project_values where id = ${row}`);
  return found && valueOf(found);
}

function valueOf(row: ValueRow): ProjectValue {
  return { ...row, sources: parseList<number>(row.sources), recall_when: parseTexts(row.recall_when) };
}
