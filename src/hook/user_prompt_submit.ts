import type { HookContext, HookDefinition } from "./context.ts";
import type { MetRun } from "./ghap_outcome.ts";
import { loadTitleRecall, loadWholeRecall, type TitleRecall, type WholeRecall } from "./load_parts.ts";
import { loadRuns } from "./load_runs.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { hasRepairs, hasUnknown } from "../store/contents.ts";
import { type Known, knownNow } from "../store/tellings.ts";
import { takeNote } from "../store/notes.ts";
import { noteText } from "../triage/turn_note.ts";
import {
  decodeNotification,
  decodeUserPrompt,
  type TaskNotification,
  type UserPromptEvent,
} from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

export const USER_PROMPT_SUBMIT: HookDefinition<UserPromptEvent, PreparedPrompt> = {
  name: "user-prompt-submit",
  decode: decodeUserPrompt,
  cleans: ({ prompt }) => prompt,
  prepare: preparePrompt,
  handle: onUserPrompt,
};

/** A cleaned prompt, with the modules and rows that its handler needs. */
export interface PreparedPrompt {
  /** Clean; empty for a wholly private one. */
  readonly text: string;
  /** Loaded where titles may exist that the context window was not told. */
  readonly titles?: TitleRecall | undefined;
  /** The items that the window was told. */
  readonly known?: Known | undefined;
  /** Loaded for a prompt that may quote an error, or if settings ask for items in full. */
  readonly whole?: WholeRecall | undefined;
  /** The client's own note that a background task has ended, if the text is one. */
  readonly task?: TaskNotification;
  /** The test run or build that ended with that task, if any. */
  readonly run?: MetRun | undefined;
}

const NOTHING_SAID: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

export async function preparePrompt(event: UserPromptEvent, context: HookContext): Promise<PreparedPrompt> {
  const text = context.cleanText(event.prompt).trim();
  if (event.notification === undefined) {
    const isAsking = !isAcknowledgement(text) && wantsContext(context);
    return { text, ...isAsking ? await loadParts(text, context) : {} };
  }
  const task = decodeNotification(text) ?? NOTHING_SAID; // read again, as cleaning may have removed a part
  const { endBackgroundRun } = await loadRuns();
  return { text, task, run: await endBackgroundRun(task, text, context) };
}

/** Loads the search for titles that the window was not told, and the one for cures if an error is quoted. */
async function loadParts(
  text: string,
  context: HookContext,
): Promise<Omit<PreparedPrompt, "text">> {
  const { session: { project, sessionId }, settings } = context;
  if (settings.hooks.user_prompt_submit.context_depth !== "lines") return { whole: await loadWholeRecall() };
  const { known, isUnknown, isMended } = context.withStore((store) => {
    const known = knownNow(store, { sessionId, agentId: null });
    return {
      known,
      // A session that began without mneme was told nothing.
      isUnknown: known === undefined || hasUnknown(store, project, known),
      isMended: QUOTES_ERROR.test(text) && hasRepairs(store),
    };
  }, { known: undefined, isUnknown: false, isMended: false });
  return {
    known,
    titles: isUnknown ? await loadTitleRecall() : undefined,
    whole: isMended ? await loadWholeRecall() : undefined,
  };
}

/** Matches words and codes of error lines: `TypeError`, `ENOENT`, `TS2345`. */
const QUOTES_ERROR =
  /[Ee]rror|ERR|[Ee]xception|[Pp]anic|[Ff]ail|[Ff]atal|[Nn]ot found|\bE[A-Z]{4,}|\b[A-Z]{1,3}-?\d{2,5}\b/;

/** Records the prompt, and tells the model what fits it. */
export function onUserPrompt(
  event: UserPromptEvent,
  context: HookContext,
  { text, titles, known, whole, task, run }: PreparedPrompt,
): Reply | undefined {
  if (task !== undefined) return onTaskEnd(event, context, { task, run });
  const isNew = context.record(
    [{
      kind: "prompt-submitted",
      session: context.session,
      at: context.at,
      promptId: event.promptId ?? null,
      text: text === "" ? null : text,
    }],
    { name: "user_prompt_submit", subject: event.promptId ?? null },
  );
  if (!isNew) return undefined;
  const note = noteOfLastTurn(context);
  const isByTitles = context.settings.hooks.user_prompt_submit.context_depth === "lines";
  const fitting = context.isLate()
    ? []
    : isByTitles
    ? [whole?.recallQuoted(text, context), titles?.recallTitles(text, known, context)]
    : [whole?.recallByPrompt(text, context)];
  const texts = [note, ...fitting].filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : { context: { event: "UserPromptSubmit", text: texts.join("\n") } };
}

/** Returns the note that asks whether the last turn is worth a memory; few turns leave one. */
function noteOfLastTurn(context: HookContext): string | undefined {
  if (!context.settings.triage.nudge.enabled || context.isUnattended()) return undefined;
  const { session, at } = context;
  const note = context.withStore((store) => takeNote(store, session.sessionId, at), undefined);
  return note === undefined ? undefined : noteText(note);
}

function wantsContext(context: HookContext): boolean {
  const { context_depth, limit, token_budget } = context.settings.hooks.user_prompt_submit;
  return context_depth !== "none" && limit > 0 && token_budget > 0 && !context.isLate();
}

/** Records the client's note that a background task ended, which is an event and not a prompt. */
function onTaskEnd(
  { promptId }: UserPromptEvent,
  context: HookContext,
  { task: { taskId, toolUseId, status }, run }: Pick<PreparedPrompt, "run"> & {
    readonly task: TaskNotification;
  },
): Reply | undefined {
  const isNew = context.record(run?.records ?? [], {
    name: "task_notification",
    subject: taskId === undefined ? null : `${taskId} ${promptId ?? ""}`,
    data: { task_id: taskId, tool_use_id: toolUseId, status },
  });
  const answer = isNew ? run?.answer() : undefined;
  return answer === undefined ? undefined : { context: { event: "UserPromptSubmit", text: answer } };
}
