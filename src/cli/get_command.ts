import { Command, type Output } from "./frame/command.ts";
import { cutEnd } from "../base/cut.ts";
import { UsageError, UserError } from "../base/user_error.ts";
import { commandLog, openHome, readStore, requirePaths, thisProject } from "./frame/home.ts";
import { ghapPage, ghapView } from "./ghap_command.ts";
import { memoryDetails, memoryPage } from "./memory/list.ts";
import { printJson, printLine } from "./frame/output.ts";
import { alignRows, indentedLines, localTime, plainLine, plainText } from "./frame/plain_text.ts";
import { findCaller, requireGhap, type ToolCall } from "./items/ghap_home.ts";
import {
  noSuchItem,
  type Refused,
  requireItem,
  requireItemKey,
  requireMemory,
  sessionIdOf,
  tryEach,
} from "./items/find_item.ts";
import { valueView } from "./values_command.ts";
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { itemId, type ItemKey, type ItemKind, parseItemId, repairRow } from "../search/search_types.ts";
import { shownRow } from "../store/items.ts";
import { valueByRow } from "../store/project_values.ts";
import { sessionCalled, sessionPrompts } from "../store/sessions.ts";
import { type FoundRepair, repairByRow } from "../store/found_repairs.ts";
import type { Store } from "../store/store.ts";
import { noteOpened } from "../store/tellings.ts";
import { readEnvironment } from "../machine/environment.ts";
import { fixLines, fixView } from "./work_commands.ts";

export function getCommand(): Command {
  return new Command("get")
    .argument("<ids...>", "as `mneme search` shows them: m12 p9")
    .orJson("mneme get m12 p9", getItems);
}

/** Prints the items, then throws an error that names those that do not exist. */
function getItems(ids: readonly string[], { json }: Output): void {
  const sessionId = readEnvironment("CLAUDE_CODE_SESSION_ID");
  // A person's own shell has no session.
  const note = (refused: readonly Refused<string>[]) =>
    sessionId !== undefined && noteOpenedBy({ sessionId }, ids, refused);
  if (json) {
    const { done, refused } = getEach<object>(ids, wholeItem, wholeRepair);
    if (done.length > 0) printJson(done);
    note(refused);
    return throwRefused(refused);
  }
  const { done, refused } = getEach(ids, pageOf, (repair) => fixLines(fixView(repair), new Date()));
  for (const [i, page] of done.entries()) for (const line of i > 0 ? ["", ...page] : page) printLine(line);
  note(refused);
  throwRefused(refused);
}

/** Reads each of these items by itself. */
export function getEach<T>(
  ids: readonly string[],
  read: (store: Store, key: ItemKey) => T,
  readRepair: (repair: FoundRepair) => T,
) {
  const readOne = (store: Store, id: string) => {
    const row = repairRow(id);
    if (row === undefined) return read(store, requireItemKey(id));
    return readRepair(repairByRow(store, row) ?? noSuchItem(`r${row}`, "mneme fix"));
  };
  return readStore(requirePaths(), (store) => tryEach(ids, (id) => readOne(store, id)));
}

/** Records that the calling session, if known, opened these items, but for the refused. A failure is only logged. */
export function noteOpenedBy(
  call: ToolCall,
  ids: readonly string[],
  refused: readonly Refused<string>[],
): void {
  const opened = new Set(ids).difference(new Set(refused.map(({ item }) => item)));
  if (opened.size === 0) return;
  const paths = requirePaths();
  try {
    const { store } = openHome();
    using _closed = store;
    const { sessionId, agentId } = findCaller(store, thisProject(paths), call);
    const known = [...opened].map((id) => parseItemId(id)).filter((key) => key !== undefined).map(itemId);
    if (sessionId !== undefined) noteOpened(store, { sessionId, agentId }, known, new Date().toISOString());
  } catch (error) {
    commandLog(paths)("debug", `Cannot note what was opened: ${error}`);
  }
}

export function wholeRepair(repair: FoundRepair) {
  const { score: _, sessions: __, ...rest } = fixView(repair);
  return { type: "repair" as const, ...rest };
}

export function throwRefused(refused: readonly Refused<string>[]): void {
  const [first] = refused;
  if (first === undefined) return;
  const { hint } = first.error;
  const isUsage = refused.every(({ error }) => error instanceof UsageError);
  throw new (isUsage ? UsageError : UserError)(
    refused.map(({ error }) => error.message).join("; "),
    hint === undefined ? {} : { hint },
  );
}

function pageOf(store: Store, key: ItemKey): string[] {
  requireItem(store, key);
  if (key.kind === "memory") return memoryPage(store, requireMemory(store, key.ref));
  if (key.kind === "ghap") return ghapPage(store, ghapView(requireGhap(store, key.ref)));
  return plainPage(wholeItem(store, key));
}

/** The columns with long texts, which are printed below the others. */
const TEXTS = ["signature", "doc", "summary", "text"];

function plainPage(item: WholeItem): string[] {
  const { id, type, title, name, prompts, ...rest } = item;
  const head = [id, type, ...[title, name].filter(isText).map((text) => plainLine(text, 200))].join("  ");
  const rows = Object.entries(rest).filter(([key, value]) => !TEXTS.includes(key) && `${value ?? ""}` !== "");
  return [
    head,
    ...alignRows(rows.map(([key, value]) => [key.replaceAll("_", " "), valueText(key, value)])),
    ...TEXTS.map((key) => rest[key]).filter(isText).flatMap(indentedLines),
    ...alignRows(
      (Array.isArray(prompts) ? prompts : []).map((one) => [
        one.id,
        localTime(one.created_at),
        plainLine(one.text, 160),
      ]),
    ),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function valueText(key: string, value: unknown): string {
  if (key.endsWith("_at") && isText(value)) return localTime(value);
  return plainText(Array.isArray(value) ? value.join(", ") : String(value));
}

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
    case "memory": {
      const row = requireMemory(store, ref);
      return { ...memoryDetails(store, row), evidence: row.evidence && decodeEvidence(row.evidence) };
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
        .map(({ id, text, created_at }) => ({ id, text: cutEnd(text, 300), created_at }));
      return row && { ...row, prompts };
    }
    default:
      return shownRow(store, kind, ref);
  }
}
