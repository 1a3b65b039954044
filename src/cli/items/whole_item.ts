// Shows an item whole, as JSON and as lines, for `mneme get`, `show` commands and tools; forgets lessons and values.
import { cutEnd } from "../../base/cut.ts";
import { asObject } from "../../base/json.ts";
import { orUndefined } from "../../base/or_undefined.ts";
import { coarseAge } from "../../base/time.ts";
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
import { errorLines, wordsOfError } from "../../search/error_signature.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { itemId, type ItemKey, type ItemKind, repairRow } from "../../search/search_types.ts";
import { parseColumn, parseList } from "../../store/columns.ts";
import type { GhapRow } from "../../store/ghap.ts";
import { sessionNumbers, shownRow } from "../../store/items.ts";
import { memoryView, replacedBy } from "../../store/memories.ts";
import { type ProjectValue, valueByRow } from "../../store/project_values.ts";
import { sessionCalled, sessionPrompts } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { Command, type Output } from "../frame/command.ts";
import { openHome, readStore, requirePaths, thisProject } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { alignRows, amount, indentedLines, localTime, plainLine } from "../frame/plain_text.ts";
import {
  noSuchItem,
  type Refused,
  requireItem,
  requireItemKey,
  requireMemory,
  requireRow,
  tryEach,
} from "./find_item.ts";
import { findCaller, refuseWhilePaused, requireGhap, type ToolCall } from "./call_place.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { type FoundRepair, repairByRow } from "../../store/repairs.ts";
import { noteOpened } from "../../store/tellings.ts";
import { sessionOfShell } from "../../machine/environment.ts";
import { aboutOf } from "../../view/queries.ts";
import { leaveNoTrace, olderFiles, openToForget, printOlder } from "../copies/leave_no_trace.ts";
import { removeGhap, removeNumbered } from "../../store/removal.ts";
import { refreshGhapIndex } from "../../hook/ghap_entries.ts";
import itemWords from "./item_words.json" with { type: "json" };

type WholeItem = { readonly id: string; readonly type: ItemKind } & Readonly<Record<string, unknown>>;

export function wholeItem(store: Store, key: ItemKey): WholeItem {
  const { project, sessionId } = requireItem(store, key);
  const own = columnsOf(store, key) ?? noSuchItem(itemId(key));
  const ref = sessionId === null ? undefined : sessionNumbers(store, [sessionId]).get(sessionId);
  const session = ref === undefined ? null : itemId({ kind: "session", ref });
  return { ...own, id: itemId(key), type: key.kind, project, session };
}

/** The most prompts of a session that are shown, its last ones; `mneme sessions show` prints all. */
const MOST_PROMPTS = 50;

