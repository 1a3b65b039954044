import { runHook } from "../src/hook/run.ts";
import { SUBAGENT_START } from "../src/hook/subagent_start.ts";

Deno.exit(await runHook(SUBAGENT_START));
