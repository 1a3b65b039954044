import { localTime, plainLine, plainText } from "../frame/plain_text.ts";
import {
  type GhapExpectation,
  ghapId,
  type Iteration,
  type Lesson,
  type MetOutcome,
  type RootCause,
} from "../../ghap/entry.ts";
import { outcomeText } from "../../ghap/texts.ts";
import { itemId } from "../../search/search_types.ts";
import { parseColumn, parseList } from "../../store/columns.ts";
import type { GhapRow } from "../../store/ghap.ts";
import { sessionNumbers } from "../../store/items.ts";
import type { Store } from "../../store/store.ts";

/** Returns an entry for JSON output: the columns of its row, with its public id and parsed JSON columns. */
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

type GhapView = ReturnType<typeof ghapView>;

/** Returns the lines that show an entry and its history to people. */
export function ghapPage(store: Store, entry: GhapView): string[] {
  const session = sessionNumbers(store, [entry.session_id]).get(entry.session_id);
  const named = session === undefined
    ? plainText(entry.session_id)
    : itemId({ kind: "session", ref: session });
  const tier = entry.confidence_tier === null ? "" : ` (${entry.confidence_tier})`;
  const ended = entry.resolved_at === null ? "" : `, ended ${localTime(entry.resolved_at)}`;
  return [
    `${entry.id} ${entry.status}${tier}: ${
      [entry.domain, entry.strategy].filter((one) => one !== "").join(", ")
    }`,
    `started ${localTime(entry.created_at)}${ended}, session ${named}`,
    ...field("Goal", entry.goal),
    ...field("Hypothesis", entry.hypothesis),
    ...field("Action", entry.action),
    ...field("Prediction", entry.prediction),
    ...field("Expects", expectationText(entry)),
    ...field("Result", entry.result),
    ...field("Surprise", entry.surprise),
    ...field("Root cause", causeText(entry)),
    ...field("What worked", entry.lesson?.what_worked ?? null),
    ...field("Takeaway", entry.lesson?.takeaway ?? null),
    ...(entry.lesson?.recall_when ?? []).flatMap((phrase) => field("Found by", phrase)),
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
  const parts = Object.entries(before).map(([name, text]) =>
    text === null ? `${name} was not said` : `${name} was "${plainLine(String(text), 120)}"`
  );
  return [...(note === undefined ? [] : [plainLine(note, 200)]), ...parts].join("; ");
}

/** Returns the expectation, such as "pass of tests"; `null` where the agent gave none. */
export function expectationText({ expects, expects_of }: GhapExpectation): string | null {
  return expects === null || expects_of === null ? expects : `${expects} of ${expects_of}`;
}
