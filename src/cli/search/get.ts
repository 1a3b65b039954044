import type { ItemKey } from "../../core/search/item_id.ts";
import { ghapByRow } from "../../store/ghap_rows.ts";
import { memoryByRow } from "../../store/memories.ts";
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

/** `mneme get`: whole items, all of them or none where one does not exist. */
export function getItems(ids: readonly string[], { json }: { readonly json?: true }): void {
  const keys = ids.map(requireItemKey);
  const paths = requirePaths();
  if (json) return printJson(wholeItems(keys, (work) => readStore(paths, work, undefined)));
  const pages = readStore(paths, (store) => keys.map((key) => pageOf(store, key)), undefined);
  for (const [i, page] of (pages ?? noneOf(keys)).entries()) {
    if (i > 0) printLine("");
    for (const line of page) printLine(line);
  }
}

/** The whole items of these ids, as JSON shows them; a `UserError` where one does not exist, or no database does. */
export function wholeItems(
  keys: readonly ItemKey[],
  read: <T>(work: (store: Store) => T) => T | undefined,
): WholeItem[] {
  return read((store) => keys.map((key) => wholeItem(store, key))) ?? noneOf(keys);
}

function noneOf(keys: readonly ItemKey[]): never {
  return noSuchItem(keys[0] ?? { kind: "memory", ref: 0 });
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