function columnsOf(store: Store, { kind, ref }: ItemKey): object | undefined {
  if (kind === "memory") {
    const row = requireMemory(store, ref);
    const evidence = row.evidence && decodeEvidence(row.evidence);
    const rejected = row.rejected === "" ? "no reason given" : row.rejected;
    const supersedes = replacedBy(store, ref).map(memoryId);
    return { ...memoryView(row), rejected, evidence, about: aboutOf(store, row), supersedes };
  }
  if (kind === "ghap") return ghapView(requireGhap(store, ref));
  if (kind === "value") {
    const row = valueByRow(store, ref);
    return row && valueView(row);
  }
  if (kind !== "session") return shownRow(store, kind, ref);
  const row = sessionCalled(store, itemId({ kind, ref }));
  const prompts = sessionPrompts(store, row?.session_id ?? "").slice(-MOST_PROMPTS)
    .map(({ id, text, created_at }) => ({ id, created_at, text: cutEnd(text, 300) }));
  return row && { ...row, prompts };
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

/** Returns the action of `mneme ghap forget` and `mneme values forget`, which removes all items or none. */
export function forgetItems(kind: "ghap" | "value") {
  return async (ids: readonly string[], { json }: Output) => {
    const rows = [...new Set(ids.map((id) => requireRow(kind, id)))];
    const { store, paths } = openToForget();
    using _closed = store;
    for (const ref of rows) requireItem(store, { kind, ref });
    if (kind === "ghap") removeGhap(store, rows);
    else store.transaction(() => removeNumbered(store, "project_values", rows));
    refreshGhapIndex(store, paths);
    await leaveNoTrace(store, paths);
    const files = olderFiles(paths);
    const forgotten = rows.map((ref) => itemId({ kind, ref }));
    if (json) return printJson(forgotten.map((id) => ({ id, left: { files } })));
    const rest = kind === "ghap" ? "; values and memories that say the same stay" : "";
    for (const id of forgotten) printLine(`Forgot ${id}${rest}`);
    printOlder(files);
  };
}

const TEXTS = ["signature", "doc", "summary", "text", "body"]; // columns that are shown without a name

/** The words for columns and values that do not explain themselves; "" hides a value that says nothing. */
const WORDS: Readonly<Record<string, string>> = itemWords;

/** Only the JSON output has these columns and parts. */
const HIDDEN = /^(?:auto_captured|about pro.*|evidence (?:uuid|offset|proposes|edited (?:left|keys)))$/;

/** Returns the title, the texts, and a line for each other column that tells a person something. */
export function itemLines(item: WholeItem): string[] {
  const { id, type, title, name, category, status, source, session, session_id, ...columns } = item;
  const runs = Array.isArray(columns.evidence) &&
    { evidence: columns.evidence.map((run) => `${localTime(run.at)} ${outcomeText(run)}`) };
  const shown = Object.entries({ status, source, ...columns, ...runs });
  const rest = shown.filter(([key]) => !TEXTS.includes(key));
  const place = session === id ? session_id : session ?? session_id; // of a session itself, the client's id
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

/** Returns a value on one line; "" if it says nothing. */
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

export type Fix = ReturnType<typeof fixView>;

export function fixView({ row, at, error, command, tried, worked, sessions, ...repair }: FoundRepair) {
  const session = itemId({ kind: "session", ref: repair.session }) as string | null; // `null` only for a `lessonFix`
  const score = Number(repair.score.toFixed(2));
  return { id: `r${row}`, session, at, command, error, tried, worked, score, sessions };
}

/** Returns lines about a fix; of its error, only the line that shares the most words with `asked`, or says most. */
export function fixLines(fix: Fix, now: Date, asked = ""): string[] {
  const { id, session, at, command, error, tried, worked, sessions } = fix;
  const words = wordsOfError(asked);
  const shared = (line: string) => wordsOfError(line).intersection(words).size;
  const [first, ...lines] = [...errorLines(error, 1), ...error.split("\n")];
  const line = lines.reduce((a, b) => shared(b) > shared(a) ? b : a, first!);
  const often = sessions === 1 ? "" : `, and so in ${amount(sessions - 1, "other session")}`;
  const source = command === "" ? "a lesson" : `\`${plainLine(command, 160)}\``;
  const place = [session, coarseAge(new Date(at), now), source].filter((part) => part !== null).join(" · ");
  return [
    `${id}  ${place}${often}`,
    `    error   ${plainLine(line, 200)}`,
    ...(tried.length === 0 ? [] : [`    tried   ${plainLine(tried.join("; "), 300)}`]),
    `    worked  ${plainLine(worked.text, 400)}`,
  ];
}

export function getCommand(): Command {
  return new Command("get")
    .argument("<ids...>", "as `mneme search` shows them: m12 p9")
    .orJson("mneme get m12 p9", getItems);
}

/** Shows the items that exist, then throws an error for ids without an item. */
function getItems(ids: readonly string[], { json }: Output): void {
  const { done, refused } = getEach(ids);
  if (json && done.length > 0) printJson(done.map(wholeView));
  for (const [i, one] of json ? [] : done.entries()) {
    if (i > 0) printLine("");
    ("type" in one ? itemLines(one) : fixLines(one, new Date())).forEach(printLine);
  }
  const sessionId = sessionOfShell(); // a person's own shell has no session
  if (sessionId !== undefined) noteOpenedBy({ sessionId }, done);
  throwRefused(refused);
}

/** Reads items and repairs (`r3`). */
export function getEach(ids: readonly string[]) {
  const readOne = (store: Store, id: string) => {
    const row = repairRow(id);
    if (row === undefined) return wholeItem(store, requireItemKey(id));
    return fixView(repairByRow(store, row) ?? noSuchItem(`r${row}`, "mneme fix"));
  };
  return readStore(requirePaths(), (store) => tryEach(ids, (id) => readOne(store, id)));
}

export function wholeView(one: ReturnType<typeof getEach>["done"][number]): object {
  if ("type" in one) return one;
  const { score: _, sessions: __, ...repair } = one; // only a search compares repairs by them
  return { type: "repair", ...repair };
}

/** Notes that an agent opened these items, which then count as used. Does nothing if that fails, or during a pause. */
export function noteOpenedBy(call: ToolCall, opened: ReturnType<typeof getEach>["done"]): void {
  const ids = opened.flatMap((one) => "type" in one ? one.id : []);
  if (ids.length === 0) return;
  orUndefined(() => {
    refuseWhilePaused(call);
    using store = openHome().store;
    const { sessionId, agentId } = findCaller(store, thisProject(), call);
    if (sessionId !== undefined) noteOpened(store, { sessionId, agentId }, ids, new Date().toISOString());
  });
}

export function throwRefused(refused: readonly Refused<string>[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const { hint } = first.error;
  const Refusal = refused.every(({ error }) => error instanceof UsageError) ? UsageError : UserError;
  const messages = refused.map(({ error }) => error.message).join("; ");
  throw new Refusal(messages, hint === undefined ? {} : { hint });
}
