import type { Cleaning } from "../core/privacy/cleaning.ts";
import type { HookName } from "../core/hook_names.ts";
import type { HookContext } from "../events/context.ts";
import { isSwitchedOn } from "../host/environment.ts";
import type { Paths } from "../host/paths.ts";
import { readStdin } from "../host/stdin.ts";
import type { CommonFields } from "../wire/common.ts";
import type { WireObject } from "../wire/fields.ts";
import { NO_PAYLOAD, parsePayload } from "../wire/payload.ts";
import type { Reply } from "../wire/reply.ts";
import type { Preparation } from "./hook_run.ts";
import { HookStatus } from "./hook_status.ts";

/** One hook: how its payload is read and what is done with it. */
export interface HookDefinition<E extends CommonFields> {
  readonly name: HookName;
  readonly decode: (payload: WireObject) => E;
  readonly handle: (event: E, context: HookContext) => Reply | undefined | Promise<Reply | undefined>;
  /** What cleans the texts that are going to be kept of the event: without it nothing can be cleaned, nor kept. */
  readonly cleaning?: (event: E) => Cleaning | undefined;
  /** True when a long document may come without the middle of a text that `cleaning` is going to cut. */
  readonly mayShorten?: true;
  /** The cheapest test: true when this event needs nothing at all, not even the settings. */
  readonly isIdle?: (event: E) => boolean | Promise<boolean>;
  /** What can be said without the database; `undefined` where it needs that after all. */
  readonly answerAhead?: (event: E) => Promise<Reply | undefined>;
  /** How it prints, where nearly every run does: most hooks say nothing, and load it for a reply, in 0.15 ms. */
  readonly print?: (reply: Reply) => boolean;
  /** Takes away what would hold up the first look into the data folder; only session start pays for that. */
  readonly clearWay?: (paths: Paths, cwd: string | undefined) => void;
  /** Session start alone puts the data folder in order before it is used. */
  readonly prepare?: Preparation;
}

/**
 * Runs a hook from stdin to stdout. This is the last catch on the hook path: whatever goes wrong is one line in
 * the log, and the session goes on.
 */
export async function runHook<E extends CommonFields>(definition: HookDefinition<E>): Promise<HookStatus> {
  // Nobody listens for the end of a hook: to make that event and send it takes 0.1 ms.
  Object.assign(globalThis, { [Symbol.for("Deno.isUnloadDispatched")]: true });
  if (isSwitchedOff()) return HookStatus.Pass;
  try {
    const stdin = await readStdin(undefined, definition.mayShorten);
    const payload = await parsePayload(stdin);
    if (payload === undefined) await report(definition.name, NO_PAYLOAD);
    else {
      const event = definition.decode(payload);
      if (await definition.isIdle?.(event)) return HookStatus.Pass;
      const reply = await definition.answerAhead?.(event);
      if (reply !== undefined) return await print(definition, reply) ? HookStatus.Block : HookStatus.Pass;
      // A chunk of its own: an idle or disabled hook must not pay for SQLite, and loading it late costs nothing more.
      const { answer } = await import("./answer.ts");
      const read = { event, shortened: stdin.kind === "shortened" ? stdin : undefined };
      const isHeld = await answer(definition, read, (said) => print(definition, said));
      if (isHeld) return HookStatus.Block;
    }
  } catch (error) {
    await report(definition.name, error);
  }
  return HookStatus.Pass;
}

/** True when the client is to be held by the exit code. */
async function print<E extends CommonFields>(definition: HookDefinition<E>, reply: Reply): Promise<boolean> {
  return (definition.print ?? (await import("./print_reply.ts")).printReply)(reply);
}

/** Set by the user, or on every process that mneme itself starts. */
function isSwitchedOff(): boolean {
  return isSwitchedOn("MNEME_DISABLED") || isSwitchedOn("MNEME_CHILD");
}

/** Loaded when something has gone wrong, and only then. */
async function report(hook: HookName, error: unknown): Promise<void> {
  try {
    const { reportFailure } = await import("./report_failure.ts");
    reportFailure(hook, error);
  } catch {
    // Nothing is left to report to; the session must not notice.
  }
}
