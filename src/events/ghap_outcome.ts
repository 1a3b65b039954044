import { ghapId } from "../core/ghap/ghap_id.ts";
import type { RunOutcome } from "../core/ghap/ghap_types.ts";
import { premortemText, resolutionText, suggestedAction } from "../core/ghap/texts.ts";
import { verdictOf } from "../core/ghap/verdict.ts";
import { outcomeLabel } from "../core/outcome/outcome.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import { addEvidence, claimPremortem } from "../store/ghap_outcomes.ts";
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

/**
 * What the model is told of a run: held against the open entry of the agent that ran it; without one, a failure gives a
 * premortem once per cycle. `undefined` where there is nothing to say.
 */
export function answerOutcome(run: EndedRun, context: HookContext): string | undefined {
  if (run.outcome.result === "unknown") return undefined;
  const owner = { sessionId: context.session.sessionId, agentId: run.agentId };
  const entry = context.withStore((store) => activeGhap(store, owner) ?? "none", undefined);
  if (entry === undefined) return undefined; // the database cannot be read
  if (entry !== "none") return holdAgainst(entry, run, context);
  return run.outcome.result === "fail" ? premortem(run, context) : undefined;
}

function holdAgainst(entry: GhapRow, run: EndedRun, context: HookContext): string | undefined {
  const { outcome } = run;
  const verdict = verdictOf(entry.prediction, outcome);
  const at = context.now.toISOString();
  context.withStore((store) => addEvidence(store, entry.id, { ...outcome, at }), undefined);
  const isFirst = context.record([], {
    name: "ghap.outcome",
    subject: run.toolUseId,
    data: {
      suggested_action: suggestedAction(verdict) ?? null,
      outcome: outcomeLabel(outcome),
      ghap: ghapId(entry.id),
    },
  });
  if (!isFirst || !context.settings.hooks.outcome_capture.auto_capture) return undefined;
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
