// The executable that the client starts at the end of a turn.
import { runHook } from "../src/hook/run.ts";
import { STOP } from "../src/hook/stop.ts";

Deno.exit(await runHook(STOP));
