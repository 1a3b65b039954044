import { withSlashes } from "../base/slashes.ts";
import { meansFile, pathsEndingIn } from "../search/file_names.ts";
import { itemId } from "../search/search_types.ts";
import { withTitle } from "../session/context_item.ts";
import { type DetailRow, DETAILS, type FoundItem, groupOf } from "./item_details.ts";
import type { NamingItem } from "./search_tables.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

const ATTACHED = 1;
const MENTIONED = 0.8;

/** A memory or a lesson that is about a file. */
export interface FileItem extends FoundItem {
  readonly sessionId: string | null;
  /** Of a lesson, when its entry was started. */
  readonly savedAt: string;
}

interface FileRow extends DetailRow {
  /** JSON; `null` for what has none. */
  readonly files: string | null;
  /** All of its texts, as a whole. */
  readonly whole: string;
  readonly sessionId: string | null;
  readonly savedAt: string;
  /** `null` for the user's own. */
  readonly project: string | null;
}

export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** `root` is the project's folder: what is attached to a bare name means the file there. */
type SoughtFile = NamedFile & { readonly root: string };

/** Per kind the details of its rows with what tells which files they are about. */
const ROWS: Readonly<Record<NamingItem["kind"], Sql>> = {
  memory: sql`
    select detail.*, files, concat_ws(' ', row.title, row.body) as whole,
    session_id as sessionId, created_at as savedAt, project
    from (${DETAILS.memory}) detail join memories row on row.id = detail.ref`,
  ghap: sql`
    select detail.*, null as files, concat_ws(' ', goal, hypothesis, action, prediction, result, surprise,
    root_cause, lesson) as whole, session_id as sessionId,
    created_at as savedAt, project from (${DETAILS.ghap}) detail join ghap row on row.id = detail.ref`,
};

/** Of these items those that are attached to the file or mean it; not those that have gone since they were indexed. */
export function itemsAboutFile(store: Store, items: readonly NamingItem[], file: SoughtFile): FileItem[] {
  const sought = { ...file, isForeign: isForeign(store, file) };
  return (["memory", "ghap"] as const).flatMap((kind) => {
    const refs = items.filter((item) => item.kind === kind).map(({ ref }) => ref);
    const rows = refs.length === 0 ? [] : store.all<FileRow>(sql`
      ${ROWS[kind]} where detail.ref in ${list(refs)}`);
    return rows.flatMap((row) => aboutFile(kind, row, sought));
  });
}

function aboutFile(kind: NamingItem["kind"], row: FileRow, file: PlacedFile): FileItem[] {
  const score = scoreOf(row, file);
  if (score === 0) return [];
  const { ref, sort, source, title, text, createdAt, sessionId, savedAt } = row;
  return [{
    kind,
    group: kind === "ghap" ? "lessons" as const : groupOf(sort),
    id: itemId({ kind, ref }),
    source,
    text: withTitle(title, text),
    createdAt,
    score,
    why: [{ name: "file", value: score }],
    sessionId,
    savedAt,
  }];
}

type PlacedFile = SoughtFile & { readonly isForeign: boolean };

/** Of a file in another project, no relative path of this one's memories tells. */
function scoreOf({ files, whole, project }: FileRow, { path, name, root, isForeign }: PlacedFile): number {
  const tells = (given: string) => !isForeign || project === null || ABSOLUTE.test(given);
  const attached = files === null ? [] : (JSON.parse(files) as string[]).filter(tells);
  if (meansFile(attached, path, root)) return ATTACHED;
  return meansFile(pathsEndingIn(whole, name).filter(tells), path) ? MENTIONED : 0;
}

const ABSOLUTE = /^(?:[A-Za-z]:)?[\\/]/;

/**
 * Tells whether a file lies in another project that is known. What lies elsewhere may be a worktree of this one; and a project
 * around both, as a home folder, tells nothing.
 */
function isForeign(store: Store, { path, root }: SoughtFile): boolean {
  const file = withSlashes(path);
  const own = withSlashes(root);
  if (file.startsWith(`${own}/`)) return false;
  const known = store.first(sql`
    select 1 from (select replace(project, '\\', '/') || '/' as root from search_partitions
    where project <> '') where substr(${file}, 1, length(root)) = root
    and substr(${own}, 1, length(root)) <> root`);
  return known !== undefined;
}
