import { cutEnd } from "../../base/cut.ts";
import {
  ghapId,
  type Iteration,
  type Lesson,
  type MetOutcome,
  type RootCause,
  valueId,
} from "../../ghap/entry.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { itemId, type ItemKey, type ItemKind } from "../../search/search_types.ts";
import { parseColumn, parseList } from "../../store/columns.ts";
import type { GhapRow } from "../../store/ghap.ts";
import { shownRow } from "../../store/items.ts";
import { type MemoryRow, memoryView, supersededBy } from "../../store/memories.ts";
import { type ProjectValue, valueByRow } from "../../store/project_values.ts";
import { sessionCalled, sessionPrompts } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { Output } from "../frame/command.ts";
import { readStore, requirePaths } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { alignRows, indentedLines, localTime, plainLine } from "../frame/plain_text.ts";
import { noSuchItem, requireItem, requireMemory, requireRow, sessionIdOf } from "./find_item.ts";
import { requireGhap } from "./ghap_home.ts";

/** An item with all that is known about it: id, type, and the columns of its kind. */
type WholeItem = { readonly id: string; readonly type: ItemKind } & Readonly<Record<string, unknown>>;

/** Returns the item with this id. Throws a `UserError` if there is none. */
export function wholeItem(store: Store, key: ItemKey): WholeItem {
  const { project, sessionId } = requireItem(store, key);
  const own = columnsOf(store, key) ?? noSuchItem(itemId(key));
  return { ...own, id: itemId(key), type: key.kind, project, session: sessionIdOf(store, sessionId) };
}

/** The most prompts that are shown of a session, the last ones; `mneme sessions show` prints all. */
const MOST_PROMPTS = 50;

function columnsOf(store: Store, { kind, ref }: ItemKey): object | undefined {
  switch (kind) {
    case "memory":
      return memoryDetails(store, requireMemory(store, ref));
    case "ghap":
      return ghapView(requireGhap(store, ref));
    case "value": {
      const row = valueByRow(store, ref);
      return row && valueView(row);
    }
    case "session": {
      const row = sessionCalled(store, itemId({ kind, ref }));
      const prompts = sessionPrompts(store, row?.session_id ?? "").slice(-MOST_PROMPTS)
        .map(({ id, text, created_at }) => ({ id, text: cutEnd(text, 300), created_at }));
      return row && { ...row, prompts };
    }
    default:
      return shownRow(store, kind, ref);
  }
}

function memoryDetails(store: Store, row: MemoryRow) {
  return {
    ...memoryView(row),
    rejected: row.rejected === "" ? "no reason given" : row.rejected,
    evidence: row.evidence && decodeEvidence(row.evidence),
    supersedes: supersededBy(store, row.id).map(memoryId),
  };
}

/** Returns an entry for JSON output: the columns of its row, with its public id and parsed JSON columns. */
export function ghapView({ updated_at: _, offered_at: __, ...row }: GhapRow) {
  return {
    ...row,
    id: ghapId(row.id),
    root_cause: parseColumn<RootCause>(row.root_cause) ?? null,
    lesson: parseColumn<Lesson>(row.lesson) ?? null,
    auto_captured: row.auto_captured === 1,
    iterations: parseList<Iteration>(row.iterations),
    evidence: parseList<MetOutcome>(row.evidence),
  };
}

/** Returns a value for JSON output: the columns of its row, with ids such as `v3`. */
export function valueView(value: ProjectValue) {
  return { ...value, id: valueId(value.id), sources: value.sources.map(ghapId) };
}

/** Makes the action of a command such as `mneme memory show`, which prints an item of one kind as `mneme get` does. */
export function showItem(kind: ItemKind) {
  return (id: string, { json }: Output) => {
    const key = { kind, ref: requireRow(kind, id) };
    const item = readStore(requirePaths(), (store) => wholeItem(store, key));
    return json ? printJson(item) : itemLines(item).forEach(printLine);
  };
}

/** The columns with long texts, which are printed above the others. */
const TEXTS = ["signature", "doc", "summary", "text", "body"];

/** Returns the lines of an item: its title, its texts, and a line for each other column that says something. */
export function itemLines({ id, type, title, name, ...columns }: WholeItem): string[] {
  const rest = Object.entries(columns).filter(([key]) => !TEXTS.includes(key));
  return [
    [id, type, plainLine(String(title ?? name ?? ""), 200)].join("  ").trim(),
    ...TEXTS.flatMap((key) => columns[key] ? indentedLines(String(columns[key])) : []),
    ...alignRows(rest.flatMap(([key, value]) => rowsOf(key, value))),
  ];
}

/** Returns the rows of a column: one for each entry of a list, and for each part of an object. */
function rowsOf(key: string, value: unknown): string[][] {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length === 1 && isRecord(entries[0])) {
    return Object.entries(entries[0]).flatMap(([part, inner]) => rowsOf(`${key} ${part}`, inner));
  }
  const texts = entries.map((entry) => textOf(key, entry)).filter((text) => text !== "");
  return texts.map((text, i) => [i === 0 ? key.replaceAll("_", " ") : "", text]);
}

/** Returns a value on one line; empty for one that says nothing. */
function textOf(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => textOf(key, entry)).join(", ");
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([part, inner]) => [part, textOf(part, inner)] as const);
    return parts.filter(([, text]) => text !== "").map(([part, text]) => `${part} ${text}`).join("; ");
  }
  const text = String(value ?? "");
  return /(?:^|[_ ])at$/.test(key) && text !== "" ? localTime(text) : plainLine(text, 1000);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
