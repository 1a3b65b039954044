import { fileKey } from "../../core/context/file_key.ts";
import { fileName, meansFile, pathsEndingIn } from "../../core/context/file_mention.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import type { Store } from "../store.ts";

/** The newest that hold the file's name are looked at closely. */
const MAX_LOOKED_AT = 30;
const ATTACHED = 1;
const MENTIONED = 0.8;

/** Letters of their ids. */
const LETTERS = { memory: "m", ghap: "g" } as const;

interface FileText {
  readonly kind: keyof typeof LETTERS;
  readonly ref: number;
  /** JSON; `null` for what has none. */
  readonly files: string | null;
  readonly text: string;
  readonly sessionId: string | null;
  readonly createdAt: string;
}

/** Each has either of the two: what concatenation and choice leave out is null. */
const SQL = `select i.kind, i.ref, m.files, coalesce(m.session_id, g.session_id) as sessionId,
    coalesce(m.created_at, g.created_at) as createdAt,
    concat_ws(' ', m.title, m.body, g.goal, g.hypothesis, g.action, g.prediction, g.result, g.surprise, g.root_cause,
      g.lesson) as text
  from item_files f join search_items i on i.id = f.item join search_partitions p on p.id = i.partition
    left join memories m on i.kind = 'memory' and m.id = i.ref left join ghap g on i.kind = 'ghap' and g.id = i.ref
  where f.name = ? and p.project in (?, '') order by f.item desc limit ${MAX_LOOKED_AT}`;

/**
 * Memories and lessons of the project, and the user's own, that are attached to the file or name it, the newest of many.
 * One look into the index where there are none.
 */
export function itemsAboutFile(store: Store, project: string, file: string): SearchHit[] {
  return store.all<FileText>(SQL, fileKey(fileName(file)), project).flatMap((row) => {
    const score = scoreOf(row, file);
    if (score === 0) return [];
    const { kind, ref, sessionId, createdAt } = row;
    const why = [{ name: "file", value: score }];
    return [{ id: `${LETTERS[kind]}${ref}`, kind, ref, score, sessionId, createdAt, why }];
  });
}

function scoreOf({ files, text }: FileText, file: string): number {
  if (files !== null && meansFile(JSON.parse(files) as string[], file)) return ATTACHED;
  return meansFile(pathsEndingIn(text, fileName(file)), file) ? MENTIONED : 0;
}
