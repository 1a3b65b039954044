// The entry of the executable that the client starts at the start of a subagent.
import { runHook } from "../src/hook/run.ts";
import { SUBAGENT_START } from "../src/hook/subagents.ts";

void runHook(SUBAGENT_START).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
