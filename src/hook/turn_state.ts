// The state of a turn (its prompt, waiting captures, earlier asks), for stops and answered questions.
import { asText, at } from "../base/json.ts";
import type { HookContext } from "./context.ts";
import { drainSpool, HOOK_DRAIN_LIMIT } from "./drain_spool.ts";
import { readPauseTimes } from "../machine/pause.ts";
import { listSpool, readSpoolFile } from "../machine/spool.ts";
import { type StopState, stopState } from "../store/stop_state.ts";

/**
 * Returns `undefined` if the state is not known, as with a prompt in a spool that cannot be drained.
 * Without the hook user-prompt-submit, leaves out the newest stored prompt: it belongs to an earlier turn.
 * If a pause has ended since that prompt and `mayBePaused` agrees, the turn counts as private.
 */
export function turnState(context: HookContext, mayBePaused = () => true): StopState | undefined {
  const { paths, folder, session: { project, sessionId }, settings, log } = context;
  const isWaiting = () => waitingPrompt(context, Infinity) !== undefined;
  // The database is opened first: while it cannot be used, the spool grows long and is slow to read.
  return context.withStore((store) => {
    if (isWaiting()) {
      drainSpool(store, paths, { drainLimit: HOOK_DRAIN_LIMIT, log });
      if (isWaiting()) return undefined;
    }
    const { enabled: isSeen } = settings.hooks.user_prompt_submit;
    const unseen = isSeen ? {} : { asked: null, isUnprompted: 0, isQueued: 0, isPrivate: null };
    const state = { ...stopState(store, sessionId, context.promptId), ...unseen };
    const paused = readPauseTimes(paths, { project, folder, session: sessionId });
    const isAfterPause = paused.some(({ until }) => Number(until) > Date.parse(state.newestAt ?? ""));
    return isAfterPause && mayBePaused() ? { ...state, isPrivate: 1 } : state;
  });
}

/** Returns the last prompt in the newest files of the spool; `null` if private or another turn's; else `undefined`. */
export function waitingPrompt(context: HookContext, most = HOOK_DRAIN_LIMIT) {
  const { paths, session: { sessionId }, promptId } = context;
  for (const name of listSpool(paths).slice(-most).reverse()) {
    const prompt = readSpoolFile(paths, name)?.writes.find((write) =>
      at(write, "kind") === "prompt-submitted" && at(write, "session", "sessionId") === sessionId
    );
    const id = at(prompt, "promptId") ?? promptId;
    if (prompt !== undefined) return (promptId ?? id) === id && asText(at(prompt, "text")) || null;
  }
}
