// The entry of the executable that the client starts at the end of a session.
import { runHook } from "../src/hook/run.ts";
import { SESSION_END } from "../src/hook/session_end.ts";

void runHook(SESSION_END).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
