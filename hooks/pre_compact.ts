// The executable that the client starts before a compaction.
import { PRE_COMPACT } from "../src/hook/pre_compact.ts";
import { runHook } from "../src/hook/run.ts";

void runHook(PRE_COMPACT).then(Deno.exit); // no `await`: joined chunks import this file, and would wait for it
