// The entry of the executable that the client starts before a compaction.
import { PRE_COMPACT } from "../src/hook/pre_compact.ts";
import { runHook } from "../src/hook/run.ts";

void runHook(PRE_COMPACT).then(Deno.exit); // no `await`: chunks of the bundle import this file, and would wait
