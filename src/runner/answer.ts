import { countLost } from "../host/lost.ts";
import type { Paths } from "../host/paths.ts";
import { writeStdout } from "../host/stdout.ts";
import type { CommonFields } from "../wire/common.ts";
import { encodeReply } from "../wire/reply.ts";
import { HookRun } from "./hook_run.ts";
import type { HookDefinition } from "./run_hook.ts";

/**
 * Hands the event to the hook's handler, with a context made from the machine's state, and prints the reply: one
 * document on stdout; what can wait comes after it.
 */
export async function answer<E extends CommonFields>(
  definition: HookDefinition<E>,
  event: E,
  paths: Paths | undefined,
): Promise<void> {
  if (paths === undefined) return countLost(undefined); // no home: nowhere to keep anything, not even a log
  const run = new HookRun(definition.name, event, paths);
  try {
    if (definition.prepare !== undefined) await run.prepare(definition.prepare);
    if (!run.isEnabled()) return;
    run.logData(event);
    if (definition.kept !== undefined) await run.loadPrivacyRules(definition.kept(event));
    writeStdout(encodeReply(definition.handle(event, run)));
  } finally {
    await run.finish();
  }
}
