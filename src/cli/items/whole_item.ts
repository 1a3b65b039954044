import { cutEnd } from "../../base/cut.ts";
import { asObject } from "../../base/json.ts";
import {
  ghapId,
  type Iteration,
  type Lesson,
  type MetOutcome,
  type RootCause,
  valueId,
} from "../../ghap/entry.ts";
import { outcomeText } from "../../ghap/texts.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { itemId, type ItemKey, type ItemKind } from "../../search/search_types.ts";
import { parseColumn, parseList } from "../../store/columns.ts";
import type { GhapRow } from "../../store/ghap.ts";
import { sessionNumbers, shownRow } from "../../store/items.ts";
import { memoryView, supersededBy } from "../../store/memories.ts";
import { type ProjectValue, valueByRow } from "../../store/project_values.ts";
import { sessionCalled, sessionPrompts } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import type { Output } from "../frame/command.ts";
import { readStore, requirePaths } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { alignRows, indentedLines, localTime, plainLine } from "../frame/plain_text.ts";
import { noSuchItem, requireItem, requireMemory, requireRow } from "./find_item.ts";
import { requireGhap } from "./ghap_home.ts";

/** An item with all that is known about it: id, type, and the columns of its kind. */
type WholeItem = { readonly id: string; readonly type: ItemKind } & Readonly<Record<string, unknown>>;

/** Returns the item with this id. Throws a `UserError` if there is none. */
export function wholeItem(store: Store, key: ItemKey): WholeItem {
  const { project, sessionId } = requireItem(store, key);
  const own = columnsOf(store, key) ?? noSuchItem(itemId(key));
  const ref = sessionId === null ? undefined : sessionNumbers(store, [sessionId]).get(sessionId);
  const session = ref === undefined ? null : itemId({ kind: "session", ref });
  return { ...own, id: itemId(key), type: key.kind, project, session };
}

/** The most prompts that are shown of a session, the last ones; `mneme sessions show` prints all. */
const MOST_PROMPTS = 50;

function columnsOf(store: Store, { kind, ref }: ItemKey): object | undefined {
  switch (kind) {
    case "memory": {
      const row = requireMemory(store, ref);
      const evidence = row.evidence && decodeEvidence(row.evidence);
      const rejected = row.rejected === "" ? "no reason given" : row.rejected;
      return { ...memoryView(row), rejected, evidence, supersedes: supersededBy(store, ref).map(memoryId) };
    }
    case "ghap":
      return ghapView(requireGhap(store, ref));
    case "value": {
      const row = valueByRow(store, ref);
      return row && valueView(row);
    }
    case "session": {
      const row = sessionCalled(store, itemId({ kind, ref }));
      const prompts = sessionPrompts(store, row?.session_id ?? "").slice(-MOST_PROMPTS)
        .map(({ id, text, created_at }) => ({ id, created_at, text: cutEnd(text, 300) }));
      return row && { ...row, prompts };
    }
    default:
      return shownRow(store, kind, ref);
  }
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

/** Words for columns, and for values of columns, that do not explain themselves to a person; "" for what says nothing. */
const WORDS: Readonly<Record<string, string>> = {
  evidence: "run",
  iterations: "earlier",
  recall_when: "found by",
  scope: "holds in",
  "scope project": "",
  "scope user": "every project",
  "source triage": "found when a turn ended",
  "source user": "a person said so",
  "status candidate": "candidate: it waits to be kept or dropped",
  use_count: "times used",
};

/** Matches the columns and parts that only JSON output has. */
const HIDDEN = /^(?:auto_captured|evidence (?:uuid|offset|proposes|edited left))$/;

/** Returns the lines of an item: its title, its texts, and a line for each other column that tells a person something. */
export function itemLines(item: WholeItem): string[] {
  const { id, type, title, name, category, status, source, session, session_id, ...columns } = item;
  const runs = Array.isArray(columns.evidence) &&
    { evidence: columns.evidence.map((run) => `${localTime(run.at)} ${outcomeText(run)}`) };
  const shown = Object.entries({ status, source, ...columns, ...runs });
  const rest = shown.filter(([key]) => !TEXTS.includes(key));
  const place = session === id ? session_id : session ?? session_id;
  return [
    [id, category ?? type, plainLine(String(title ?? name ?? ""), 200)].join("  ").trim(),
    ...TEXTS.flatMap((key) => columns[key] ? indentedLines(String(columns[key])) : []),
    ...alignRows([...rest, ["session", place] as const].flatMap(([key, value]) => rowsOf(key, value))),
  ];
}

/** Returns the rows of a column: one for each entry of a list, and for each part of an object. */
function rowsOf(key: string, value: unknown): string[][] {
  if (HIDDEN.test(key)) return [];
  const parts = asObject(value);
  if (parts !== undefined) {
    return Object.entries(parts).flatMap(([part, one]) => rowsOf(`${key} ${part}`, one));
  }
  const texts = [value].flat().map((entry) => textOf(key, entry)).filter((text) => text !== "");
  const name = key.replace(/^(?:evidence|lesson) /, "");
  const label = WORDS[name] ?? name.replace(/[ _]at$/, "").replaceAll("_", " ");
  return texts.map((text, i) => [i === 0 ? label : "", text]);
}

/** Returns a value on one line; empty for one that says nothing. */
function textOf(key: string, value: unknown): string {
  const parts = asObject(value);
  if (parts !== undefined) {
    return Object.entries(parts).map(([part, inner]) => {
      const text = textOf(part, inner ?? "nothing");
      return /^(?:id|text|at|created_at)$/.test(part) ? text : `${part.replaceAll("_", " ")} ${text}`;
    }).join("; ");
  }
  const text = String(value ?? "");
  if (/(?:^|[_ ])at$/.test(key) && text !== "") return localTime(text);
  return WORDS[`${key} ${text}`] ?? plainLine(text, 1000);
}
