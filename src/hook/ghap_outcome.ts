// Compares a run of tests or a build with the agent's open prediction; without one, offers a premortem after a failure.
import type { PredictionMet } from "../base/writes.ts";
import { ghapId, isOtherRun, type MetOutcome, verdictOf } from "../ghap/entry.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import { premortemText, resolutionText } from "../ghap/texts.ts";
import type { HookContext } from "./context.ts";
import type * as recallWhole from "./recall_whole.ts";
import { showAndRecord } from "./shown.ts";
import { type Outcome, outcomeLabel } from "../outcome/outcome.ts";
import { parseList } from "../store/columns.ts";
import { activeGhap, claimPremortem, permitPremortem } from "../store/ghap.ts";

/** A finished run. No text is private, and only `errorText`, which is not stored, may contain secrets. */
interface EndedRun {
  readonly outcome: Outcome;
  readonly toolUseId: string | null;
  /** The output. Its error lines find lessons from similar failures. */
  readonly errorText: string;
  readonly recall: typeof recallWhole | undefined;
  /** Returns what is known about the failure, as a text for the agent, and records that it was told. */
  readonly known: () => string | undefined;
}

/**
 * Compares a run with its agent's open entry. Without one, a failure is answered by a premortem (a request to
 * open an entry, with lessons), but only once until the agent opens an entry. Returns the records to store, and a
 * function to call after that, which returns the texts for the agent.
 */
export function compareRun(run: EndedRun, context: HookContext) {
  const { outcome } = run;
  const nothing = { records: [], answers: () => [run.known()] };
  if (outcome.result === "unknown") return nothing;
  const { owner } = context;
  const found = context.withStore((store) => ({ entry: activeGhap(store, owner) }));
  if (found === undefined) return nothing; // the database cannot be read
  const { entry } = found;
  if (entry === undefined) {
    const claim = () => context.withStore((store) => claimPremortem(store, owner, context.at), false);
    const answers = () => outcome.result === "fail" && claim() ? premortem(run, context) : [run.known()];
    return { records: [], answers };
  }
  const verdict = verdictOf(entry, outcome);
  const since = entry.updated_at ?? entry.created_at;
  const met = parseList<MetOutcome>(entry.evidence)
    .findLast((met) => met.at >= since && !isOtherRun(entry, met));
  // If the last run since the entry's edit had the same result and verdict, the agent knows them.
  const isKnown = met?.result === outcome.result && verdictOf(entry, met) === verdict;
  const isTold = !isKnown && !isOtherRun(entry, outcome) &&
    context.settings.hooks.outcome_capture.auto_capture;
  const { at, session } = context;
  const record: PredictionMet = {
    ...{ kind: "prediction-met", session, at },
    entry: entry.id,
    suggestedAction: verdict === undefined ? null : `resolve_${verdict}`,
    label: outcomeLabel(outcome),
    outcome: JSON.stringify({ ...outcome, at }),
  };
  const text = isTold ? resolutionText(entry, outcome, verdict) : undefined;
  return { records: [record], answers: () => [text, run.known()] };
}

/** Returns a premortem and what is known. Without lessons, what is known comes alone: it may explain the failure. */
function premortem(run: EndedRun, context: HookContext) {
  const lessons = run.recall?.recallLessons(run.outcome, run.errorText, context) ?? [];
  const known = lessons.length === 0 ? run.known() : undefined; // else the lessons are told first
  if (known !== undefined) {
    context.withStore((store) => permitPremortem(store, context.owner), undefined); // for the next failure
    return [known];
  }
  context.record({
    name: "ghap.premortem",
    subject: run.toolUseId,
    data: { outcome: outcomeLabel(run.outcome), lessons: lessons.map(({ id }) => ghapId(id)) },
  });
  const textFor = (shown: ReadonlySet<string>) => premortemText(run.outcome, lessons, shown, context.now);
  const text = showAndRecord("premortem", (_store, window) => {
    const items = lessons.map(({ id, goal, takeaway }) => (
      { id: ghapId(id), tokens: estimateTokens(`${goal} ${takeaway ?? ""}`), why: [] }
    ));
    const text = textFor(window.shown);
    return { text, tokenCount: estimateTokens(text), items };
  }, context);
  // A premortem is told even if unrecorded: it is claimed, so no later failure brings it.
  return [text ?? textFor(new Set()), lessons.length === 0 ? undefined : run.known()];
}
