import { itemId, type ItemKey } from "../../core/search/item_id.ts";
import type { ItemKind } from "../../core/search/search_types.ts";
import { UsageError } from "../../core/user_error.ts";
import type { FoundText } from "../../store/found_texts.ts";
import { inOrder, type TimelineRow, timelineRow, timelineRows } from "../../store/timeline.ts";
import type { Store } from "../../store/store.ts";
import { sessionNumbers } from "../../store/whole_rows.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { localTime, plainLine } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { alignRows } from "../table.ts";
import { noSuchItem, requireItem, requireItemKey } from "./find_item.ts";
import { kindText } from "./lines.ts";
import { SNIPPET_UNITS } from "./view.ts";

/** One thing that happened, as it goes out. */
export interface TimelineEvent {
  /** `null` for a tool call of which no observation was made. */
  readonly id: string | null;
  readonly type: ItemKind | "call";
  readonly title: string;
  readonly created_at: string;
  /** `s4` */
  readonly session: string | null;
  /** A memory's category, an entry's status, the outcome of a run. */
  readonly category: string | null;
  /** Whether it is what was asked about. */
  readonly is_here: boolean;
}

/** How much is shown on each side. */
export interface TimelineExtent {
  readonly before: number;
  readonly after: number;
}

export const DEFAULT_EXTENT = 10;
export const MAX_EXTENT = 100;

export interface TimelineOptions {
  readonly before?: string;
  readonly after?: string;
  readonly json?: true;
}

/** `mneme timeline`: what happened around an item in its session and project. */
export function showTimeline(id: string, options: TimelineOptions): void {
  const key = requireItemKey(id);
  const extent = { before: extentOf(options.before, "--before"), after: extentOf(options.after, "--after") };
  const events = readStore(requirePaths(), (store) => timelineOf(store, key, extent), undefined) ??
    noSuchItem(key);
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

function extentOf(text: string | undefined, option: string): number {
  if (text === undefined) return DEFAULT_EXTENT;
  if (/^\d{1,3}$/.test(text) && Number(text) <= MAX_EXTENT) return Number(text);
  throw new UsageError(`Cannot take ${JSON.stringify(text)} as ${option}`, {
    hint: `give a number from 0 to ${MAX_EXTENT}`,
  });
}

/** The events around an item in the order of time, itself among them; a `UserError` where there is no such item. */
export function timelineOf(store: Store, key: ItemKey, extent: TimelineExtent): TimelineEvent[] {
  const item = requireItem(store, key);
  const place = { sessionId: item.sessionId, project: item.project };
  const rowsOn = (side: "before" | "after") => {
    const limit = extent[side];
    // One more, as the item itself is among them.
    const rows = timelineRows(store, place, { side, at: item.createdAt, limit: limit + 1 });
    const others = rows.filter((row) => row.type !== key.kind || row.ref !== key.ref);
    return side === "before" ? others.slice(Math.max(0, others.length - limit)) : others.slice(0, limit);
  };
  const here = timelineRow(store, key) ?? hereRow(key, item);
  const rows = [...rowsOn("before"), here, ...rowsOn("after")].sort(inOrder);
  const sessions = sessionNumbers(store, rows.flatMap(({ session_id }) => session_id ?? []));
  return rows.map((row) => eventOf(row, key, sessions));
}

/** Of what stands in no timeline but its own, such as a rule or a candidate. */
function hereRow(key: ItemKey, item: FoundText): TimelineRow {
  return {
    type: key.kind,
    ref: key.ref,
    session_id: item.sessionId,
    created_at: item.createdAt,
    text: [item.title ?? "", item.body].filter((text) => text !== "").join(": "),
    detail: item.category,
  };
}

function eventOf(row: TimelineRow, here: ItemKey, sessions: ReadonlyMap<string, number>): TimelineEvent {
  const session = row.session_id === null ? undefined : sessions.get(row.session_id);
  return {
    id: row.type === "call" ? null : itemId({ kind: row.type, ref: row.ref }),
    type: row.type,
    title: plainLine(row.text, SNIPPET_UNITS),
    created_at: row.created_at,
    session: session === undefined ? null : itemId({ kind: "session", ref: session }),
    category: row.detail,
    is_here: row.type === here.kind && row.ref === here.ref,
  };
}
