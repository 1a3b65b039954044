import { runHook } from "../src/hook/run.ts";
import { SUBAGENT_STOP } from "../src/hook/subagents.ts";

Deno.exit(await runHook(SUBAGENT_STOP));
