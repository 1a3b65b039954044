import type { RunOutcome } from "../core/ghap/ghap_types.ts";
import type { OutcomeKnown } from "../core/writes.ts";
import { capturedRun } from "../store/captures.ts";
import { asObject, asText } from "../wire/fields.ts";
import type { HookContext } from "./context.ts";
import { type WeighedRun, weighRun } from "./ghap_outcome.ts";

/** A run in the background whose end is known, weighed as any other; a helper's says nothing to the main agent. */
export async function weighBackgroundRun(
  known: OutcomeKnown,
  context: HookContext,
): Promise<WeighedRun | undefined> {
  const { sessionId } = context.session;
  const run = context.withStore((store) => capturedRun(store, sessionId, known.toolUseId), undefined);
  const kind = run?.outcome.split(":")[0];
  if (run === undefined || run.agentId !== null || (kind !== "tests" && kind !== "builds")) return undefined;
  const outcome: RunOutcome = {
    kind,
    result: known.result,
    ...detailsIn(known.details),
    command: run.command ?? "",
  };
  return await weighRun({ outcome, agentId: null, toolUseId: known.toolUseId, errorText: "" }, context);
}

function detailsIn(json: string | null): Pick<RunOutcome, "passed" | "failed" | "firstFailure"> {
  const details = json === null ? undefined : asObject(JSON.parse(json));
  return {
    passed: asCount(details?.passed),
    failed: asCount(details?.failed),
    firstFailure: asText(details?.first_failure),
  };
}

function asCount(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
