import { asObject, asText } from "../base/json.ts";
import type { OutcomeKnown, PredictionMet, Write } from "../base/writes.ts";
import { ghapId, type MetOutcome, type RunOutcome } from "../ghap/ghap_types.ts";
import { estimateTokens } from "../base/token_estimate.ts";
import { premortemText, resolutionText } from "../ghap/texts.ts";
import { isOfOtherKind, suggestedAction, verdictOf } from "../ghap/verdict.ts";
import type { HookContext } from "./context.ts";
import type { WholeRecall } from "./load_parts.ts";
import { bringBack } from "./shown.ts";
import { outcomeLabel } from "../outcome/outcome.ts";
import { capturedRun, lastRunBefore } from "../store/captures.ts";
import { parseList } from "../store/columns.ts";
import { activeGhap, claimPremortem, type GhapRow } from "../store/ghap.ts";

/** A test run or a build that has ended; its texts are clean. */
export interface EndedRun {
  readonly outcome: RunOutcome;
  /** `null` for the main agent. */
  readonly agentId: string | null;
  readonly toolUseId: string | null;
  /** The output, whose error lines find the lessons of similar failures. */
  readonly errorText: string;
  /** The search module; loaded where the run failed. */
  readonly recall: WholeRecall | undefined;
}

/** The records that a run adds to its own, and the text for the model once they are written. */
export interface MetRun {
  readonly records: readonly Write[];
  readonly answer: () => string | undefined;
}

const NOTHING: MetRun = { records: [], answer: () => undefined };

/**
 * Compares a run with its agent's open GHAP entry, a prediction. Without one, a failure is answered by a
 * premortem, once until an entry is opened. A run that says nothing new has no answer.
 */
export function meetRun(run: EndedRun, context: HookContext): MetRun {
  const { outcome, agentId } = run;
  if (outcome.result === "unknown") return NOTHING;
  const owner = { sessionId: context.session.sessionId, agentId };
  const found = context.withStore((store) => ({ entry: activeGhap(store, owner) }), undefined);
  if (found === undefined) return NOTHING; // the database cannot be read
  const { entry } = found;
  if (entry === undefined) {
    const isDue = () => context.withStore((store) => claimPremortem(store, owner, context.at), false);
    const answer = () => outcome.result === "fail" && isDue() ? premortem(run, context) : undefined;
    return { records: [], answer };
  }
  const verdict = verdictOf(entry, outcome);
  // The agent was told already if the entry has met an equal result since its last edit.
  const isNews = lastMet(entry, outcome.kind)?.result !== outcome.result && !isOfOtherKind(entry, outcome);
  const isTold = isNews && context.settings.hooks.outcome_capture.auto_capture;
  const { at, session } = context;
  const met: PredictionMet = {
    kind: "prediction-met",
    session,
    at,
    entry: entry.id,
    suggestedAction: suggestedAction(verdict) ?? null,
    label: outcomeLabel(outcome),
    outcome: JSON.stringify({ ...outcome, at }),
  };
  return { records: [met], answer: () => isTold ? resolutionText(entry, outcome, verdict) : undefined };
}

/** Returns the last run of this kind that the entry has met since it was created or edited. */
function lastMet(entry: GhapRow, kind: RunOutcome["kind"]): MetOutcome | undefined {
  const since = entry.updated_at ?? entry.created_at;
  return parseList<MetOutcome>(entry.evidence).findLast((met) => met.kind === kind && met.at >= since);
}

/** Does as `meetRun` for a background run whose end is known; a helper's run has no answer. */
export function meetBackgroundRun(
  known: OutcomeKnown,
  recall: WholeRecall | undefined,
  context: HookContext,
): MetRun {
  const { sessionId } = context.session;
  const { toolUseId, result } = known;
  const run = context.withStore((store) => capturedRun(store, sessionId, toolUseId), undefined);
  const kind = run?.outcome.split(":")[0];
  if (run === undefined || run.agentId !== null || (kind !== "tests" && kind !== "builds")) {
    return { ...NOTHING, records: [known] };
  }
  const details = known.details === null ? undefined : asObject(JSON.parse(known.details));
  const outcome: RunOutcome = {
    kind,
    result,
    passed: asCount(details?.passed),
    failed: asCount(details?.failed),
    firstFailure: asText(details?.first_failure),
    command: run.command ?? "",
  };
  const met = meetRun({ outcome, agentId: null, toolUseId, errorText: "", recall }, context);
  return { ...met, records: [known, ...met.records] };
}

function asCount(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Records the premortem and words it, with the lessons of similar failures. */
function premortem(run: EndedRun, context: HookContext): string {
  const lessons = run.recall?.recallLessons(run.outcome, run.errorText, context) ?? [];
  context.record([], {
    name: "ghap.premortem",
    subject: run.toolUseId,
    data: { outcome: outcomeLabel(run.outcome), lessons: lessons.map(({ id }) => ghapId(id)) },
  });
  const earlier = earlierRun(run.outcome.kind, context);
  const told = (shown: ReadonlySet<string>) =>
    premortemText(run.outcome, { lessons, earlier, shown, now: context.now });
  const text = bringBack({ hook: "premortem", agentId: run.agentId }, (_store, window) => {
    const items = lessons.map(({ id, goal, takeaway }) => {
      const tokens = estimateTokens(`${goal} ${takeaway ?? ""}`);
      return { id: ghapId(id), tokens, why: [] };
    });
    const text = told(window.shown);
    return { text, tokenCount: estimateTokens(text), items };
  }, context);
  return text ?? told(new Set());
}

/** Returns the last run of this kind before the session, without its command. */
function earlierRun(kind: RunOutcome["kind"], context: HookContext) {
  const run = context.withStore((store) => lastRunBefore(store, { ...context.session, kind }), undefined);
  if (run === undefined) return undefined;
  const { session, outcome, passed, failed, at } = run;
  const result = outcome.endsWith(":pass") ? "pass" : "fail";
  const counts = { passed: passed ?? undefined, failed: failed ?? undefined };
  return { session: `s${session}`, outcome: { kind, result, ...counts, command: "" } as const, at };
}
