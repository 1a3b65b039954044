// The memories and lessons about a file that an agent reads.

import { withSlashes } from "../base/slashes.ts";
import { meansFile, pathsEndingIn } from "../search/file_names.ts";
import { itemId } from "../search/search_types.ts";
import { detailOf, type DetailRow, DETAILS, type FoundItem } from "./item_details.ts";
import type { NamingItem } from "./search_tables.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

const ATTACHED = 1;
const MENTIONED = 0.8;

/** A memory or a lesson that is about a file. */
export interface FileItem extends FoundItem {
  readonly sessionId: string | null;
  /** The time at which a memory was saved or an entry started. */
  readonly savedAt: string;
}

interface FileRow extends DetailRow {
  /** Its files as JSON; `null` for none. */
  readonly files: string | null;
  readonly whole: string;
  readonly sessionId: string | null;
  readonly savedAt: string;
  /** The project; `null` for the user's own. */
  readonly project: string | null;
}

export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** `root` is the project's folder, in which a bare file name is looked for. */
type SoughtFile = NamedFile & { readonly root: string };

/** The files and the texts of each kind's rows, and their table. */
const ROWS: Readonly<Record<NamingItem["kind"], Sql>> = {
  memory: sql`files, concat_ws(' ', row.title, row.body) as whole from memories row`,
  ghap:
    sql`null as files, concat_ws(' ', goal, hypothesis, action, prediction, result, surprise, root_cause, lesson)
    as whole from ghap row`,
};

/** Returns the items that are attached to the file or mention it, without items that are gone. */
export function itemsAboutFile(store: Store, items: readonly NamingItem[], file: SoughtFile): FileItem[] {
  const sought = { ...file, isForeign: isForeign(store, file) };
  return (["memory", "ghap"] as const).flatMap((kind) => {
    const refs = items.filter((item) => item.kind === kind).map(({ ref }) => ref);
    const rows = refs.length === 0 ? [] : store.all<FileRow>(sql`
      select detail.*, session_id as sessionId, created_at as savedAt, project, ${ROWS[kind]}
      join (${DETAILS[kind]}) detail on row.id = detail.ref where detail.ref in ${list(refs)}`);
    return rows.flatMap((row) => {
      const { ref, sessionId, savedAt } = row;
      const score = scoreOf(row, sought);
      const why = [{ name: "file", value: score }];
      const item = { ...detailOf(row), kind, id: itemId({ kind, ref }), score, why, sessionId, savedAt };
      return score === 0 ? [] : [item];
    });
  });
}

type PlacedFile = SoughtFile & { readonly isForeign: boolean };

/** Scores an item. For a file of another project, a relative path counts only if it leads there from this project. */
function scoreOf({ files, whole, project }: FileRow, { path, name, root, isForeign }: PlacedFile): number {
  const tells = (given: string) =>
    !isForeign || project === null || ABSOLUTE.test(given) ||
    withSlashes(path) === `${withSlashes(root)}/${withSlashes(given)}`;
  const attached = files === null ? [] : (JSON.parse(files) as string[]).filter(tells);
  if (meansFile(attached, path, root)) return ATTACHED;
  return meansFile(pathsEndingIn(whole, name).filter(tells), path) ? MENTIONED : 0;
}

const ABSOLUTE = /^(?:[A-Za-z]:)?[\\/]/;

/**
 * Tells whether a file lies in another known project. An unknown folder may be a worktree of this project. A project
 * that contains both, such as a home folder, does not count.
 */
function isForeign(store: Store, { path, root }: SoughtFile): boolean {
  const file = withSlashes(path);
  const own = `${withSlashes(root)}/`;
  return store.has(sql`
    select 1 from (select replace(project, '\\', '/') || '/' as root from search_partitions
    where project <> '' and items > 0) where substr(${file}, 1, length(root)) = root
    and substr(${own}, 1, length(root)) <> root`);
}
