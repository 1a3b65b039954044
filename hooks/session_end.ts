import { onSessionEnd } from "../src/events/session_end.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeSessionEnd } from "../src/wire/session.ts";

Deno.exit(await runHook({ name: "session-end", decode: decodeSessionEnd, handle: onSessionEnd }));
