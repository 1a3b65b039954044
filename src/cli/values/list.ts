import { ghapId, valueId } from "../../core/ghap/ghap_id.ts";
import { suggestValues } from "../../core/ghap/value_suggestions.ts";
import { UserError } from "../../core/user_error.ts";
import { taughtLessons } from "../../store/ghap_lessons.ts";
import { forgetValue, topValues } from "../../store/project_values.ts";
import type { Store } from "../../store/store.ts";
import { requirePaths } from "../data_folder.ts";
import { inGhapHome } from "../ghap/ghap_home.ts";
import { emptyLog, warnOfLog } from "../keeping/empty_log.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { chosenLimit } from "../place_options.ts";
import { plainLine } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { alignRows } from "../table.ts";
import { thisProject } from "../this_project.ts";
import { addValue, requireValueId } from "./add.ts";
import { valueView } from "./view.ts";

const DEFAULT_LIMIT = 50;
/** Lessons that are compared with each other, and values that a suggestion must not repeat. */
const COMPARED = 2000;
const TEXT_UNITS = 200;

interface Output {
  readonly json?: true;
}

/** `mneme values list`: the most used first. */
export function listValues(options: Output & { readonly limit?: string }): void {
  const paths = requirePaths();
  const limit = chosenLimit(options.limit, DEFAULT_LIMIT);
  const project = thisProject(paths);
  const values = readStore(paths, (store) => topValues(store, project, limit), []).map(valueView);
  if (options.json) return printJson(values);
  const rows = values.map(({ id, text, sources }) => [id, plainLine(text, TEXT_UNITS), sources.join(" ")]);
  for (const line of alignRows(rows)) printLine(line);
  if (values.length === 0) warnLine("No value of this project; `mneme values suggest` looks for some");
}

/** `mneme values add`. */
export function addValueCommand(text: string, options: Output & { readonly sources?: string }): void {
  const sources = (options.sources ?? "").split(/[\s,]+/).filter((id) => id !== "");
  const { row, isNew } = inGhapHome({}, (place) => addValue(place, { text, sources }));
  const id = valueId(row);
  if (options.json) return printJson({ id, is_new: isNew });
  printLine(isNew ? `Stored ${id} (undo: mneme values forget ${id})` : `${id} says this already`);
}

/** `mneme values suggest`: what three lessons or more say. Stores nothing. */
export function suggestValuesCommand(options: Output): void {
  const paths = requirePaths();
  const project = thisProject(paths);
  const suggestions = readStore(paths, (store) => {
    const known = topValues(store, project, COMPARED).map(({ text }) => text);
    return suggestValues(taughtLessons(store, project, COMPARED), known);
  }, []).map(({ text, sources }) => ({ text, sources: sources.map(ghapId) }));
  if (options.json) return printJson(suggestions);
  for (const { text, sources } of suggestions) {
    printLine(`${plainLine(text, TEXT_UNITS)}  (${sources.join(" ")})`);
  }
  if (suggestions.length > 0) warnLine("To keep one: mneme values add --sources g1,g2,g3 TEXT");
  else warnLine("No rule that three lessons of this project say and that is not a value yet");
}

/** `mneme values forget`. */
export function forgetValues(ids: readonly string[], options: Output): void {
  const rows = ids.map(requireValueId);
  const { forgotten, isLogEmpty } = inGhapHome({}, ({ store }) => ({
    forgotten: store.transaction(() => rows.map((row) => forgetOne(store, row))),
    isLogEmpty: emptyLog(store),
  }));
  if (options.json) printJson({ forgotten });
  else printLine(`Forgot ${forgotten.join(", ")}`);
  if (!isLogEmpty) warnOfLog();
}

function forgetOne(store: Store, row: number): string {
  if (forgetValue(store, row)) return valueId(row);
  throw new UserError(`Cannot find the value ${valueId(row)}: there is none`, {
    hint: "`mneme values list` shows what there is",
  });
}
