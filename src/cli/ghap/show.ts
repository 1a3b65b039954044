import { ghapId } from "../../core/ghap/ghap_id.ts";
import type { Iteration } from "../../core/ghap/ghap_types.ts";
import { outcomeText } from "../../core/ghap/texts.ts";
import { UserError } from "../../core/user_error.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { localTime, plainLine, plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { requireGhap, requireGhapId } from "./find_ghap.ts";
import { type GhapView, ghapView } from "./view.ts";

/** `mneme ghap show`: one entry with its history. */
export function showGhap(id: string, options: { readonly json?: true }): void {
  const row = requireGhapId(id);
  const entry = readStore(requirePaths(), (store) => ghapView(requireGhap(store, row)), undefined);
  if (entry === undefined) {
    throw new UserError(`Cannot find the GHAP entry ${ghapId(row)}: there is no database yet`, {
      hint: "run `mneme install`",
    });
  }
  if (options.json) return printJson(entry);
  for (const line of ghapPage(entry)) printLine(line);
}

/** An entry with its history, for people. */
export function ghapPage(entry: GhapView): string[] {
  const tier = entry.confidence_tier === null ? "" : ` (${entry.confidence_tier})`;
  const ended = entry.resolved_at === null ? "" : `, ended ${localTime(entry.resolved_at)}`;
  return [
    `${entry.id} ${entry.status}${tier}: ${entry.domain}, ${entry.strategy}`,
    `started ${localTime(entry.created_at)}${ended}, session ${plainText(entry.session_id)}`,
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
