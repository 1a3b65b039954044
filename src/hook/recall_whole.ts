import type { RunOutcome } from "../ghap/ghap_types.ts";
import { calledIn, keyOf, type LineEnd } from "../outcome/called.ts";
import { signatureOf } from "../search/error_signature.ts";
import {
  commandsOf,
  errorLines,
  type FoundForFailure,
  isAboutFailure,
  lastLines,
  marksOf,
} from "../search/failure_marks.ts";
import { RELEVANCE_FLOOR } from "../search/relevance_floor.ts";
import { SAME_FAILURE, type SoughtFailure } from "../search/repair_match.ts";
import type { ScorePart } from "../search/search_types.ts";
import type { WeighedItem } from "../session/context_item.ts";
import { fillContext } from "../session/fill_context.ts";
import { quoteCode } from "../session/wording.ts";
import { assembleContext, promptRequest } from "../store/assemble_context.ts";
import { type FoundRepair, repairsOf } from "../store/found_repairs.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import type { ContextWindow } from "../store/injections.ts";
import type { Store } from "../store/store.ts";
import type { HookContext } from "./context.ts";
import { bringBack } from "./shown.ts";

/** A failure brings back so many items at most, beside what mended it before. */
const FAILURE_ITEMS = 3;
const ERROR_LINES = 3;
const LESSON_LINES = 6;
const MAX_LESSONS = 3;

/** A command that has failed; its texts are clean. */
export interface Failure {
  readonly agentId: string | null;
  readonly end: LineEnd;
  /** The command by whose words something may be found. */
  readonly command: string;
  /** The first test that failed. */
  readonly test?: string | undefined;
}

/**
 * Tells the cure of the same failure, and the items about the same error, test or command: mostly nothing, as every
 * failure shares words with something.
 */
export function recallByFailure(failure: Failure, context: HookContext): string | undefined {
  const { agentId, test, command, end: { output } } = failure;
  const errors = errorLines(output, ERROR_LINES);
  const lines = errors.length > 0 ? errors : lastLines(output, ERROR_LINES);
  const commands = commandsOf(command);
  const marks = marksOf({ lines, commands, test });
  const room = {
    tokenBudget: context.settings.hooks.recall.token_budget,
    limit: FAILURE_ITEMS,
    now: context.now,
    intro: "On what has just failed:",
  };
  const request = {
    ...room,
    texts: [...(test === undefined ? [] : [test]), ...lines, ...commands],
    fits: (item: FoundForFailure) => isAboutFailure(item, marks),
    project: context.session.project,
    kinds: ["memory", "ghap"] as const,
    floor: RELEVANCE_FLOOR,
  };
  return bringBack({ hook: "failure", agentId }, (store, window) => {
    const known = assembleContext(store, { ...request, window });
    const mended = mendedBefore(store, failure, { window, project: request.project });
    return mended === undefined ? known : fillContext<ShownItem>([mended, ...known.items], {
      ...room,
      limit: FAILURE_ITEMS + 1,
      isBestFirst: true,
    });
  }, context);
}

/** Tells the items that fit a prompt, whole, as `context_depth: light` and `rich` want it. */
export function recallByPrompt(prompt: string, context: HookContext): string | undefined {
  const { user_prompt_submit } = context.settings.hooks;
  const request = promptRequest(user_prompt_submit, context.session.project, context.now);
  return bringBack(
    { hook: "prompt", agentId: null },
    (store, window) => assembleContext(store, { ...request, texts: [prompt], window }),
    context,
  );
}

/** Tells the cure of the error that a prompt quotes, whole. */
export function recallQuoted(prompt: string, context: HookContext): string | undefined {
  const { project } = context.session;
  const lines = signatureOf(prompt);
  if (lines.length === 0) return undefined;
  const room = { tokenBudget: context.settings.hooks.recall.token_budget, limit: 1, now: context.now };
  return bringBack({ hook: "prompt", agentId: null }, (store, window) => {
    const cure = surestCure(store, { lines, calls: [] }, { window, project });
    return fillContext<ShownItem>(cure === undefined ? [] : [cure], {
      ...room,
      intro: "On the error that the prompt quotes:",
    });
  }, context);
}

type ShownItem = WeighedItem & { readonly why: readonly ScorePart[] };

function mendedBefore(
  store: Store,
  { end, test }: Failure,
  place: CurePlace,
): ShownItem | undefined {
  const calls = calledIn(end, place.project).filter(({ passed }) => passed !== true).map(keyOf);
  return surestCure(store, { lines: signatureOf(end.output, test), calls }, place);
}

interface CurePlace {
  readonly window: ContextWindow;
  readonly project: string;
}

/** The surest cure that this window has not seen; it comes before whatever is only about the failure. */
function surestCure(
  store: Store,
  sought: SoughtFailure,
  { window, project }: CurePlace,
): ShownItem | undefined {
  const best = repairsOf(store, sought, { project, floor: SAME_FAILURE }).find(({ row, sessionId, at }) =>
    !window.shown.has(`r${row}`) && (sessionId !== window.sessionId || at < window.since)
  );
  return best === undefined ? undefined : { ...itemOf(best), score: FIRST };
}

/** Above all that is found by words. */
const FIRST = 2;

function itemOf({ row, session, at, command, worked, sessions, score }: FoundRepair): ShownItem {
  const others = sessions === 1 ? "" : ` and ${sessions - 1} more`;
  const source = `solved before in s${session}${others}`;
  return {
    id: `r${row}`,
    group: "mended",
    source,
    text: `${worked.text}; then ${quoteCode(command, 120)} passed`,
    createdAt: at,
    score,
    why: [{ name: "repair", value: score }],
  };
}

/** The lessons that failures like this run's have taught; of what it printed, the lines that tell of an error. */
export function recallLessons(
  { firstFailure: test, command }: Pick<RunOutcome, "firstFailure" | "command">,
  printed: string,
  context: HookContext,
) {
  const text = `${test ?? ""} ${errorLines(printed, LESSON_LINES).join(" ")} ${command}`;
  const sought = { project: context.session.project, test, text, domain: "debugging" } as const;
  return context.withStore((store) => lessonsFor(store, sought, MAX_LESSONS), []);
}
