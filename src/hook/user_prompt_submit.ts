// The hook user-prompt-submit: records prompts and messages of the client, and tells what fits a prompt.
import { at, parseJson } from "../base/json.ts";
import { privateSubject } from "../base/writes.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { loadWholeRecall, recallAboutFiles } from "./load_recall.ts";
import { loadRuns } from "./load_runs.ts";
import { isFile, tailText } from "../machine/files.ts";
import { storedPath } from "../machine/project.ts";
import { showAndRecord } from "./shown.ts";
import { publicPart } from "../privacy/prefilter.ts";
import { QUOTES_ERROR, TELLS_ERROR } from "../search/error_signs.ts";
import { isAcknowledgement } from "../session/acknowledgement.ts";
import { hasRepairs, hasUnknown } from "../store/contents.ts";
import { contextWindow, toldTurns, untell } from "../store/tellings.ts";
import { takeNote } from "../store/notes.ts";
import { noteText } from "../triage/ask.ts";
import { decodeNotification, decodeUserPrompt, type UserPromptEvent } from "../wire/events.ts";
import { type Reply, toModel } from "../wire/reply.ts";

export const USER_PROMPT_SUBMIT: HookDefinition<UserPromptEvent> = {
  name: "user-prompt-submit",
  decode: decodeUserPrompt,
  cleans: ({ prompt }) => prompt,
  handle: onUserPrompt,
};

async function onUserPrompt(event: UserPromptEvent, context: HookContext): Promise<Reply | undefined> {
  const text = publicPart(event.prompt, context.cleaner.cleanText(event.prompt)); // empty if the prompt is wholly private
  if (event.notification !== undefined || isScheduled(event)) return onClientMessage(text, event, context);
  const { session, at } = context;
  const { promptId = null } = event;
  const isNew = context.record({
    name: "hook.user_prompt_submit",
    subject: text === "" && promptId ? privateSubject(promptId) : promptId, // a later stop leaves out a private turn
  }, [{ kind: "prompt-submitted", session, at, promptId, text: text === "" ? null : text }]);
  if (!isNew) return undefined;
  untellRemovedTurns(event, context);
  const note = noteOfLastTurn(context);
  const { context_depth, limit, token_budget } = context.settings.hooks.user_prompt_submit;
  const isRecalling = !isAcknowledgement(text) && context_depth !== "none" && limit > 0 && token_budget > 0 &&
    !context.isUnheard && !context.isLate();
  if (!isRecalling) return toModel("UserPromptSubmit", note);
  // Files come first: an item that is told in full needs no line with its title.
  const about = await recallAboutFiles(filesNamed(text, context), context);
  return toModel("UserPromptSubmit", note, about, ...await recall(text, context));
}

const MOST_NAMED = 20; // the most words with `@` in a prompt that are looked up
/** Matches how a prompt names a file that the client then reads: `@src/a.ts`, `@a.ts#L3-9`, `@"my notes.md"`. */
const NAMED = /(?<!\S)@(?:"([^"\n]+)"|([^\s"#]*[^\s"#.,:;!?)]))/g;

function filesNamed(prompt: string, { session: { cwd } }: HookContext): string[] {
  return Array.from(prompt.matchAll(NAMED).take(MOST_NAMED), ([, quoted, plain = ""]) => quoted ?? plain)
    .filter((path) => isFile(storedPath(path, cwd))); // `@team`, `@types/node` and folders are none
}

/** Tells by the transcript's last row if a prompt is a scheduled one (`/loop`), no person's; a private one stays a prompt. */
const isScheduled = ({ prompt, transcriptPath = "" }: UserPromptEvent) =>
  !/<\s*private\b/i.test(prompt) &&
  /"subtype":"scheduled_task_fire".*\s*$/.test(tailText(transcriptPath, 4 * prompt.length + 4096));

/** The last prompt and what the client adds to it, such as the instructions of a session's start, are shorter. */
const TAIL_BYTES = 512 * 1024;

