import { privateSubject } from "../base/writes.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import type { ComparedRun } from "./ghap_outcome.ts";
import { loadWholeRecall, type WholeRecall } from "./load_recall.ts";
import { loadRuns } from "./load_runs.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { hasRepairs, hasUnknown } from "../store/contents.ts";
import { type Known, knownNow } from "../store/tellings.ts";
import { takeNote } from "../store/notes.ts";
import { noteText } from "../triage/ask.ts";
import {
  decodeNotification,
  decodeUserPrompt,
  type TaskNotification,
  type UserPromptEvent,
} from "../wire/events.ts";
import type { Reply } from "../wire/reply.ts";

/** Loads the search for titles: only in a context window that has not been shown all titles. */
const loadTitleRecall = () => import("./recall_titles.ts");

export const USER_PROMPT_SUBMIT: HookDefinition<UserPromptEvent, PreparedPrompt> = {
  name: "user-prompt-submit",
  decode: decodeUserPrompt,
  cleans: ({ prompt }) => prompt,
  prepare: preparePrompt,
  handle: onUserPrompt,
};

/** A cleaned prompt, with the modules and rows that its handler needs. */
interface PreparedPrompt {
  /** The clean text; empty if the prompt is wholly private. */
  readonly text: string;
  /** The search for titles; loaded if there may be titles that the context window does not have. */
  readonly titles?: Awaited<ReturnType<typeof loadTitleRecall>> | undefined;
  /** The items that the context window has. */
  readonly known?: Known | undefined;
  /** The search for full items; loaded if the prompt may quote an error, or if settings ask for full items. */
  readonly whole?: WholeRecall | undefined;
  /** The client's own note that a background task has ended, if the text is one. */
  readonly task?: TaskNotification;
  /** The test run or build that ended with that task, if any. */
  readonly run?: ComparedRun | undefined;
}

const UNREADABLE_TASK: TaskNotification = { taskId: undefined, toolUseId: undefined, status: undefined };

/** Cleans the prompt, or the client's note that a background task has ended, and loads the modules for it. */
async function preparePrompt(event: UserPromptEvent, context: HookContext): Promise<PreparedPrompt> {
  const text = context.cleanText(event.prompt).trim();
  if (event.notification === undefined) {
    const isAsking = !isAcknowledgement(text) && wantsContext(context);
    return { text, ...isAsking ? await loadParts(text, context) : {} };
  }
  const task = decodeNotification(text) ?? UNREADABLE_TASK; // decoded from the clean text, as cleaning may have removed a part
  const { endBackgroundRun } = await loadRuns();
  return { text, task, run: await endBackgroundRun(task, text, context) };
}

/** Loads the search for titles if the window lacks some, and the search for fixes if an error is quoted. */
async function loadParts(
  text: string,
  context: HookContext,
): Promise<Omit<PreparedPrompt, "text">> {
  const { session: { project, sessionId }, settings } = context;
  if (settings.hooks.user_prompt_submit.context_depth !== "lines") return { whole: await loadWholeRecall() };
  const { known, hasNewTitles, mayHaveFix } = context.withStore((store) => {
    const known = knownNow(store, { sessionId, agentId: null });
    return {
      known,
      // A session that began without mneme has no titles yet.
      hasNewTitles: known === undefined || hasUnknown(store, project, known),
      mayHaveFix: QUOTES_ERROR.test(text) && hasRepairs(store),
    };
  }, { known: undefined, hasNewTitles: false, mayHaveFix: false });
  return {
    known,
    titles: hasNewTitles ? await loadTitleRecall() : undefined,
    whole: mayHaveFix ? await loadWholeRecall() : undefined,
  };
}

/** Matches words and codes of error messages: `TypeError`, `ENOENT`, `TS2345`. */
const QUOTES_ERROR =
  /[Ee]rror|ERR|[Ee]xception|[Pp]anic|[Ff]ail|[Ff]atal|[Nn]ot found|\bE[A-Z]{4,}|\b[A-Z]{1,3}-?\d{2,5}\b/;

/** Records the prompt. The reply gives the model the items that fit it. */
function onUserPrompt(
  event: UserPromptEvent,
  context: HookContext,
  { text, titles, known, whole, task, run }: PreparedPrompt,
): Reply | undefined {
  if (task !== undefined) return onTaskEnd(event, context, { task, run });
  const promptId = event.promptId ?? null;
  const isNew = context.record(
    [{
      kind: "prompt-submitted",
      session: context.session,
      at: context.at,
      promptId,
      text: text === "" ? null : text,
    }],
    {
      name: "hook.user_prompt_submit",
      subject: text === "" && promptId ? privateSubject(promptId) : promptId,
    },
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

/** Returns the note that asks whether the last turn is worth a memory; most turns have no note. */
function noteOfLastTurn(context: HookContext): string | undefined {
  const { enabled } = context.settings.triage.nudge;
  if (!enabled || context.isUnheard || context.isUnattended()) return undefined;
  const { session, at } = context;
  const note = context.withStore((store) => takeNote(store, session.sessionId, at), undefined);
  return note === undefined ? undefined : noteText(note);
}

function wantsContext(context: HookContext): boolean {
  const { context_depth, limit, token_budget } = context.settings.hooks.user_prompt_submit;
  return context_depth !== "none" && limit > 0 && token_budget > 0 && !context.isUnheard &&
    !context.isLate();
}

function onTaskEnd(
  { promptId }: UserPromptEvent,
  context: HookContext,
  { task: { taskId, toolUseId, status }, run }: Pick<PreparedPrompt, "run"> & {
    readonly task: TaskNotification;
  },
): Reply | undefined {
  const isNew = context.record(run?.records ?? [], {
    name: "hook.task_notification",
    subject: taskId === undefined ? null : `${taskId} ${promptId ?? ""}`,
    data: { task_id: taskId, tool_use_id: toolUseId, status },
  });
  const answer = isNew ? run?.answer() : undefined;
  return answer === undefined ? undefined : { context: { event: "UserPromptSubmit", text: answer } };
}
