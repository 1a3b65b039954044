// Recalls whole items: after a failure, for an error that a prompt quotes, for a prompt if settings say so.
import { invocationKey, invocationsIn, type LineEnd } from "../outcome/invocations.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { bareCommand } from "../outcome/wrappers.ts";
import { errorLines, lastLines, readLines, signatureOf } from "../search/error_signature.ts";
import { cluesOf, commandsOf, isAboutFailure, namesIn } from "../search/failure_clues.ts";
import { LEAST_SHARE, RELEVANCE_FLOOR } from "../search/scores.ts";
import { fillContext } from "../session/fill_context.ts";
import { assembleContext, type ContextRequest, promptRequest } from "../store/assemble_context.ts";
import { type CureItem, quotedCure, surestCure } from "../store/repairs.ts";
import { lessonsFor } from "../store/ghap_lessons.ts";
import { itemsNaming } from "../store/search_tables.ts";
import type { Store } from "../store/store.ts";
import { forPrompt } from "../store/tellings.ts";
import type { HookContext } from "./context.ts";
import { showAndRecord } from "./shown.ts";

const FAILURE_ITEMS = 3;
const ERROR_LINES = 3;
const MOST_NAMING = 4; // a file's name in more items than this is too common to distinguish failures

/** A failed shell call. `command` is the test or build that its line ran, else the whole line. All texts are clean. */
export type Failure = Readonly<{ end: LineEnd; command: string; test?: string | undefined }>;

/** Returns what fixed the same failure, and items about it; a few shared words do not suffice, as every failure has some. */
export function recallByFailure({ test, command, end }: Failure, context: HookContext): string | undefined {
  const { output, command: line, isError } = end;
  const { project } = context.session;
  const errors = errorLines(output, ERROR_LINES);
  // Nobody can tell which of several commands printed the last lines.
  const readsEnd = isError === true && commandsOf(line).length === 1 && readLines(errors).length === 0;
  const lines = readsEnd ? [...new Set([...errors, ...lastLines(output, ERROR_LINES)])] : errors;
  const failed = invocationsIn(end, project).filter(({ passed }) => passed !== true);
  // The line may go on after a run that passed, to a command that failed.
  const isWholeLine = command === line && failed.length > 0;
  const commands = commandsOf(isWholeLine ? failed.map(({ typed }) => typed).join("\n") : command);
  const marks = cluesOf({ lines, commands: [...commands, ...commands.map(bareCommand)], test });
  const room = {
    tokenBudget: context.settings.hooks.recall.token_budget,
    limit: FAILURE_ITEMS,
    now: context.now,
    intro: "On what has just failed:",
  };
  const request = {
    ...room,
    // All tests share the words of their command, so only the names in it are sought where a test failed.
    texts: test === undefined ? [...lines, ...commands] : [test, ...lines, ...namesIn(commands)],
    project,
    kinds: ["memory", "ghap"] as const,
    floor: RELEVANCE_FLOOR,
  };
  return showAndRecord("failure", (store, window) => {
    const named = itemsOfNames(store, marks.names, project);
    const fits: ContextRequest["fits"] = (item, known) =>
      named.items.has(item.id) ||
      item.score >= known * LEAST_SHARE && isAboutFailure(item, { ...marks, names: named.unused });
    const known = assembleContext(store, { ...request, fits, window });
    const calls = failed.map(invocationKey);
    const cure = surestCure(store, { lines: signatureOf(output, test), calls }, { window, project });
    const roomWithCure = { ...room, limit: FAILURE_ITEMS + 1, isBestFirst: true };
    return cure === undefined ? known : fillContext<CureItem>([cure, ...known.items], roomWithCure);
  }, context);
}

/** `items`: the ids of items with a name that few have. `unused`: names that none has. A name of many is in neither. */
function itemsOfNames(store: Store, names: ReadonlySet<string>, project: string) {
  const found = [...names].map((name) => ({ name, naming: itemsNaming(store, project, name) }));
  const items = found.filter(({ naming }) => naming.length <= MOST_NAMING).flatMap(({ naming }) => naming);
  return {
    items: new Set(items.map(({ kind, ref }) => `${kind === "memory" ? "m" : "g"}${ref}`)),
    unused: new Set(found.filter(({ naming }) => naming.length === 0).map(({ name }) => name)),
  };
}

/** Returns items for a prompt, with `context_depth: light` or `rich`. */
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
  return showAndRecord("prompt", (store, window) => quotedCure(store, prompt, { ...room, window }), context);
}

/** Returns lessons from failures like that of this run, for the premortem, by the error lines of `printed`. */
export function recallLessons(
  { firstFailure: test, command }: Pick<Outcome, "firstFailure" | "command">,
  printed: string,
  context: HookContext,
) {
  const lines = [test ?? "", ...errorLines(printed, 6), command];
  const sought = { project: context.session.project, lines };
  return context.withStore((store) => lessonsFor(store, sought, 3), []);
}
