// `mneme values`: lists, adds, suggests and forgets the short rules that a project goes by.
import { collect, Command, type Flags, type ListOptions, type Output, RECALL_WHEN } from "./frame/command.ts";
import { ghapId, valueId } from "../ghap/entry.ts";
import { MAX_STATEMENT_UNITS, requireStatement } from "../ghap/validation.ts";
import { suggestValues } from "../ghap/value_suggestions.ts";
import { requirePhrases } from "../memory/recall_phrases.ts";
import { taughtLessons } from "../store/ghap_lessons.ts";
import { storeValue, topValues } from "../store/project_values.ts";
import {
  type CallPlace,
  cleanerAt,
  readHere,
  refusePausedAgent,
  requireGhap,
  warnOfRemoved,
  writeHere,
} from "./items/call_place.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";
import { alignRows, plainLine } from "./frame/plain_text.ts";
import type { MemoryInput } from "./items/memory_draft.ts";
import { requireRow } from "./items/find_item.ts";
import { forgetItems, valueView } from "./items/whole_item.ts";

export function valuesCommand(): Command {
  const values = new Command("values").example("mneme values list");
  values.subcommand("list", "List the values of this project, the most often opened or added again first")
    .limited(50)
    .orJson("mneme values list", listValues);
  values.subcommand("add", "Save a value; a session's start shows the five most often opened or added again")
    .argument("<text>", "a sentence")
    .option("--sources <ids>", "the GHAP entries that taught it: g3,g7")
    .option("--recall-when <phrase>", RECALL_WHEN, collect)
    .orJson('mneme values add "Round money once, at the end"', addValueCommand);
  values.subcommand(
    "suggest",
    "Propose as values the rules that at least three lessons share, and name the lessons; stores nothing",
  )
    .orJson("mneme values suggest", suggestCommand);
  values.subcommand("forget", "Remove values")
    .argument("<ids...>", "as `mneme values list` shows them: v3")
    .orJson("mneme values forget v3", forgetItems("value"));
  return values;
}

/** The most lessons in which a rule is sought, and the most known values with which it is compared. */
const COMPARED = 2000;

function listValues({ limit, json }: ListOptions): void {
  const values = readHere({}, ({ store, project }) => topValues(store, project, limit)).map(valueView);
  if (json) return printJson(values);
  const rows = values.map(({ id, text, sources }) => [id, plainLine(text, 200), sources.join(" ")]);
  for (const line of alignRows(rows)) printLine(line);
  if (values.length === 0) warnLine("No value of this project; `mneme values suggest` looks for some");
}

type AddFlags = Flags<"sources"> & { readonly recallWhen?: readonly string[] };

function addValueCommand(text: string, options: AddFlags): void {
  refusePausedAgent();
  const sources = (options.sources ?? "").split(/[\s,]+/).filter((id) => id !== "");
  const value = { text, sources, recall_when: options.recallWhen };
  const { row, isNew, removed } = writeHere({}, (place) => addValue(place, value));
  const id = valueId(row);
  warnOfRemoved(removed, id);
  if (options.json) return printJson({ id, is_new: isNew });
  printLine(isNew ? `Stored ${id} (undo: mneme values forget ${id})` : `${id} says this already`);
}

function suggestCommand(options: Output): void {
  const suggestions = readHere({}, ({ store, project }) => {
    const known = topValues(store, project, COMPARED).map(({ text }) => text);
    return suggestValues(taughtLessons(store, project, COMPARED), known);
  }).map(({ text, sources }) => ({ text, sources: sources.map(ghapId) }));
  if (options.json) return printJson(suggestions);
  for (const { text, sources } of suggestions) {
    printLine(`${plainLine(text, MAX_STATEMENT_UNITS)}  (${sources.join(" ")})`);
  }
  if (suggestions.length > 0) warnLine("To keep one: mneme values add --sources g1,g2,g3 TEXT");
  else warnLine("No three lessons of this project share a rule that is not a value yet");
}

export function addValue(
  place: CallPlace,
  input: Pick<MemoryInput, "recall_when"> & { readonly text: string; readonly sources: readonly string[] },
) {
  const { store, project, at } = place;
  const clean = cleanerAt(place);
  const text = requireStatement("text", input.text, clean).replace(/\s+/g, " ");
  const sources = input.sources.map((id) => requireGhap(store, requireRow("ghap", id)).id);
  const recallWhen = requirePhrases(input.recall_when ?? [], clean);
  return { ...storeValue(store, { project, text, sources, recallWhen }, at), removed: clean.removed() };
}
