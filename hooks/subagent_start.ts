import { onSubagentStart } from "../src/events/subagent_start.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeCommon } from "../src/wire/common.ts";

Deno.exit(await runHook({ name: "subagent-start", decode: decodeCommon, handle: onSubagentStart }));
