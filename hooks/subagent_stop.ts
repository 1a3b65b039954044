import { onSubagentStop } from "../src/events/subagent_stop.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeCommon } from "../src/wire/common.ts";

Deno.exit(await runHook({ name: "subagent-stop", decode: decodeCommon, handle: onSubagentStop }));
