import { errorLines, lastLines } from "../core/context/error_lines.ts";
import { commandsOf, type FoundForFailure, isAboutFailure, marksOf } from "../core/context/failure_marks.ts";
import { RELEVANCE_FLOOR } from "../core/search/relevance_floor.ts";
import { assembleContext } from "../store/context/assemble_context.ts";
import { asObject, asText } from "../wire/fields.ts";
import type { Reply } from "../wire/reply.ts";
import type { ToolUseEvent } from "../wire/tool_use.ts";
import { bringBack } from "./bring_back.ts";
import type { HookContext } from "./context.ts";
import type { WeighedRun } from "./ghap_outcome.ts";

const LIMIT = 3;
const ERROR_LINES = 3;

/** A command that has failed; its texts are clean. */
export interface Failure {
  readonly agentId: string | null;
  readonly command: string;
  /** What it printed. */
  readonly output: string;
  /** The first test that failed. */
  readonly test?: string | undefined;
}

/** An answer to a failed run, with what else is known of the failure. */
export function addRecall(
  answer: string | undefined,
  { agentId, outcome, errorText }: WeighedRun,
  context: HookContext,
): string | undefined {
  const { command, firstFailure } = outcome;
  const recalled = recallByFailure({ agentId, command, output: errorText, test: firstFailure }, context);
  return recalled === undefined ? answer : answer === undefined ? recalled : `${answer}\n${recalled}`;
}

/** What is known of a call that has failed; mostly nothing. */
export function recallByCall(
  { toolInput, result, agentId }: ToolUseEvent,
  context: HookContext,
): Reply | undefined {
  const command = context.cleanText(asText(asObject(toolInput)?.command) ?? "");
  const output = context.cleanText(result?.kind === "error" ? result.message : "");
  const text = recallByFailure({ agentId: agentId ?? null, command, output }, context);
  return text === undefined ? undefined : { context: { event: "PostToolUseFailure", text } };
}

/** What is known of the same error, test or command: mostly nothing, as every failure shares words with something. */
export function recallByFailure(failure: Failure, context: HookContext): string | undefined {
  const { agentId, command, output, test } = failure;
  const errors = errorLines(output, ERROR_LINES);
  const lines = errors.length > 0 ? errors : lastLines(output, ERROR_LINES);
  const commands = commandsOf(command);
  const marks = marksOf({ lines, commands, test });
  const request = {
    texts: [...(test === undefined ? [] : [test]), ...lines, ...commands],
    fits: (item: FoundForFailure) => isAboutFailure(item, marks),
    project: context.session.project,
    kinds: ["memory", "ghap"] as const,
    tokenBudget: context.settings.hooks.recall.token_budget,
    limit: LIMIT,
    floor: RELEVANCE_FLOOR,
    now: context.now,
    intro: "On what has just failed:",
  };
  return bringBack(
    { hook: "failure", agentId },
    (store, window) => assembleContext(store, { ...request, window }),
    context,
  );
}
