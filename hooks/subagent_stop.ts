// The entry of the executable that the client starts at the end of a subagent.
import { runHook } from "../src/hook/run.ts";
import { SUBAGENT_STOP } from "../src/hook/subagents.ts";

void runHook(SUBAGENT_STOP).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
