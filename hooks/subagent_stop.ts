import { onSubagentStop } from "../src/events/subagent_stop.ts";
import { runHook } from "../src/runner/run_hook.ts";
import { decodeCommon } from "../src/wire/common.ts";

Deno.exit(
  await runHook({
    name: "subagent-stop",
    decode: decodeCommon,
    answerAhead: async (event) => {
      const { answerHelper } = await import("../src/runner/helper_ahead.ts"); // beside the answer, not before it
      return answerHelper(event);
    },
    handle: onSubagentStop,
  }),
);
