import { onStop } from "../src/events/stop.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeStop } from "../src/wire/session.ts";

Deno.exit(
  await runHook({
    name: "stop",
    decode: decodeStop,
    isIdle: (event) => event.isContinuation,
    handle: onStop,
  }),
);
