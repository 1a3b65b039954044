// The entry of the executable that the client starts before a tool call.
import { preToolUse } from "../src/hook/pre_tool_use.ts";
import { runHook } from "../src/hook/run.ts";

void runHook(preToolUse()).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
