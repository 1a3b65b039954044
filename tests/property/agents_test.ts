// Whatever a client says, nothing of it makes a dialect throw, and what comes of it is read like Claude Code's own.
import fc from "fast-check";
import { inTime } from "../_support/in_time.ts";
import { recordedLines, recordings } from "../_support/recorded.ts";
import { changeJson, jsonChanges } from "../fuzz/mutation.ts";
import { asObject, type WireObject } from "../../src/base/json.ts";
import { DIALECTS } from "../../src/wire/dialects.ts";
import { decodeStop, decodeToolUse, decodeUserPrompt } from "../../src/wire/events.ts";
import { rowTranslator } from "../../src/wire/transcript_reader.ts";
import { decodeHistoryRow } from "../../src/wire/history_row.ts";

const RECORDED = recordings().map(({ client, name }) => ({
  client,
  payloads: recordedLines(client, `${name}.payloads`),
  rows: recordedLines(client, `${name}.transcript`),
}));

/** A recorded object of which some parts, at any depth, are changed. */
function broken(objects: readonly WireObject[]): fc.Arbitrary<WireObject> {
  return fc.oneof(
    fc.tuple(fc.constantFrom(...objects), jsonChanges).map((made) => asObject(changeJson(...made)) ?? {}),
    fc.object(),
  );
}

for (const { client, payloads, rows } of RECORDED) {
  const dialect = DIALECTS[client];

  Deno.test(`${client}: no payload makes its dialect throw`, () => {
    fc.assert(fc.property(broken(payloads), fc.string(), (payload, file) => {
      const told = dialect.payload(payload, { readStart: () => file, readEnd: () => file });
      if (told === undefined) return;
      decodeToolUse(told);
      decodeStop(told);
      decodeUserPrompt(told);
    }));
  });

  Deno.test(`${client}: no row makes its dialect throw`, () => {
    fc.assert(fc.property(fc.array(broken(rows), { maxLength: 8 }), (found) => {
      const translated = rowTranslator(dialect);
      for (const row of found.flatMap(translated)) decodeHistoryRow(row);
      for (const row of found) dialect.owns(row);
    }));
  });
}

Deno.test("a heading with blanks behind it, and a script with a long command, are read in linear time", () => {
  const input = `tools.exec_command({cmd:"${"\\n".repeat(7_000_000)}"})`;
  const row = { type: "response_item", payload: { type: "custom_tool_call", name: "exec", input } };
  inTime(() => decodeUserPrompt({ prompt: `# Report${" ".repeat(200_000)}|` }));
  inTime(() => rowTranslator(DIALECTS.codex)(row));
});

Deno.test("gemini: an output with many errors is read in linear time", () => {
  const llmContent = `Output: ${"Error: no license header\n".repeat(40_000)}done\nExit Code: 1`;
  const payload = {
    hook_event_name: "AfterTool",
    tool_name: "run_shell_command",
    tool_response: { llmContent },
  };
  inTime(() => DIALECTS.gemini.payload(payload, { readStart: () => "", readEnd: () => "" }));
});
