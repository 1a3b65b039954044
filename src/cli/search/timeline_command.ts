// The command `mneme timeline`, and its list of events, also for the tool `timeline`.
import { itemId, type ItemKey } from "../../search/search_types.ts";
import { inOrder, sessionNumbers, timelineRows } from "../../store/items.ts";
import type { Store } from "../../store/store.ts";
import { Command, type Output } from "../frame/command.ts";
import { readStore, requirePaths } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { alignRows, localTime, plainLine } from "../frame/plain_text.ts";
import { requireItem, requireItemKey } from "../items/find_item.ts";
import { kindText, SNIPPET_UNITS } from "./search_command.ts";

export function timelineCommand(): Command {
  return new Command("timeline")
    .argument("<id>", "as `mneme search` shows it: m12, g3, p9, s4")
    .number("before", "this many items before it", [0, MAX_EXTENT], DEFAULT_EXTENT)
    .number("after", "this many items after it", [0, MAX_EXTENT], DEFAULT_EXTENT)
    .orJson("mneme timeline m12 --before 5", showTimeline);
}

export const DEFAULT_EXTENT = 10;
export const MAX_EXTENT = 100;

type Extent = Readonly<Record<"before" | "after", number>>;

function showTimeline(id: string, options: Extent & Output): void {
  const key = requireItemKey(id);
  const events = readStore(requirePaths(), (store) => timelineOf(store, key, options));
  if (options.json) return printJson(events);
  const rows = events.map((event) => [
    event.is_here ? ">" : " ",
    localTime(event.created_at),
    event.id ?? "",
    kindText(event.type, event.category),
    plainLine(event.title, SNIPPET_UNITS),
  ]);
  for (const line of alignRows(rows)) printLine(line);
}

/** Returns the item and what is around it, by time. Throws a `UserError` if it is not there. */
export function timelineOf(store: Store, key: ItemKey, extent: Extent) {
  const item = requireItem(store, key);
  const rowsOn = (side: "before" | "after") => {
    const limit = extent[side];
    // One row more is asked for, as the item itself may be among the rows.
    const rows = timelineRows(store, item, { side, at: item.createdAt, limit: limit + 1 });
    const others = rows.filter((row) => row.type !== key.kind || row.ref !== key.ref);
    return side === "before" ? others.slice(Math.max(0, others.length - limit)) : others.slice(0, limit);
  };
  const rows = [...rowsOn("before"), { ...item, type: key.kind }, ...rowsOn("after")].sort(inOrder);
  const sessions = sessionNumbers(store, rows.flatMap(({ sessionId }) => sessionId ?? []));
  return rows.map((row) => {
    const texts = [row.title ?? "", row.type === "session" ? "" : row.body];
    const session = row.sessionId === null ? undefined : sessions.get(row.sessionId);
    return {
      /** `null` for a tool call without an observation. */
      id: row.type === "call" ? null : itemId({ kind: row.type, ref: row.ref }),
      type: row.type,
      title: plainLine(texts.filter((text) => text !== "").join(": "), SNIPPET_UNITS),
      created_at: row.createdAt,
      session: session === undefined ? null : itemId({ kind: "session", ref: session }),
      /** A memory's category (and author), a GHAP entry's status, a run's outcome; else `null`. */
      category: row.category,
      is_here: row.type === key.kind && row.ref === key.ref,
    };
  });
}
