import type { ItemKind } from "../../core/search/search_types.ts";

/** What is indexed of a row. */
export interface ItemText {
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
  /** What else it is attached to, line by line: a tool, an agent. */
  readonly names: string | null;
  /** Of memories, what it has taken the place of: who asks for that looks for what holds now. */
  readonly replaced?: string | null;
}

/** The texts in a column of JSON, without its keys, which every row has. */
function textsIn(column: string): string {
  return `iif(json_valid(${column}),
    (select group_concat(atom, char(10)) from json_tree(${column}) where type = 'text'), ${column})`;
}

/**
 * Per kind the query for the texts of the rows whose numbers are the JSON list `?1`; rows that are not to be found
 * (a candidate, an entry that is still open) are not among them.
 */
export const ITEM_TEXTS: Readonly<Record<ItemKind, string>> = {
  memory:
    `select id as ref, iif(scope = 'user', null, coalesce(project, '')) as project, session_id, id as position, created_at,
      title, body, files, null as names, (select group_concat(concat_ws(' ', old.title, old.body), char(10)) from memories old
        where old.project is memories.project and old.status = 'superseded' and old.superseded_by = memories.id) as replaced
    from memories where id in (select value from json_each(?1)) and status = 'active'`,
  ghap: `select id as ref, project, session_id, id as position, created_at, goal as title,
      concat_ws(char(10), hypothesis, action, prediction, result, surprise,
        ${textsIn("root_cause")}, ${textsIn("lesson")}, ${textsIn("evidence")}) as body,
      null as files, null as names
    from ghap where id in (select value from json_each(?1)) and status <> 'active'`,
  value:
    `select id as ref, project, null as session_id, 0 as position, created_at, null as title, text as body,
      null as files, null as names
    from project_values where id in (select value from json_each(?1))`,
  prompt:
    `select prompts.id as ref, project, session_id, number as position, prompts.created_at, null as title,
      text as body, null as files, null as names
    from prompts join sessions using (session_id) where prompts.id in (select value from json_each(?1))`,
  session:
    `select id as ref, project, session_id, 0 as position, started_at as created_at, title, summary as body,
      null as files, null as names
    from sessions where id in (select value from json_each(?1))`,
  // Its own number serves as its place: to count those before it would read the whole session for each.
  observation:
    `select o.id as ref, s.project, o.session_id, o.id as position, o.created_at, null as title, o.text as body,
      o.files, concat_ws(char(10), c.tool_name, c.agent_type) as names
    from observations o join sessions s using (session_id) left join pending_queue c on c.id = o.capture_id
    where o.id in (select value from json_each(?1))`,
  code: `select id as ref, project, null as session_id, 0 as position, '' as created_at, name as title,
      concat_ws(char(10), signature, doc) as body, json_array(path) as files, null as names
    from code_units where id in (select value from json_each(?1))`,
  scratchpad:
    `select id as ref, project, null as session_id, 0 as position, updated_at as created_at, null as title,
      text as body, null as files, agent as names
    from scratchpads where id in (select value from json_each(?1))`,
};
