import type { Paths } from "../host/paths.ts";
import type { CommonFields } from "../wire/common.ts";
import type { HookDefinition } from "./run_hook.ts";

/**
 * `answer` for hooks that mostly end before they need it: the store and the privacy rules are a chunk of their
 * own then, and the idle run stays as cheap as an empty program.
 */
export async function lazyAnswer<E extends CommonFields>(
  definition: HookDefinition<E>,
  event: E,
  paths: Paths | undefined,
): Promise<void> {
  const { answer } = await import("./answer.ts");
  await answer(definition, event, paths);
}
