import { onPreCompact } from "../src/events/pre_compact.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodePreCompact } from "../src/wire/session.ts";

Deno.exit(await runHook({ name: "pre-compact", decode: decodePreCompact, handle: onPreCompact }));
