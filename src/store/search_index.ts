import { fileKey } from "../base/hash.ts";
import { COMMON_STEMS, SHARE_STEPS, STEMS_EDITION } from "../search/common_stems.ts";
import { fileNamesIn } from "../search/file_names.ts";
import { indexedRelated, RELATED_EDITION } from "../search/related_words.ts";
import type { ItemKind } from "../search/search_types.ts";
import { indexedAttributes, indexedPhrases, indexedText } from "../search/terms.ts";
import { parseTexts } from "./columns.ts";
import { BEHIND_PHRASES, isAnyQueued } from "./search_tables.ts";
import { list, raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Rows that are read at once. */
const CHUNK = 200;
/** Few and worth their words, unlike what was said and done and the functions of a program. */
const STATED: readonly ItemKind[] = ["memory", "ghap", "value", "session"];

/**
 * Indexes these rows anew, each with what it says now; one that is gone, or not to be found, leaves the index. All or
 * nothing.
 */
export function indexItems(store: Store, kind: ItemKind, refs: readonly number[]): void {
  store.transaction(() => {
    keepWordShares(store);
    for (let i = 0; i < refs.length; i += CHUNK) indexChunk(store, kind, refs.slice(i, i + CHUNK));
  });
}

/** Takes these rows out of the index, as their texts are gone. */
export function unindexItems(store: Store, kind: ItemKind, refs: readonly number[]): void {
  if (refs.length === 0) return;
  store.run(sql`delete from search_items where kind = ${kind} and ref in ${list(refs)}`);
}

/** Indexes what triggers have noted, at most so many rows; returns how many. */
export function indexQueued(store: Store, limit: number): number {
  if (!isAnyQueued(store)) return 0;
  return store.transaction(() => {
    const rows = store.all<{ kind: ItemKind; ref: number }>(sql`
      select kind, ref from search_queue order by kind, ref limit ${limit}`);
    for (const [kind, group] of Map.groupBy(rows, (row) => row.kind)) {
      const refs = group.map(({ ref }) => ref);
      indexItems(store, kind, refs);
      store.run(sql`delete from search_queue where kind = ${kind} and ref in ${list(refs)}`);
    }
    return rows.length;
  });
}

function indexChunk(store: Store, kind: ItemKind, refs: readonly number[]): void {
  unindexItems(store, kind, refs);
  for (
    const text of store.all<ItemText>(sql`
      select * from (${raw(ITEM_TEXTS[kind])}) where ref in ${list(refs)} order by ref`)
  ) {
    addItem(store, kind, text);
  }
}

function addItem(store: Store, kind: ItemKind, text: ItemText): void {
  const partition = partitionOf(store, partitionNameOf(text.project), kind);
  const item = store.value<number>(sql`
    insert into search_items (partition, kind, ref, session_id, position, created_at)
    values (${partition}, ${kind}, ${text.ref}, ${text.session_id}, ${text.position}, ${text.created_at})
    returning id`);
  const attributes = indexedAttributes(
    partition,
    parseTexts(text.files ?? "[]"),
    text.names?.split("\n") ?? [],
  );
  const replaced = indexedText(partition, text.replaced ?? null);
  const title = indexedText(partition, text.title);
  const body = indexedText(partition, text.body);
  const phrases = indexedPhrases(partition, parseTexts(text.recall_when ?? "[]"));
  const related = STATED.includes(kind)
    ? indexedRelated(
      partition,
      `${text.title ?? ""}\n${text.body ?? ""}`,
    )
    : "";
  store.run(sql`
    insert into search_fts (rowid, title, body, attributes, related)
    values (${item ?? 0}, ${title}, ${body}, ${`${attributes} ${replaced}`.trim()},
    ${phrases === "" ? related : `${phrases} ${BEHIND_PHRASES} ${related}`})`);
  if (kind === "memory" || kind === "ghap") {
    indexFiles(store, item ?? 0, [text.title, text.body, text.files]);
  }
}

/** A row that was written without a project is nobody's: it is found where all projects are looked through. */
function partitionNameOf(project: string | null): string {
  return project === "" ? "?" : project ?? "";
}

/** The number of a partition, in which there is now one item more. */
function partitionOf(store: Store, project: string, kind: ItemKind): number {
  return store.value<number>(sql`
    insert into search_partitions (project, kind, items) values (${project}, ${kind}, 1)
    on conflict do update set items = items + 1 returning id`) ?? 0;
}

interface ItemText {
  readonly ref: number;
  /** `null` for the user's own, which is found in every project. */
  readonly project: string | null;
  readonly session_id: string | null;
  /** Its place in its session. */
  readonly position: number;
  readonly created_at: string;
  readonly title: string | null;
  readonly body: string | null;
  /** A JSON list of the files that it is attached to. */
  readonly files: string | null;
  /** Further attributes, line by line: a tool, an agent. */
  readonly names: string | null;
  /** Of memories, what it has taken the place of: who asks for that looks for what holds now. */
  readonly replaced?: string | null;
  /** A JSON list of the phrases in which somebody would ask for it, of kinds that have some. */
  readonly recall_when?: string | null;
}

/** The texts in a column of JSON, without its keys, which every row has. */
function textsIn(column: string): string {
  return `iif(json_valid(${column}),
    (select group_concat(atom, char(10)) from json_tree(${column}) where type = 'text'), ${column})`;
}

/** The texts of a lesson that are its own, and the phrases that it is asked for with. */
const LESSON = {
  texts:
    `iif(json_valid(lesson), concat_ws(char(10), lesson ->> 'what_worked', lesson ->> 'takeaway'), lesson)`,
  phrases: "iif(json_valid(lesson), lesson -> 'recall_when', null)",
};

/**
 * Per kind the query for the texts of its rows; rows that are not to be found
 * (a candidate, an entry that is still open) are not among them.
 */
const ITEM_TEXTS: Readonly<Record<ItemKind, string>> = {
  memory: `select id as ref, iif(scope = 'user', null, coalesce(project, '')) as project, session_id,
        id as position, created_at,
      title, body, files, null as names, recall_when,
      (select group_concat(concat_ws(' ', old.title, old.body, ${textsIn("old.recall_when")}), char(10))
      from memories old
        where old.project is memories.project and old.status = 'superseded'
        and old.superseded_by = memories.id) as replaced
    from memories where status = 'active'`,
  ghap: `select id as ref, project, session_id, id as position, created_at, goal as title,
      concat_ws(char(10), hypothesis, action, prediction, result, surprise,
        ${textsIn("root_cause")}, ${LESSON.texts}, ${textsIn("evidence")}) as body,
      null as files, null as names, ${LESSON.phrases} as recall_when
    from ghap where status <> 'active'`,
  value:
    `select id as ref, project, null as session_id, 0 as position, created_at, null as title, text as body,
      null as files, null as names, recall_when
    from project_values`,
  prompt:
    `select prompts.id as ref, project, session_id, number as position, prompts.created_at, null as title,
      text as body, null as files, null as names
    from prompts join sessions using (session_id)`,
  session:
    `select id as ref, project, session_id, 0 as position, started_at as created_at, title, summary as body,
      null as files, null as names
    from sessions`,
  // Its own number serves as its place: to count those before it would read the whole session for each.
  observation: `select o.id as ref, s.project, o.session_id, o.id as position, o.created_at, null as title,
        o.text as body,
      o.files, concat_ws(char(10), c.tool_name, c.agent_type) as names
    from observations o join sessions s using (session_id) left join pending_queue c on c.id = o.capture_id`,
  code: `select id as ref, project, null as session_id, 0 as position, '' as created_at, name as title,
      concat_ws(char(10), signature, doc) as body, json_array(path) as files, null as names
    from code_units`,
  scratchpad:
    `select id as ref, project, null as session_id, 0 as position, updated_at as created_at, null as title,
      text as body, null as files, agent as names
    from scratchpads`,
};

/** Notes which files an item names in its texts or is attached to. */
function indexFiles(store: Store, item: number, texts: readonly (string | null)[]): void {
  const keys = fileNamesIn(texts).map(fileKey);
  if (keys.length === 0) return;
  store.run(sql`insert or ignore into item_files (name, item) select value, ${item} from json_each(${keys})`);
}

/** Takes out what is noted of items that have gone; returns how much. */
export function pruneFiles(store: Store): number {
  return store.run("delete from item_files where item not in (select id from search_items)");
}

/** No word is empty, and none has a blank: their rows say which editions of the lists are kept, or indexed by. */
const EDITIONS = { stems: "", related: " " };

/** Sees to it that the store knows the common words of this program, so that hooks need not carry them. */
export function keepWordShares(store: Store): void {
  const kept = new Map(
    store.all<{ word: string; share: number }>(sql`
      select word, share from search_words where word in ${list(Object.values(EDITIONS))}`)
      .map(({ word, share }) => [word, share]),
  );
  const isRelated = kept.get(EDITIONS.related) === RELATED_EDITION;
  if (kept.get(EDITIONS.stems) === STEMS_EDITION && isRelated) return;
  const shares = COMMON_STEMS.flatMap((stems, step) =>
    stems.split(" ").filter((stem) => stem !== "").map((stem) => [stem, SHARE_STEPS[step]])
  );
  const editions = [[EDITIONS.stems, STEMS_EDITION], [EDITIONS.related, RELATED_EDITION]];
  store.transaction(() => {
    store.run("delete from search_words");
    store.run(sql`
      insert into search_words (word, share) select value ->> 0, value ->> 1
      from json_each(${[...editions, ...shares]})`);
    if (!isRelated) queueStated(store);
  });
}

/** Has everything indexed anew for which other words are said; until then it is found as before. */
function queueStated(store: Store): void {
  store.run(sql`
    insert or ignore into search_queue (kind, ref)
    select kind, ref from search_items where kind in ${list(STATED)}`);
}

/** The most that one step writes: some 2 MB, a few dozen milliseconds. */
const PAGES = 500;
/** The changes that a step without work writes itself. */
const IDLE_CHANGES = 2;

/**
 * Brings what was indexed at many times together, a step each time it is asked for the next, as the words of a prompt
 * are then found in half the time. Whoever stops in between leaves the index whole.
 */
export function* mergeIndex(store: Store): Generator<void> {
  let pages = -PAGES; // a negative number begins, the same positive one goes on
  for (;;) {
    const before = changesOf(store);
    store.run(sql`insert into search_fts (search_fts, rank) values ('merge', ${pages})`);
    if (changesOf(store) - before < IDLE_CHANGES) return;
    pages = PAGES;
    yield;
  }
}

function changesOf(store: Store): number {
  return store.value<number>("select total_changes()") ?? 0;
}
