// The state of a turn (its prompt, waiting captures, earlier asks), for stops and answered questions.
import { at } from "../base/json.ts";
import type { HookContext } from "./context.ts";
import { drainSpool, HOOK_DRAIN_LIMIT } from "./drain_spool.ts";
import { readPauseTimes } from "../machine/pause.ts";
import { listSpool, readSpoolFile } from "../machine/spool.ts";
import { type StopState, stopState } from "../store/stop_state.ts";

/**
 * Returns `undefined` if the state is not known, as with a prompt in a spool that cannot be drained.
 * Without the hook user-prompt-submit, leaves out the newest stored prompt: it belongs to an earlier turn.
 */
export function turnState(context: HookContext): StopState | undefined {
  const { paths, session: { project, sessionId }, settings, log } = context;
  const isWaiting = () =>
    listSpool(paths).some((name) =>
      readSpoolFile(paths, name)?.writes.some((write) =>
        at(write, "kind") === "prompt-submitted" && at(write, "session", "sessionId") === sessionId
      )
    );
  // The database is opened first: while it cannot be used, the spool grows long and is slow to read.
  return context.withStore((store) => {
    if (isWaiting()) {
      drainSpool(store, paths, { drainLimit: HOOK_DRAIN_LIMIT, log });
      if (isWaiting()) return undefined;
    }
    const unseen = settings.hooks.user_prompt_submit.enabled ? {} : { newestPrompt: null, isPrivate: null };
    const state = { ...stopState(store, sessionId), ...unseen };
    // After a pause, the newest stored prompt may be of an earlier turn, so this turn counts as private.
    const paused = readPauseTimes(paths, { project, session: sessionId });
    const isAfterPause = paused.some(({ until }) => Number(until) > Date.parse(state.newestAt ?? ""));
    return isAfterPause ? { ...state, isPrivate: 1 } : state;
  });
}
