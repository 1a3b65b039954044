import { ghapId } from "../core/ghap/ghap_id.ts";
import type { Lesson, RootCause } from "../core/ghap/ghap_types.ts";
import type { GhapRow } from "./ghap_rows.ts";
import { parseColumn, parseList } from "./json_columns.ts";
import { removeNumbered } from "./remove_rows.ts";
import type { Store } from "./store.ts";

/** Shorter ones stand in many a text that has nothing to do with the entry. */
const LEAST_UNITS = 12;

/** The texts of an entry by which its copies are found: what it thought and taught. What it did stands everywhere. */
export function ghapTexts(entry: GhapRow): string[] {
  const lesson = parseColumn<Partial<Lesson>>(entry.lesson);
  const cause = parseColumn<Partial<RootCause>>(entry.root_cause);
  const texts = [
    entry.hypothesis,
    entry.surprise,
    cause?.description,
    lesson?.what_worked,
    lesson?.takeaway,
  ].map((text) => text?.trim() ?? "");
  return [...new Set(texts)].filter((text) => text.length >= LEAST_UNITS);
}

/** Removes these entries, their words in the index, that they were brought back, and values' mention of them. */
export function removeGhap(store: Store, rows: readonly number[]): void {
  store.transaction(() => {
    removeNumbered(store, { name: "ghap" }, rows);
    store.run(
      "delete from injections where item in (select value from json_each(?))",
      JSON.stringify(rows.map(ghapId)),
    );
    for (const { id, sources } of valueSources(store)) {
      const left = sources.filter((source) => !rows.includes(source));
      if (left.length === sources.length) continue;
      store.run("update project_values set sources = ? where id = ?", JSON.stringify(left), id);
    }
  });
}

/** The numbers of the values that name this entry as a source, or that say one of its texts. */
export function valuesFrom(store: Store, entry: GhapRow): number[] {
  const texts = ghapTexts(entry).map((text) => text.toLowerCase());
  return valueSources(store).filter(({ text, sources }) =>
    sources.includes(entry.id) || texts.some((one) => text.toLowerCase().includes(one))
  ).map(({ id }) => id);
}

function valueSources(store: Store): { id: number; text: string; sources: number[] }[] {
  return store.all<{ id: number; text: string; sources: string }>(
    "select id, text, sources from project_values order by id",
  ).map((row) => ({ ...row, sources: parseList<number>(row.sources) }));
}
