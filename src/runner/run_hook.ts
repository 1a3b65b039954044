import type { HookName } from "../core/hook_names.ts";
import { DEFAULT_SETTINGS } from "../core/settings.ts";
import type { HookContext } from "../events/context.ts";
import { readEnvironment } from "../host/environment.ts";
import { appendLog } from "../host/log.ts";
import { countLost } from "../host/lost.ts";
import { findPaths, type Paths } from "../host/paths.ts";
import { readStdin } from "../host/stdin.ts";
import { writeStdout } from "../host/stdout.ts";
import type { CommonFields } from "../wire/common.ts";
import type { WireObject } from "../wire/fields.ts";
import { parsePayload } from "../wire/payload.ts";
import { encodeReply, type Reply } from "../wire/reply.ts";
import { HookRun, type Preparation } from "./hook_run.ts";
import { HookStatus } from "./hook_status.ts";

/** One hook: how its payload is read and what is done with it. */
export interface HookDefinition<E extends CommonFields> {
  readonly name: HookName;
  readonly decode: (payload: WireObject) => E;
  readonly handle: (event: E, context: HookContext) => Reply | undefined;
  /** The cheapest test: true when this event needs nothing at all, not even the settings. */
  readonly isIdle?: (event: E) => boolean;
  /** Session start alone puts the data folder in order before it is used. */
  readonly prepare?: Preparation;
}

/**
 * Runs a hook from stdin to stdout. This is the last catch on the hook path: whatever goes wrong is one line in
 * the log, and the session goes on.
 */
export async function runHook<E extends CommonFields>(definition: HookDefinition<E>): Promise<HookStatus> {
  if (isSwitchedOff()) return HookStatus.Pass;
  const paths = findPaths();
  try {
    const payload = parsePayload(readStdin());
    if (payload === undefined) logFailure(paths, definition.name, "stdin is not one JSON object");
    else await answer(definition, definition.decode(payload), paths);
  } catch (error) {
    logFailure(paths, definition.name, error instanceof Error ? error.stack ?? error.message : String(error));
  }
  return HookStatus.Pass;
}

async function answer<E extends CommonFields>(
  definition: HookDefinition<E>,
  event: E,
  paths: Paths | undefined,
): Promise<void> {
  if (definition.isIdle?.(event)) return;
  if (paths === undefined) return countLost(undefined); // no home: nowhere to keep anything, not even a log
  const run = new HookRun(definition.name, event, paths);
  if (definition.prepare !== undefined) await run.prepare(definition.prepare);
  if (!run.isEnabled()) return;
  writeStdout(encodeReply(definition.handle(event, run)));
  run.finish();
}

/** Set by the user, or on every process that mneme itself starts. */
function isSwitchedOff(): boolean {
  return isOn(readEnvironment("MNEME_DISABLED")) || isOn(readEnvironment("MNEME_CHILD"));
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "0" && value.toLowerCase() !== "false";
}

function logFailure(paths: Paths | undefined, hook: HookName, message: string): void {
  if (paths === undefined) return;
  const options = { level: DEFAULT_SETTINGS.log.level, maxBytes: DEFAULT_SETTINGS.retention.log_mb * 1e6 };
  appendLog(paths, { level: "failure", hook, sessionId: undefined, message }, options);
}
