import { onSessionStart } from "../src/events/session_start.ts";
import { clearWay } from "../src/runner/clear_way.ts";
import { prepareSession } from "../src/runner/prepare_session.ts";
import { printReply } from "../src/runner/print_reply.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeSessionStart } from "../src/wire/session.ts";

// YAML and zod cost five times the whole hook, so they are loaded only when a configuration file has changed.
const prepare = prepareSession(async (paths, project, folder) => {
  const { compileConfig } = await import("../src/cli/config/compile.ts");
  return compileConfig(paths, project, folder);
});

Deno.exit(
  await runHook({
    name: "session-start",
    decode: decodeSessionStart,
    clearWay,
    prepare,
    handle: onSessionStart,
    print: printReply,
  }),
);
