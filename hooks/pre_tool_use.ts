import { runHook } from "../src/runner/run_hook.ts";
import { decodeToolUse } from "../src/wire/tool_use.ts";

// A call about to run is captured when it has run; before it there is nothing to do yet.
Deno.exit(
  await runHook({
    name: "pre-tool-use",
    decode: decodeToolUse,
    isIdle: () => true,
    handle: () => undefined,
  }),
);
