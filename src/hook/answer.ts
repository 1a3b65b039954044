// Handles the event of a hook after the cheap tests of `run.ts`: finds its place and settings, and replies.
import { HookContext, type HookDefinition } from "./context.ts";
import { findPlace } from "./place.ts";
import { countLost } from "../machine/spool.ts";
import { findPaths } from "../machine/paths.ts";
import type { OtherClient } from "./other_client.ts";
import type { RunLog } from "../machine/log.ts";
import { jsonThroughShell, writeStderr, writeStdout } from "../machine/stdio.ts";
import { loadCleaner } from "../privacy/cleaning.ts";
import type { CommonFields } from "../wire/fields.ts";
import { encodeReply, type Reply } from "../wire/reply.ts";

/** Handles an event, prints the reply, then calls `finish`. Returns true to block by the exit code. */
export async function answer<E extends CommonFields>(
  hook: HookDefinition<E>,
  event: E,
  { log, client }: { readonly log: RunLog; readonly client?: OtherClient },
): Promise<boolean> {
  const paths = findPaths();
  if (paths === undefined) { // without a home folder nothing can be stored, not even a log
    countLost(undefined);
    return false;
  }
  const place = await findPlace(event.cwd, paths);
  const context = new HookContext(hook.name, event, { paths, place, log, client });
  const print = (reply: Reply | undefined) => {
    if (client !== undefined) { // also without a reply: the text of a session's start may wait for this event
      const output = client.answer(reply, { paths, session: event.sessionId, hook: hook.name });
      if (output !== undefined) writeStdout(jsonThroughShell(output));
      return false; // a block is a part of the output, not an exit code
    }
    if (reply === undefined) return false;
    writeStdout(encodeReply(reply));
    writeStderr(reply.blockByExitCode ?? "");
    return reply.blockByExitCode !== undefined;
  };
  try {
    if (hook.prepareSession !== undefined) {
      if (context.silence === "paused") return print(hook.remind?.(event, context));
      await hook.prepareSession(place, context); // may replace the settings, which tell if the project is excluded
    }
    if (context.silence !== undefined) return false;
    const isOn = context.isEnabled;
    if (isOn && hook.cleans) context.cleaner = await loadCleaner(hook.cleans(event), context.settings);
    if (isOn && log.isLogged("data")) {
      // Cleaned before it becomes one text, as some secrets are recognised only by the name of their field or file.
      const logged = hook.logged?.(event) ?? event;
      log.add("data", JSON.stringify(hook.cleans ? context.cleaner.cleanJson(logged) : logged));
    }
    const reply = isOn ? await hook.handle(event, context) : undefined;
    context.spoolRefusedRecords(); // before the reply is printed, as the client may then end the hook
    return print(reply);
  } finally {
    context.finish();
  }
}
