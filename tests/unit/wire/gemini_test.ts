import { assertEquals } from "../../_support/assert.ts";
import { GEMINI } from "../../../src/wire/gemini.ts";
import { decodeShellEnd } from "../../../src/wire/tool_results.ts";

const ENDS: readonly (readonly [text: string, exitCode: number | undefined])[] = [
  ["Output: one\nProcess Group PGID: 7", 0],
  ["Output: one\nExit Code: 3\nProcess Group PGID: 7", 3],
  ["Output: one\nSignal: 15\nProcess Group PGID: 7", undefined],
  ["Command moved to background (PID: 7). Output hidden. Press Ctrl+B to view.", undefined],
  [
    "Command was cancelled by user before it could complete. There was no output before it was cancelled.",
    undefined,
  ],
];

Deno.test("a command of Gemini CLI has exit code 0 only if it has ended by itself", () => {
  for (const [llmContent, exitCode] of ENDS) {
    const given = {
      hook_event_name: "AfterTool",
      tool_name: "run_shell_command",
      tool_input: { command: "npm test" },
      tool_response: { llmContent },
    };
    const payload = GEMINI.payload(given, { readStart: () => "", readEnd: () => "", waitForText: () => {} })!;
    const { exitCode: found } = decodeShellEnd(payload);
    assertEquals([llmContent, found], [llmContent, exitCode]);
  }
});
