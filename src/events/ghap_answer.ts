import { errorLines } from "../core/context/error_lines.ts";
import { ghapId } from "../core/ghap/ghap_id.ts";
import { premortemText, resolutionText } from "../core/ghap/texts.ts";
import { outcomeLabel } from "../core/outcome/outcome.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import type { GhapRow } from "../store/ghap_rows.ts";
import type { HookContext } from "./context.ts";
import type { EndedRun, WeighedRun } from "./ghap_outcome.ts";
import { noteShown } from "./note_shown.ts";

const MAX_LESSONS = 3;
const MAX_LINES = 6;

/** Holds a run against the prediction of an open entry. */
export function resolutionAnswer(entry: GhapRow, { outcome, verdict }: WeighedRun): string {
  return resolutionText(entry, outcome, verdict);
}

/** What to think of before the next attempt, with what failures like this one have taught. */
export function premortemAnswer(run: EndedRun, context: HookContext): string {
  const { project } = context.session;
  const { firstFailure, command } = run.outcome;
  const text = `${firstFailure ?? ""} ${errorLines(run.errorText, MAX_LINES).join(" ")} ${command}`;
  const lessons = context.withStore(
    (store) => lessonsFor(store, { project, test: firstFailure, text, domain: "debugging" }, MAX_LESSONS),
    [],
  );
  context.record([], {
    name: "ghap.premortem",
    subject: run.toolUseId,
    data: { outcome: outcomeLabel(run.outcome), lessons: lessons.map(({ id }) => ghapId(id)) },
  });
  const items = lessons.map(({ id, goal, takeaway }) => ({
    id: ghapId(id),
    text: `${goal} ${takeaway ?? ""}`,
  }));
  const shown = noteShown({ hook: "premortem", agentId: run.agentId, items }, context);
  return premortemText(run.outcome, { lessons, shown, now: context.now });
}
