// An item with all that is known of it, as JSON and as lines: for `get`, `show` and the tools.
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
import { requireGhap } from "./call_place.ts";

type WholeItem = { readonly id: string; readonly type: ItemKind } & Readonly<Record<string, unknown>>;

export function wholeItem(store: Store, key: ItemKey): WholeItem {
  const { project, sessionId } = requireItem(store, key);
  const own = columnsOf(store, key) ?? noSuchItem(itemId(key));
  const ref = sessionId === null ? undefined : sessionNumbers(store, [sessionId]).get(sessionId);
  const session = ref === undefined ? null : itemId({ kind: "session", ref });
  return { ...own, id: itemId(key), type: key.kind, project, session };
}

/** The last ones; `mneme sessions show` prints all. */
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

export function valueView(value: ProjectValue) {
  return { ...value, id: valueId(value.id), sources: value.sources.map(ghapId) };
}

/** Returns the action of a command such as `mneme memory show`. */
export function showItem(kind: ItemKind) {
  return (id: string, { json }: Output) => {
    const key = { kind, ref: requireRow(kind, id) };
    const item = readStore(requirePaths(), (store) => wholeItem(store, key));
    return json ? printJson(item) : itemLines(item).forEach(printLine);
  };
}

const TEXTS = ["signature", "doc", "summary", "text", "body"];

/** For columns and values that do not explain themselves; "" hides what says nothing. */
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

/** Only the JSON output has these columns and parts. */
const HIDDEN = /^(?:auto_captured|evidence (?:uuid|offset|proposes|edited left))$/;

/** The item's title, its texts, and a line for each other column that tells a person something. */
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

/** On one line; "" for a value that says nothing. */
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
