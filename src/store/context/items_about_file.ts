import { withSlashes } from "../../core/slashes.ts";
import { meansFile, pathsEndingIn } from "../../core/context/file_mention.ts";
import type { Store } from "../store.ts";
import type { FoundItem } from "./fit_items.ts";
import { ignoredSql, lowered, neglectFactor } from "./ignored_before.ts";
import type { NamingItem, SavedKind } from "./items_naming.ts";
import { type DetailRow, groupOf, lessonDetails, memoryDetails, withTitle } from "./saved_details.ts";

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
  readonly ignored: number;
  /** `null` for the user's own. */
  readonly project: string | null;
}

/** A file, and the last part of its path. */
export interface NamedFile {
  readonly path: string;
  readonly name: string;
}

/** A file that was read in a project. */
export interface SoughtFile extends NamedFile {
  /** The project's folder: what is attached to a bare name means the file there. */
  readonly root: string;
}

/** Letters of their ids. */
const LETTERS = { memory: "m", ghap: "g" } as const;

const MEMORY_SQL = memoryDetails(
  `, files, concat_ws(' ', title, body) as whole, ${ignoredSql("'m' || memories.id")} as ignored,
      session_id as sessionId, created_at as savedAt, project`,
);
const LESSON_SQL = lessonDetails(
  `, null as files, concat_ws(' ', goal, hypothesis, action, prediction, result, surprise, root_cause, lesson)
      as whole, ${
    ignoredSql("'g' || ghap.id")
  } as ignored, session_id as sessionId, created_at as savedAt, project`,
);

/**
 * Of these items those that are attached to the file or mean it; not those that have gone since they were indexed. What
 * was brought back again and again for nothing counts for less.
 */
export function itemsAboutFile(store: Store, items: readonly NamingItem[], file: SoughtFile): FileItem[] {
  const memories = rowsOf(store, refsOf("memory", items), MEMORY_SQL);
  const lessons = rowsOf(store, refsOf("ghap", items), LESSON_SQL);
  const sought = { ...file, isForeign: isForeign(store, file) };
  return [
    ...memories.flatMap((row) => aboutFile({ kind: "memory", group: groupOf(row.sort) }, row, sought)),
    ...lessons.flatMap((row) => aboutFile({ kind: "ghap", group: "lessons" }, row, sought)),
  ];
}

function refsOf(kind: SavedKind, items: readonly NamingItem[]): number[] {
  return items.filter((item) => item.kind === kind).map(({ ref }) => ref);
}

function rowsOf(store: Store, refs: readonly number[], sql: string): FileRow[] {
  return refs.length === 0 ? [] : store.all<FileRow>(sql, JSON.stringify(refs));
}

function aboutFile(
  sort: Pick<FileItem, "group"> & { readonly kind: SavedKind },
  row: FileRow,
  file: PlacedFile,
): FileItem[] {
  const score = scoreOf(row, file);
  if (score === 0) return [];
  const { ref, source, title, text, createdAt, sessionId, savedAt } = row;
  const why = [{ name: "file", value: score }];
  const id = `${LETTERS[sort.kind]}${ref}`;
  const item = {
    ...sort,
    id,
    source,
    text: withTitle(title, text),
    createdAt,
    score,
    why,
    sessionId,
    savedAt,
  };
  return [lowered(item, neglectFactor(row.ignored))];
}

interface PlacedFile extends SoughtFile {
  readonly isForeign: boolean;
}

/** Of a file in another project, no relative path of this one's memories tells. */
function scoreOf({ files, whole, project }: FileRow, { path, name, root, isForeign }: PlacedFile): number {
  const tells = (given: string) => !isForeign || project === null || ABSOLUTE.test(given);
  const attached = files === null ? [] : (JSON.parse(files) as string[]).filter(tells);
  if (meansFile(attached, path, root)) return ATTACHED;
  return meansFile(pathsEndingIn(whole, name).filter(tells), path) ? MENTIONED : 0;
}

const ABSOLUTE = /^(?:[A-Za-z]:)?[\\/]/;

/**
 * Whether a file lies in another project that is known. What lies elsewhere may be a worktree of this one; and a project
 * around both, as a home folder, tells nothing.
 */
function isForeign(store: Store, { path, root }: SoughtFile): boolean {
  const file = withSlashes(path);
  const own = withSlashes(root);
  if (file.startsWith(`${own}/`)) return false;
  const known = store.first(
    `select 1 from (select replace(project, '\\', '/') || '/' as root from search_partitions where project <> '')
     where substr(?, 1, length(root)) = root and substr(?, 1, length(root)) <> root`,
    file,
    own,
  );
  return known !== undefined;
}
