import { fileKey } from "../../core/context/file_key.ts";
import { fileName, meansFile, pathsEndingIn } from "../../core/context/file_mention.ts";
import type { SearchHit } from "../../core/search/search_types.ts";
import type { Store } from "../store.ts";

/** The newest that hold the file's name are looked at closely. */
const MAX_LOOKED_AT = 30;
const ATTACHED = 1;
const MENTIONED = 0.8;

/** With the letters of their ids. */
const KINDS = [["memory", "m"], ["ghap", "g"]] as const;
type FileKind = typeof KINDS[number][0];

interface FileText {
  readonly ref: number;
  readonly files: string;
  readonly text: string;
  readonly sessionId: string | null;
  readonly createdAt: string;
}

const REFS = "id in (select value from json_each(?))";
const TEXTS: Readonly<Record<FileKind, string>> = {
  memory:
    `select id as ref, files, concat_ws(' ', title, body) as text, session_id as sessionId, created_at as createdAt
    from memories where ${REFS}`,
  ghap:
    `select id as ref, '[]' as files, concat_ws(' ', goal, hypothesis, action, prediction, result, surprise,
      root_cause, lesson) as text, session_id as sessionId, created_at as createdAt
    from ghap where ${REFS}`,
};

/**
 * Memories and lessons of the project, and the user's own, that are attached to the file or name it, the newest of many.
 * One look into the index where there are none.
 */
export function itemsAboutFile(store: Store, project: string, file: string): SearchHit[] {
  const found = itemsNaming(store, project, fileName(file));
  return KINDS.flatMap(([kind, letter]) => {
    const refs = found.filter((item) => item.kind === kind).map(({ ref }) => ref);
    if (refs.length === 0) return [];
    return store.all<FileText>(TEXTS[kind], JSON.stringify(refs)).flatMap((row) => {
      const score = scoreOf(row, file);
      if (score === 0) return [];
      const { ref, sessionId, createdAt } = row;
      const why = [{ name: "file", value: score }];
      return [{ id: `${letter}${ref}`, kind, ref, score, sessionId, createdAt, why }];
    });
  });
}

function scoreOf({ files, text }: FileText, file: string): number {
  if (meansFile(JSON.parse(files) as string[], file)) return ATTACHED;
  return meansFile(pathsEndingIn(text, fileName(file)), file) ? MENTIONED : 0;
}

function itemsNaming(store: Store, project: string, name: string): { kind: FileKind; ref: number }[] {
  return store.all(
    `select i.kind, i.ref from item_files f join search_items i on i.id = f.item
       join search_partitions p on p.id = i.partition
     where f.name = ? and p.project in (?, '') order by f.item desc limit ${MAX_LOOKED_AT}`,
    fileKey(name),
    project,
  );
}
