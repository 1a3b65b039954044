import { findPaths } from "../host/paths.ts";
import type { CommonFields } from "../wire/common.ts";
import type { Reply } from "../wire/reply.ts";
import { HookRun } from "./hook_run.ts";
import { findLaunchPlace } from "./launch_place.ts";
import type { HookDefinition } from "./run_hook.ts";

/**
 * Hands the event to the hook's handler, with a context made from the machine's state, and prints the reply: one
 * document on stdout; what can wait comes after it. True when the client is to be held by the exit code.
 */
export async function answer<E extends CommonFields>(
  definition: HookDefinition<E>,
  event: E,
  print: (reply: Reply) => Promise<boolean>,
): Promise<boolean> {
  const paths = findPaths();
  if (paths === undefined) { // no home: nowhere to keep anything, not even a log
    const { countLost } = await import("../host/lost.ts");
    countLost(undefined);
    return false;
  }
  definition.clearWay?.(paths, event.cwd);
  const place = await findLaunchPlace(event.cwd, paths);
  const run = new HookRun(definition.name, event, { paths, place });
  try {
    if (definition.prepare !== undefined) await run.prepare(definition.prepare);
    if (!(await run.isEnabled())) return false;
    run.logData(event);
    if (definition.cleaning !== undefined) await run.loadPrivacyRules(definition.cleaning(event));
    const reply = await definition.handle(event, run);
    await run.settle();
    return reply === undefined ? false : await print(reply);
  } finally {
    await run.finish();
  }
}
