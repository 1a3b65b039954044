import { runHook } from "../src/hook/run.ts";
import { STOP } from "../src/hook/stop.ts";

Deno.exit(await runHook(STOP));
