// Reads the database of OpenCode, a coding agent, for `mneme replay`.
import { DatabaseSync } from "node:sqlite";
import { asObject, asObjects, parseJson } from "../base/json.ts";

/** Yields the messages, session by session. `offset`: the UTF-16 units before it. Throws if it is no such database. */
export function* messagesIn(path: string) {
  using database = new DatabaseSync(path, { readOnly: true });
  let offset = 0;
  const parts = database.prepare("select id, data from part where message_id = ? order by id");
  const hasAgent = database.prepare("select 1 from pragma_table_info('session') where name = 'agent'").get();
  const agent = hasAgent === undefined ? "null as agent" : "s.agent"; // databases of older versions lack it
  const messages = database.prepare(
    `select m.id, m.data, s.id as session, s.parent_id, s.directory, ${agent} from message m ` +
      "join session s on s.id = m.session_id order by s.time_created, s.id, m.time_created, m.id",
  );
  for (const row of messages.iterate()) {
    const { id, data, session, parent_id, directory, agent } = row;
    const texts = parts.all(id!).map((part) => String(part.data));
    yield {
      message: {
        info: { ...asObject(parseJson(String(data))), id, sessionID: session },
        session: { parent_id, directory, agent },
        parts: asObjects(texts.map(parseJson)),
      },
      offset,
    };
    offset += texts.reduce((sum, text) => sum + text.length, String(data).length);
  }
}
