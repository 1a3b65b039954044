import { assert, assertEquals } from "../../_support/assert.ts";
import { translateEvent } from "../../../src/hook/other_client.ts";

Deno.test("kimi: a long output is read from the transcript as soon as it is there", () => {
  using _open = countedReads();
  const output = "x".repeat(60_000);
  const result = { type: "tool.result", toolCallId: "call_1", result: { output } };
  const path = Deno.makeTempFileSync();
  Deno.writeTextFileSync(path, `${JSON.stringify({ type: "context.append_loop_event", event: result })}\n`);
  const { payload } = translateEvent("kimi", {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "cat x" },
    tool_call_id: "call_1",
    tool_output: output.slice(0, 2000),
    transcript_path: path,
  });
  Deno.removeSync(path);
  assertEquals(payload?.tool_response, { stdout: output, stderr: "", interrupted: false });
  assert(reads <= 2, `the transcript was read ${reads} times`);
});

let reads = 0;

function countedReads(): Disposable {
  const { openSync } = Deno;
  reads = 0;
  Deno.openSync = (...given) => {
    reads++;
    return openSync(...given);
  };
  return { [Symbol.dispose]: () => void (Deno.openSync = openSync) };
}
