import { runHook } from "../src/runner/run_hook.ts";
import { CallAhead } from "../src/runner/tool_ahead.ts";
import { decodeToolUse } from "../src/wire/tool_use.ts";

const call = new CallAhead();

Deno.exit(
  await runHook({
    name: "pre-tool-use",
    decode: decodeToolUse,
    isIdle: (event) => call.isQuiet(event),
    handle: async (event, context) => {
      const { onToolAhead } = await import("../src/events/pre_tool_use.ts"); // seldom
      return onToolAhead(event, call.count, context);
    },
  }),
);
