import { assertEquals } from "../../_support/assert.ts";
import {
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  transcriptRow,
  userRow,
} from "../../_support/transcript_rows.ts";
import { decodeHistoryRow } from "../../../src/wire/history_row.ts";
import { typedCommand } from "../../../src/wire/said_text.ts";
import { didRun } from "../../../src/wire/tool_results.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";

Deno.test("decodeHistoryRow() tells where and when a row was written, and by whom", () => {
  const row = decodeHistoryRow(userRow("Fix it.", { promptId: "p-1", agentId: "a-1", isSidechain: true }));
  assertEquals(
    [
      row?.sessionId,
      row?.cwd,
      row?.at,
      row?.version,
      row?.promptId,
      row?.agentId,
      row?.isSidechain,
      row?.uuid,
    ],
    ["s-1", "/p", Date.parse("2026-03-01T10:00:00.000Z"), "2.1.328", "p-1", "a-1", true, "u-1"],
  );
});

type Prompt = [kind: string, content: unknown, fields: Record<string, unknown>, text: string | null];

Deno.test("decodeHistoryRow() takes for a prompt what was typed, and nothing else", () => {
  const kinds: Record<string, typeof userRow> = { user: userRow, assistant: assistantRow };
  for (const [kind, content, fields, text] of casesOf<Prompt>(import.meta.filename, "_prompts")) {
    const row = kinds[kind]?.(content, fields) ?? transcriptRow(kind, fields);
    assertEquals(decodeHistoryRow(row)?.prompt?.text ?? null, text, JSON.stringify(row));
  }
});

Deno.test("decodeHistoryRow() gives a result as its hook was told it: structured where the row has that, else as text", () => {
  const result = (block: Record<string, unknown>, fields = {}) =>
    decodeHistoryRow(userRow([block], fields))?.results[0]?.result;
  const structured = { stdout: "3 passed" };
  const wanted = { kind: "response", value: structured };
  assertEquals(result(toolResultBlock("c", "3 passed"), { toolUseResult: structured }), wanted);
  assertEquals(result(toolResultBlock("c", "3 passed")), { kind: "response", value: "3 passed" });
  const failed = toolResultBlock("c", [textBlock("Exit code 1"), textBlock("bad")], { is_error: true });
  assertEquals(result(failed, { toolUseResult: "Error: Exit code 1" }), {
    kind: "error",
    message: "Exit code 1\nbad",
    isInterrupt: false,
  });
  const two = userRow([toolResultBlock("c", "1"), toolResultBlock("d", "2")], { toolUseResult: structured });
  assertEquals(decodeHistoryRow(two)?.results.map(({ result }) => result), [
    { kind: "response", value: "1" },
    { kind: "response", value: "2" },
  ]);
});

Deno.test("decodeHistoryRow() reads calls from the assistant alone", () => {
  const call = toolUseBlock("c", "Bash", { command: "ls" });
  assertEquals(decodeHistoryRow(assistantRow([call]))?.calls, [{
    id: "c",
    name: "Bash",
    input: { command: "ls" },
  }]);
  assertEquals(decodeHistoryRow(userRow([call]))?.calls, []);
});

Deno.test("decodeHistoryRow() is undefined for what nobody said or did, and for the output stream's rows", () => {
  const rows = [
    null,
    [],
    "x",
    {},
    { type: "summary" },
    ...["progress", "system"].map((kind) => transcriptRow(kind, {})),
  ];
  for (const row of [...rows, userRow("x", { parent_tool_use_id: null })]) {
    assertEquals(decodeHistoryRow(row), undefined);
  }
});

testVerdicts(import.meta.filename, { didRun, typedCommand });