/** Lets what was told in removed turns be told again: Claude Code removes it with the turns. */
function untellRemovedTurns({ promptId, transcriptPath = "" }: UserPromptEvent, context: HookContext): void {
  const { client, session: { sessionId } } = context;
  if (client !== undefined) return;
  context.withStore((store) => {
    const turns = toldTurns(store, sessionId);
    if (turns === undefined || turns.last === promptId) return; // a queued prompt has the id of the running turn
    const isGone = removedTurns(tailText(transcriptPath, TAIL_BYTES), turns.last);
    untell(store, sessionId, turns.told.filter((turn) => isGone(turn.promptId)).map(({ number }) => number));
  });
}

/** Tells which turns the user has removed, by the transcript's end. `last` is the prompt before the new one. */
function removedTurns(tail: string, last: string): (promptId: string) => boolean {
  const placeOf = (id: string) => tail.indexOf(`"promptId":"${id}"`);
  const place = placeOf(last);
  if (place < 0) return () => false;
  const start = tail.lastIndexOf("\n", place) + 1;
  const parent = at(parseJson(tail.slice(start, tail.indexOf("\n", start))), "parentUuid");
  const above = tail.lastIndexOf(`"uuid":"${parent}"`, start);
  // The rows between a prompt and its parent are of a branch that the user has rewound (double Esc).
  const from = above < 0 ? start : tail.indexOf("\n", above);
  // After a single Esc, a prompt stays if an answer has begun, also a call that was refused.
  const isAnswered = tail.includes('"type":"assistant"', place);
  return (id) => id === last ? !isAnswered : tail.slice(from, start).includes(id) && placeOf(id) >= from;
}

/** Returns texts that fit a prompt. For `lines`, loads their searches only if a title is new, or an error is quoted. */
async function recall(text: string, context: HookContext): Promise<readonly (string | undefined)[]> {
  const { session: { project }, owner, settings } = context;
  if (settings.hooks.user_prompt_submit.context_depth !== "lines") {
    const { recallByPrompt } = await loadWholeRecall();
    return context.isLate() ? [] : [recallByPrompt(text, context)];
  }
  const found = context.withStore((store) => {
    const window = contextWindow(store, owner);
    return {
      hasNewTitles: window !== undefined && hasUnknown(store, project, window),
      mayBeKnown: QUOTES_ERROR.test(text) && (TELLS_ERROR.test(text) || hasRepairs(store)),
    };
  });
  const whole = found?.mayBeKnown ? await loadWholeRecall() : undefined;
  const titles = found?.hasNewTitles ? await import("../store/prompt_lines.ts") : undefined;
  if (context.isLate()) return [];
  const quoted = whole?.recallQuoted(text, context);
  const fitting = titles && showAndRecord("prompt", (store, window) => {
    const request = { project, known: window, now: context.now };
    const { items, removed, ...told } = titles.promptLines(store, text, request);
    return { ...told, lines: [...removed, ...items.map(({ id }) => id)], items: [] }; // told by title: they may yet be shown in full
  }, context);
  return [quoted, fitting];
}

/** Returns the note that the last stop has left, if any. */
function noteOfLastTurn(context: HookContext): string | undefined {
  if (!context.settings.triage.nudge.enabled || context.isUnheard || context.isUnattended()) return undefined;
  const note = context.withStore((store) => takeNote(store, context.session.sessionId, context.at));
  return note === undefined ? undefined : noteText(note);
}

/** Handles a message of the client (`text`): a background task ended, an agent has news, a scheduled prompt is due. */
async function onClientMessage(text: string, { promptId }: UserPromptEvent, context: HookContext) {
  const task = decodeNotification(text); // decoded from the clean text, as cleaning may have removed a part
  const { taskId, toolUseId, status } = task ?? {};
  const run = task && await (await loadRuns()).endBackgroundRun(task, context);
  const isNew = context.record({
    name: "hook.task_notification",
    subject: taskId === undefined ? null : `${taskId} ${promptId ?? ""}`,
    data: { task_id: taskId, tool_use_id: toolUseId, status },
  }, run?.records);
  return isNew ? toModel("UserPromptSubmit", ...run?.answers() ?? []) : undefined;
}
