import { assertEquals } from "../../_support/assert.ts";
import { asObject, asText } from "../../../src/base/json.ts";
import { asId } from "../../../src/wire/fields.ts";
import { parsePayload, type Stdin } from "../../../src/wire/payload.ts";

function oversize(head: string, tail: string): Stdin {
  return { kind: "oversize", head, tail, bytes: 20_000_000 };
}

Deno.test("parsePayload() takes an object and nothing else", () => {
  assertEquals(parsePayload({ kind: "whole", value: { a: 1 } }), { a: 1 });
  for (const value of [undefined, null, 1, "{}", true, [], [{}]]) {
    assertEquals(parsePayload({ kind: "whole", value }), undefined);
  }
});

Deno.test("parsePayload() of an oversize document keeps what stands before and after the large fields", () => {
  const payload = parsePayload(oversize(
    '{"session_id":"s", "cwd":"/p", "tool_name":"Bash", "tool_input" : {"command":"x',
    'x"},"tool_use_id":"t","duration_ms":3}\n',
  ));
  const { tool_response: note, ...small } = payload!;
  assertEquals(small, {
    session_id: "s",
    cwd: "/p",
    tool_name: "Bash",
    tool_use_id: "t",
    duration_ms: 3,
    oversize_bytes: 20_000_000,
  });
  assertEquals(note, "[mneme: a payload of 20000000 bytes was too large to keep]");
});

Deno.test("parsePayload() is not led astray by field names inside of the large fields", () => {
  const payload = parsePayload(oversize(
    '{"session_id":"s","tool_input":{"session_id":"inner","tool_name":"inner"',
    '{\\"tool_use_id\\":\\"text\\"}", {"tool_use_id":"inner"}]},"tool_use_id":"outer"}',
  ));
  assertEquals([payload?.session_id, payload?.tool_name, payload?.tool_use_id], ["s", undefined, "outer"]);
});

Deno.test("parsePayload() of an oversize document keeps what stands before a large field that nobody knows", () => {
  const payload = parsePayload(oversize(
    '{"session_id":"s","cwd":"/a,\\"b","small":[1,{"c":2}],"from_the_future":[{"session_id":"inner"},1,',
    '1,1],"more":[1,1]}',
  ));
  assertEquals(payload, {
    session_id: "s",
    cwd: '/a,"b',
    small: [1, { c: 2 }],
    tool_response: "[mneme: a payload of 20000000 bytes was too large to keep]",
    oversize_bytes: 20_000_000,
  });
});

Deno.test("parsePayload() of an oversize document without any of these fields is still a payload", () => {
  for (const [head, tail] of [["{", "}"], ['{"a":', "1}"], ['{"tool_input":', ""], ["[", "]"]] as const) {
    assertEquals((parsePayload(oversize(head, tail)))?.oversize_bytes, 20_000_000);
  }
});

Deno.test("asId() takes one bounded line", () => {
  for (const id of ["a", "x".repeat(200), "東京", "../a"]) assertEquals(asId(id), id);
  for (const value of ["", "x".repeat(201), "a\nb", "a\0", "a\u007f", 1, null, undefined, {}, ["a"]]) {
    assertEquals(asId(value), undefined);
  }
});

Deno.test("asText() and asObject() take values of their kind that hold something", () => {
  assertEquals([asText("a"), asText(""), asText(1), asText(null)], ["a", undefined, undefined, undefined]);
  assertEquals([asObject([]), asObject(null), asObject("a"), asObject(undefined)], Array(4).fill(undefined));
  assertEquals(asObject({}), {});
});
