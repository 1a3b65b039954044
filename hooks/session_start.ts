// The entry of the executable that the client starts at the start of a session.
import { runHook } from "../src/hook/run.ts";
import { SESSION_START } from "../src/hook/session_start.ts";

void runHook(SESSION_START).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
