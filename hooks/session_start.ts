import { onSessionStart } from "../src/events/session_start.ts";
import { clearWay } from "../src/runner/clear_way.ts";
import { prepareSession } from "../src/runner/prepare_session.ts";
import { printReply } from "../src/runner/print_reply.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeSessionStart } from "../src/wire/session.ts";

Deno.exit(
  await runHook({
    name: "session-start",
    decode: decodeSessionStart,
    clearWay,
    prepare: prepareSession,
    handle: onSessionStart,
    print: printReply,
  }),
);
