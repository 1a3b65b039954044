import { cleaningOfUse, onToolUse } from "../src/events/post_tool_use.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeToolUse } from "../src/wire/tool_use.ts";

Deno.exit(
  await runHook({
    name: "post-tool-use",
    decode: decodeToolUse,
    cleaning: cleaningOfUse,
    mayShorten: true,
    handle: onToolUse,
  }),
);
