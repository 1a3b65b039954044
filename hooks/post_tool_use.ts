// The entry of the executable that the client starts after a tool call.
import { POST_TOOL_USE } from "../src/hook/post_tool_use.ts";
import { runHook } from "../src/hook/run.ts";

void runHook(POST_TOOL_USE).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
