import type { Iteration } from "../../core/ghap/ghap_types.ts";
import { outcomeText } from "../../core/ghap/texts.ts";
import { itemId } from "../../core/search/item_id.ts";
import type { Store } from "../../store/store.ts";
import { sessionNumbers } from "../../store/whole_rows.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { localTime, plainLine, plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { noSuchGhap, requireGhap, requireGhapId } from "./find_ghap.ts";
import { type GhapView, ghapView } from "./view.ts";

/** `mneme ghap show`: one entry with its history. */
export function showGhap(id: string, options: { readonly json?: true }): void {
  const row = requireGhapId(id);
  const found = readStore(requirePaths(), (store) => {
    const entry = ghapView(requireGhap(store, row));
    return { entry, page: ghapPage(store, entry) };
  }, undefined) ?? noSuchGhap(row);
  if (options.json) return printJson(found.entry);
  for (const line of found.page) printLine(line);
}

/** An entry with its history, for people. */
export function ghapPage(store: Store, entry: GhapView): string[] {
  const session = sessionNumbers(store, [entry.session_id]).get(entry.session_id);
  const named = session === undefined
    ? plainText(entry.session_id)
    : itemId({ kind: "session", ref: session });
  const tier = entry.confidence_tier === null ? "" : ` (${entry.confidence_tier})`;
  const ended = entry.resolved_at === null ? "" : `, ended ${localTime(entry.resolved_at)}`;
  return [
    `${entry.id} ${entry.status}${tier}: ${entry.domain}, ${entry.strategy}`,
    `started ${localTime(entry.created_at)}${ended}, session ${named}`,
    ...field("Goal", entry.goal),
    ...field("Hypothesis", entry.hypothesis),
    ...field("Action", entry.action),
    ...field("Prediction", entry.prediction),
    ...field("Result", entry.result),
    ...field("Surprise", entry.surprise),
    ...field("Root cause", causeText(entry)),
    ...field("What worked", entry.lesson?.what_worked ?? null),
    ...field("Takeaway", entry.lesson?.takeaway ?? null),
    ...entry.evidence.map((run) => `Run:         ${localTime(run.at)} ${plainLine(outcomeText(run), 200)}`),
    ...entry.iterations.map((one) => `Changed:     ${localTime(one.at)} ${changeText(one)}`),
  ];
}

function field(name: string, text: string | null): string[] {
  return text === null || text === "" ? [] : [`${`${name}:`.padEnd(13)}${plainText(text)}`];
}

function causeText({ root_cause: cause }: GhapView): string | null {
  if (cause === null) return null;
  return cause.category === "" ? cause.description : `${cause.category}: ${cause.description}`;
}

function changeText({ at: _, note, ...before }: Iteration): string {
  const parts = Object.entries(before).map(([name, text]) => `${name} was "${plainLine(String(text), 120)}"`);
  return [...(note === undefined ? [] : [plainLine(note, 200)]), ...parts].join("; ");
}
