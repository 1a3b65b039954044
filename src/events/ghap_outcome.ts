import type { RunOutcome } from "../core/ghap/ghap_types.ts";
import { suggestedAction } from "../core/ghap/suggested_action.ts";
import type { Verdict } from "../core/ghap/verdict.ts";
import { outcomeLabel } from "../core/outcome/outcome.ts";
import type { PredictionMet } from "../core/writes.ts";
import { claimPremortem } from "../store/premortems.ts";
import type { MetOutcome } from "../store/ghap_outcomes.ts";
import { activeGhap, type GhapRow } from "../store/ghap_rows.ts";
import { parseList } from "../store/json_columns.ts";
import type { HookContext } from "./context.ts";

export { applyOutcome } from "../store/apply_outcome.ts"; // in one chunk with what each run needs

/** A run that has ended; its texts are clean. */
export interface EndedRun {
  readonly outcome: RunOutcome;
  /** `null` for the main agent's. */
  readonly agentId: string | null;
  readonly toolUseId: string | null;
  /** What the run printed, as far as it tells the failure from others. */
  readonly errorText: string;
}

/** A run held against what its agent has open. */
export interface WeighedRun extends EndedRun {
  /** `undefined` where the agent has no entry open. */
  readonly entry: GhapRow | undefined;
  readonly verdict: Verdict;
  /** Whether the entry has met the same before, as it stands now: what can be said of that was said. */
  readonly isRepeated: boolean;
}

/** Looks for the open entry of the agent that ran it; `undefined` where nothing can be said of the run. */
export async function weighRun(run: EndedRun, context: HookContext): Promise<WeighedRun | undefined> {
  if (run.outcome.result === "unknown") return undefined;
  const owner = { sessionId: context.session.sessionId, agentId: run.agentId };
  const found = context.withStore((store) => ({ entry: activeGhap(store, owner) }), undefined);
  if (found === undefined) return undefined; // the database cannot be read
  const { entry } = found;
  if (entry === undefined) return { ...run, entry, verdict: "unclear", isRepeated: false };
  const { verdictOf } = await import("../core/ghap/verdict.ts"); // the words of a dozen languages
  const verdict = verdictOf(entry.prediction, run.outcome);
  const last = lastMet(entry, run.outcome.kind);
  const isRepeated = last !== undefined && last.result === run.outcome.result &&
    verdictOf(entry.prediction, last) === verdict;
  return { ...run, entry, verdict, isRepeated };
}

/** What is to be kept of it, beside the record of the run. */
export function recordsOf({ entry, verdict, outcome }: WeighedRun, context: HookContext): PredictionMet[] {
  if (entry === undefined) return [];
  const at = context.at;
  return [{
    kind: "prediction-met",
    session: context.session,
    at,
    entry: entry.id,
    suggestedAction: suggestedAction(verdict) ?? null,
    label: outcomeLabel(outcome),
    outcome: JSON.stringify({ ...outcome, at }),
  }];
}

/**
 * What the model is told of it, once it is recorded: held against the prediction; without an entry, a failure gives a
 * premortem once per cycle. `undefined` where there is nothing to say, or nothing new.
 */
export async function answerRun(run: WeighedRun, context: HookContext): Promise<string | undefined> {
  const { entry, outcome } = run;
  if (entry === undefined) {
    if (outcome.result !== "fail" || !isPremortemDue(run, context)) return undefined;
    const { premortemAnswer } = await import("./ghap_answer.ts");
    return premortemAnswer(run, context);
  }
  if (run.isRepeated || !context.settings.hooks.outcome_capture.auto_capture) return undefined;
  const { resolutionAnswer } = await import("./ghap_answer.ts");
  return resolutionAnswer(entry, run);
}

function isPremortemDue(run: EndedRun, context: HookContext): boolean {
  const owner = { sessionId: context.session.sessionId, agentId: run.agentId };
  return context.withStore((store) => claimPremortem(store, owner, context.at), false);
}

/** The last run of this kind that the entry has met since it was written as it stands. */
function lastMet(entry: GhapRow, kind: RunOutcome["kind"]): MetOutcome | undefined {
  const since = entry.updated_at ?? entry.created_at;
  return parseList<MetOutcome>(entry.evidence).findLast((met) => met.kind === kind && met.at >= since);
}
