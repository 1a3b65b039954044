import { foreignClient } from "../base/clients.ts";
import type { HookDefinition } from "./context.ts";
import { isSwitchedOn, programArguments } from "../machine/environment.ts";
import { RunLog } from "../machine/log.ts";
import { readStdin } from "../machine/stdio.ts";
import type { CommonFields } from "../wire/fields.ts";
import { NO_PAYLOAD, parsePayload } from "../wire/payload.ts";

/**
 * The exit codes of a hook. `Block` is for the one delivery that asks for it (`triage.delivery: exit-code`): no failure
 * produces it.
 */
export const HookStatus = { Pass: 0, Block: 2 } as const;

export type HookStatus = typeof HookStatus[keyof typeof HookStatus];

/**
 * Runs a hook from stdin to stdout. This is the last catch on the hook path: whatever goes wrong is one line in
 * the log, and the session goes on.
 */
export async function runHook<E extends CommonFields, P = undefined>(
  hook: HookDefinition<E, P>,
): Promise<HookStatus> {
  if (isSwitchedOff()) return HookStatus.Pass;
  const log = new RunLog(hook.name);
  let isHeld = false;
  try {
    isHeld = await run(hook, log);
  } catch (error) {
    log.add("failure", error instanceof Error ? error.stack ?? error.message : String(error));
  }
  await log.write();
  return isHeld ? HookStatus.Block : HookStatus.Pass;
}

/** Returns true when the hook must end with the exit code that holds the agent. */
async function run<E extends CommonFields, P>(hook: HookDefinition<E, P>, log: RunLog): Promise<boolean> {
  const payload = parsePayload(readStdin());
  if (payload === undefined) {
    log.add("failure", NO_PAYLOAD);
    return false;
  }
  const other = foreignClient(programArguments());
  // Cursor may also run Claude Code's hooks; its own registration hears the event already.
  if (other === undefined && payload.cursor_version !== undefined) return false;
  // Claude Code's payload needs no translation.
  const heard = other === undefined ? { payload } : (await import("./other_client.ts")).hear(other, payload);
  if (heard.payload === undefined) return false;
  const event = hook.decode(heard.payload);
  if (await hook.isIdle?.(event)) return false;
  const { answer } = await import("./answer.ts"); // loads SQLite: 3 ms that an idle hook is spared
  return await answer(hook, event, { log, ...heard });
}

/** Tells whether the user, or mneme for a process that it started, has switched hooks off. */
function isSwitchedOff(): boolean {
  return isSwitchedOn("MNEME_DISABLED") || isSwitchedOn("MNEME_CHILD");
}
