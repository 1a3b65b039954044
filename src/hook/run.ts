// One run of a hook, from stdin to the exit code. Every error ends here.
import { foreignClient } from "../base/clients.ts";
import type { HookDefinition } from "./context.ts";
import { isSwitchedOn } from "../machine/environment.ts";
import { RunLog } from "../machine/log.ts";
import { readStdin } from "../machine/stdio.ts";
import type { CommonFields } from "../wire/fields.ts";
import { parsePayload } from "../wire/payload.ts";

/** The exit codes of a hook. Only `triage.delivery: exit-code` uses `BLOCK`; no failure produces it. */
const PASS = 0;
const BLOCK = 2;

/** Returns the exit code. An error becomes one line in the log, and the session goes on. */
export async function runHook<E extends CommonFields>(hook: HookDefinition<E>): Promise<number> {
  // The user sets MNEME_DISABLED; mneme sets MNEME_CHILD on the processes that it starts.
  if (isSwitchedOn("MNEME_DISABLED") || isSwitchedOn("MNEME_CHILD")) return PASS;
  const log = new RunLog(hook.name);
  let isBlocked = false;
  try {
    isBlocked = await run(hook, log);
  } catch (error) {
    log.add("failure", error instanceof Error ? error.stack ?? error.message : String(error));
  }
  await log.write();
  return isBlocked ? BLOCK : PASS;
}

async function run<E extends CommonFields>(hook: HookDefinition<E>, log: RunLog): Promise<boolean> {
  const payload = parsePayload(readStdin());
  if (payload === undefined) {
    log.add("failure", "stdin is not one JSON object");
    return false;
  }
  const other = foreignClient(Deno.args);
  // Cursor also runs the hooks of Claude Code; its own hooks handle the event.
  if (other === undefined && payload.cursor_version !== undefined) return false;
  const translated = other === undefined
    ? { payload }
    : (await import("./other_client.ts")).translateEvent(other, payload);
  if (translated.payload === undefined) return false;
  const event = hook.decode(translated.payload);
  if (await hook.isIdle?.(event)) return false;
  // A dynamic import, as idle events do not need SQLite.
  const { answer } = await import("./answer.ts");
  return await answer(hook, event, { log, ...translated });
}
