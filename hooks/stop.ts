// The entry of the executable that the client starts at the end of a turn.
import { runHook } from "../src/hook/run.ts";
import { STOP } from "../src/hook/stop.ts";

void runHook(STOP).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
