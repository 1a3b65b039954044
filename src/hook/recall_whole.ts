// Recalls whole items: after a failure, for a premortem, for an error in a prompt, for any prompt if settings say so.
import { invocationKey, invocationsIn, type LineEnd } from "../outcome/invocations.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { errorLines, lastLines, readLines, signatureOf, withoutFolders } from "../search/error_signature.ts";
import { isAboutFailure, isOnSubject, SUBJECT } from "../search/failure_clues.ts";
import { fillContext } from "../session/fill_context.ts";
import { assembleContext, type ContextRequest, promptRequest } from "../store/assemble_context.ts";
import { type FixItem, quotedFix, surestFix } from "../store/repairs.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import { forPrompt } from "../store/tellings.ts";
import type { HookContext } from "./context.ts";
import { showAndRecord } from "./shown.ts";

const FAILURE_ITEMS = 3; // the most items about a failure, beside its fix
const ERROR_LINES = 3; // the most error lines of a failure that are compared

/** A failed shell call and its failed test, if any. Only the output may have secrets; no text is private. */
export type Failure = Readonly<{ end: LineEnd; test?: string | undefined }>;

/** Returns what fixed the same failure, and items about it; a few shared words do not suffice, as every failure has some. */
export function recallByFailure({ test = "", end }: Failure, context: HookContext): string | undefined {
  const { output, isError } = end;
  const { project } = context.session;
  const invocations = invocationsIn(end, project);
  const errors = errorLines(output, ERROR_LINES);
  // Nobody can tell which of several commands printed the last lines.
  const isAlone = isError && invocations.length === 1 && readLines(errors).length === 0;
  const lines = isAlone ? [...new Set([...errors, ...lastLines(output, ERROR_LINES)])] : errors;
  const command = isAlone && test === "" ? invocations[0]!.typed : ""; // all tests share their commands
  const failed = invocations.filter(({ passed }) => passed !== true);
  const subject = failed.length === 1 && test === "" ? SUBJECT.exec(failed[0]!.typed)?.[0] ?? "" : "";
  const room = {
    tokenBudget: context.settings.hooks.recall.token_budget,
    limit: FAILURE_ITEMS,
    now: context.now,
    intro: "On what has just failed:",
  };
  const request: Omit<ContextRequest, "window"> = {
    ...room,
    texts: [test, ...lines, command].filter((text) => text !== "").map(withoutFolders),
    project,
    kinds: ["memory", "ghap"],
    floor: 0,
    fits: (item) => isAboutFailure(item, { lines, test, command }),
  };
  return showAndRecord("failure", (store, window) => {
    const known = assembleContext(store, { ...request, window }).items;
    // A query of its own: in the query above, items about the command would seem to fit the error.
    const about = { texts: [subject], fits: ({ text }: FixItem) => isOnSubject(text, subject) };
    const others = subject === "" ? [] : assembleContext(store, { ...request, window, ...about }).items;
    const items = [...known, ...others.filter(({ id }) => !known.some((one) => one.id === id))];
    const sought = { lines: signatureOf(output, test), calls: failed.map(invocationKey) };
    const fix = surestFix(store, sought, { window, project });
    const roomWithFix = { ...room, limit: FAILURE_ITEMS + 1, isBestFirst: true };
    return fix === undefined ? fillContext(items, room) : fillContext<FixItem>([fix, ...items], roomWithFix);
  }, context);
}

/** Returns a text with whole items that fit a prompt; only for the settings `context_depth: light` and `rich`. */
export function recallByPrompt(prompt: string, context: HookContext): string | undefined {
  const { session: { project }, now, settings: { hooks } } = context;
  const request = { ...promptRequest(hooks.user_prompt_submit, project, now), texts: [prompt] };
  return showAndRecord("prompt", (store, known) => {
    return assembleContext(store, { ...request, window: forPrompt(store, known) });
  }, context);
}

/** Returns a text with the repair of an error that the prompt quotes, if a session has repaired that error. */
export function recallQuoted(prompt: string, context: HookContext): string | undefined {
  const { session: { project }, now, settings: { hooks: { recall } } } = context;
  const room = { project, now, tokenBudget: recall.token_budget };
  return showAndRecord("prompt", (store, window) => quotedFix(store, prompt, { ...room, window }), context);
}

/** Returns at most three lessons from failures like this run's, for the premortem, by six error lines of `printed`. */
export function recallLessons(
  { firstFailure: test, command }: Pick<Outcome, "firstFailure" | "command">,
  printed: string,
  context: HookContext,
) {
  const lines = [test ?? "", ...errorLines(printed, 6), command];
  return context.withStore((store) => lessonsFor(store, { project: context.session.project, lines }, 3), []);
}
