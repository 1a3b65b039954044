import type { Paths } from "../host/paths.ts";
import { writeStderr, writeStdout } from "../host/stdout.ts";
import type { CommonFields } from "../wire/common.ts";
import { encodeReply } from "../wire/reply.ts";
import { HookRun } from "./hook_run.ts";
import { HookStatus } from "./hook_status.ts";
import { findLaunchPlace } from "./launch_place.ts";
import type { HookDefinition } from "./run_hook.ts";

/**
 * Hands the event to the hook's handler, with a context made from the machine's state, and prints the reply: one
 * document on stdout; what can wait comes after it.
 */
export async function answer<E extends CommonFields>(
  definition: HookDefinition<E>,
  event: E,
  paths: Paths | undefined,
): Promise<HookStatus> {
  if (paths === undefined) { // no home: nowhere to keep anything, not even a log
    const { countLost } = await import("../host/lost.ts");
    countLost(undefined);
    return HookStatus.Pass;
  }
  const place = await findLaunchPlace(event.cwd, paths);
  const run = new HookRun(definition.name, event, { paths, place });
  try {
    if (definition.prepare !== undefined) await run.prepare(definition.prepare);
    if (!(await run.isEnabled())) return HookStatus.Pass;
    run.logData(event);
    if (definition.kept !== undefined) await run.loadPrivacyRules(definition.kept(event));
    const reply = await definition.handle(event, run);
    await run.settle();
    if (reply === undefined) return HookStatus.Pass;
    writeStdout(encodeReply(reply));
    if (reply.blockByExitCode === undefined) return HookStatus.Pass;
    writeStderr(reply.blockByExitCode);
    return HookStatus.Block;
  } finally {
    await run.finish();
  }
}
