import { findPaths } from "../host/paths.ts";
import type { CommonFields } from "../wire/common.ts";
import { asObject } from "../wire/fields.ts";
import { NO_PAYLOAD, type ShortenedDocument } from "../wire/payload.ts";
import type { Reply } from "../wire/reply.ts";
import { HookRun } from "./hook_run.ts";
import { findLaunchPlace } from "./launch_place.ts";
import type { HookDefinition } from "./run_hook.ts";

/** An event as it was read. */
export interface ReadEvent<E> {
  readonly event: E;
  /** Where it is not of the whole document. */
  readonly shortened: ShortenedDocument | undefined;
}

/**
 * Hands the event to the hook's handler, with a context made from the machine's state, and prints the reply: one
 * document on stdout; what can wait comes after it. True when the client is to be held by the exit code.
 */
export async function answer<E extends CommonFields>(
  definition: HookDefinition<E>,
  read: ReadEvent<E>,
  print: (reply: Reply) => Promise<boolean>,
): Promise<boolean> {
  const paths = findPaths();
  if (paths === undefined) { // no home: nowhere to keep anything, not even a log
    const { countLost } = await import("../host/lost.ts");
    countLost(undefined);
    return false;
  }
  const { cwd } = read.event;
  definition.clearWay?.(paths, cwd);
  const place = await findLaunchPlace(cwd, paths);
  const run = new HookRun(definition.name, read.event, { paths, place });
  try {
    if (definition.prepare !== undefined) await run.prepare(definition.prepare);
    if (!(await run.isEnabled())) return false;
    const event = await loadPrivacyRules(definition, read, run);
    run.logData(event);
    const reply = await definition.handle(event, run);
    await run.settle();
    return reply === undefined ? false : await print(reply);
  } finally {
    await run.finish();
  }
}

/** Loads what cleans the event's texts; the event of the whole document, where it was shortened and all is needed. */
async function loadPrivacyRules<E extends CommonFields>(
  { cleaning, decode }: HookDefinition<E>,
  { event, shortened }: ReadEvent<E>,
  run: HookRun,
): Promise<E> {
  if (cleaning === undefined) return event;
  if (await run.loadPrivacyRules(cleaning(event), shortened?.leftOut)) return event;
  const payload = asObject(shortened?.whole());
  if (payload === undefined) throw new Error(NO_PAYLOAD); // garbled in the middle
  const whole = decode(payload);
  await run.loadPrivacyRules(cleaning(whole));
  return whole;
}
