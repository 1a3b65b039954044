import { runHook } from "../src/runner/run_hook.ts";
import { isQuietCall } from "../src/runner/tool_ahead.ts";
import { decodeToolUse } from "../src/wire/tool_use.ts";

Deno.exit(
  await runHook({
    name: "pre-tool-use",
    decode: decodeToolUse,
    isIdle: isQuietCall,
    handle: async (event, context) => {
      const { onToolAhead } = await import("../src/events/pre_tool_use.ts"); // seldom
      return onToolAhead(event, context);
    },
  }),
);
