import type { ItemKey } from "../../core/search/item_id.ts";
import { ghapByRow } from "../../store/ghap_rows.ts";
import { memoryByRow } from "../../store/memories.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import type { Store } from "../../store/store.ts";
import { requirePaths } from "../data_folder.ts";
import { ghapPage } from "../ghap/show.ts";
import { ghapView } from "../ghap/view.ts";
import { memoryPage } from "../memory/show.ts";
import { printJson, printLine } from "../output.ts";
import { indentedLines, localTime, plainLine, plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { alignRows } from "../table.ts";
import { noSuchItem, requireItem, requireItemKey } from "./find_item.ts";
import { type WholeItem, wholeItem } from "./whole_item.ts";

/** `mneme get`: whole items; those that are not there are named behind the others. */
export function getItems(ids: readonly string[], { json }: { readonly json?: true }): void {
  if (json) {
    const { found, missing } = getEach(ids, wholeItem);
    if (found.length > 0) printJson(found);
    return tellMissing(missing);
  }
  const { found, missing } = getEach(ids, pageOf);
  for (const [i, page] of found.entries()) {
    if (i > 0) printLine("");
    for (const line of page) printLine(line);
  }
  tellMissing(missing);
}

/** What was found of some ids, and why the others were not. */
export interface Gotten<T> {
  readonly found: readonly T[];
  readonly missing: readonly { readonly id: string; readonly error: UserError }[];
}

/** Reads each item by itself: one wrong id does not keep the others back. */
export function getEach<T>(ids: readonly string[], read: (store: Store, key: ItemKey) => T): Gotten<T> {
  return readStore(requirePaths(), (store) => sortOut(ids, (key) => read(store, key)), undefined) ??
    sortOut<T>(ids, noSuchItem);
}

function sortOut<T>(ids: readonly string[], read: (key: ItemKey) => T): Gotten<T> {
  const found: T[] = [];
  const missing: { id: string; error: UserError }[] = [];
  for (const id of ids) {
    try {
      found.push(read(requireItemKey(id)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      missing.push({ id, error });
    }
  }
  return { found, missing };
}

/** Throws one error for all that is missing. */
export function tellMissing(missing: Gotten<unknown>["missing"]): void {
  const [first] = missing;
  if (first === undefined) return;
  const { hint } = first.error;
  const isUsage = missing.every(({ error }) => error instanceof UsageError);
  throw new (isUsage ? UsageError : UserError)(
    missing.map(({ error }) => error.message).join("; "),
    hint === undefined ? {} : { hint },
  );
}

/** The item for people; memories and entries look as their own commands show them. */
function pageOf(store: Store, key: ItemKey): string[] {
  requireItem(store, key);
  const memory = key.kind === "memory" ? memoryByRow(store, key.ref) : undefined;
  if (memory !== undefined) return memoryPage(store, memory);
  const entry = key.kind === "ghap" ? ghapByRow(store, key.ref) : undefined;
  if (entry !== undefined) return ghapPage(store, ghapView(entry));
  return plainPage(wholeItem(store, key));
}

/** Long texts, shown below the rest. */
const TEXTS = ["signature", "doc", "summary", "text"];

function plainPage(item: WholeItem): string[] {
  const { id, type, title, name, prompts, ...rest } = item;
  const head = [id, type, ...[title, name].filter(isText).map((text) => plainLine(text, 200))].join("  ");
  const rows = Object.entries(rest).filter(([key, value]) => !TEXTS.includes(key) && isShown(value));
  return [
    head,
    ...alignRows(rows.map(([key, value]) => [key.replaceAll("_", " "), valueText(key, value)])),
    ...TEXTS.flatMap((key) => textLines(rest[key])),
    ...promptLines(prompts),
  ];
}

function isShown(value: unknown): boolean {
  return value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function valueText(key: string, value: unknown): string {
  if (key.endsWith("_at") && isText(value)) return localTime(value);
  return plainText(Array.isArray(value) ? value.join(", ") : String(value));
}

function textLines(text: unknown): string[] {
  return isText(text) ? indentedLines(text) : [];
}

function promptLines(prompts: unknown): string[] {
  if (!Array.isArray(prompts)) return [];
  return alignRows(
    prompts.map(({ id, created_at, text }) => [id, localTime(created_at), plainLine(text, 160)]),
  );
}
