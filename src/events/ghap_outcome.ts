import { ghapId } from "../core/ghap/ghap_id.ts";
import type { RunOutcome } from "../core/ghap/ghap_types.ts";
import { premortemText, resolutionText, suggestedAction } from "../core/ghap/texts.ts";
import { type Verdict, verdictOf } from "../core/ghap/verdict.ts";
import { outcomeLabel } from "../core/outcome/outcome.ts";
import type { PredictionMet } from "../core/writes.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import { claimPremortem } from "../store/ghap_outcomes.ts";
import { activeGhap, type GhapRow } from "../store/ghap_rows.ts";
import type { HookContext } from "./context.ts";

/** A run that has ended; its texts are clean. */
export interface EndedRun {
  readonly outcome: RunOutcome;
  /** `null` for the main agent's. */
  readonly agentId: string | null;
  readonly toolUseId: string | null;
  /** What the run printed, as far as it tells the failure from others. */
  readonly errorText: string;
}

const MAX_LESSONS = 3;

/** A run held against what its agent has open. */
export interface WeighedRun extends EndedRun {
  /** `undefined` where the agent has no entry open. */
  readonly entry: GhapRow | undefined;
  readonly verdict: Verdict;
}

/** Looks for the open entry of the agent that ran it; `undefined` where nothing can be said of the run. */
export function weighRun(run: EndedRun, context: HookContext): WeighedRun | undefined {
  if (run.outcome.result === "unknown") return undefined;
  const owner = { sessionId: context.session.sessionId, agentId: run.agentId };
  const found = context.withStore((store) => ({ entry: activeGhap(store, owner) }), undefined);
  if (found === undefined) return undefined; // the database cannot be read
  const { entry } = found;
  return {
    ...run,
    entry,
    verdict: entry === undefined ? "unclear" : verdictOf(entry.prediction, run.outcome),
  };
}

/** What is to be kept of it, beside the record of the run. */
export function recordsOf({ entry, verdict, outcome }: WeighedRun, context: HookContext): PredictionMet[] {
  if (entry === undefined) return [];
  const at = context.now.toISOString();
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
 * premortem once per cycle. `undefined` where there is nothing to say.
 */
export function answerRun(run: WeighedRun, context: HookContext): string | undefined {
  const { entry, outcome, verdict } = run;
  if (entry === undefined) return outcome.result === "fail" ? premortem(run, context) : undefined;
  if (!context.settings.hooks.outcome_capture.auto_capture) return undefined;
  return resolutionText(entry, outcome, verdict);
}

function premortem(run: EndedRun, context: HookContext): string | undefined {
  const { sessionId, project } = context.session;
  const owner = { sessionId, agentId: run.agentId };
  const at = context.now.toISOString();
  if (!context.withStore((store) => claimPremortem(store, owner, at), false)) return undefined;
  const { firstFailure, command } = run.outcome;
  const text = `${firstFailure ?? ""} ${errorLines(run.errorText)} ${command}`;
  const lessons = context.withStore(
    (store) => lessonsFor(store, { project, test: firstFailure, text, domain: "debugging" }, MAX_LESSONS),
    [],
  );
  context.record([], {
    name: "ghap.premortem",
    subject: run.toolUseId,
    data: { outcome: outcomeLabel(run.outcome), lessons: lessons.map(({ id }) => ghapId(id)) },
  });
  return premortemText(run.outcome, lessons, context.now);
}

const MAX_READ = 20_000;
const MAX_LINES = 6;

/** The lines that name what went wrong, from the end of what was printed: runners say it last. */
function errorLines(text: string): string {
  return text.slice(-MAX_READ).split("\n")
    .filter((line) => /error|exception|panic|assert|not found|refused|undefined|cannot/i.test(line))
    .slice(-MAX_LINES).map((line) => line.slice(0, 200)).join(" ");
}
