import fc from "fast-check";
import { assert, assertEquals } from "../../_support/assert.ts";
import { ownResultId } from "../../../src/wire/tool_results.ts";

const RESULT = { id: "g3", message: "Started g3" };

Deno.test("ownResultId() finds the id in whatever form the client hands a result on", () => {
  const forms = [
    JSON.stringify(RESULT),
    [{ type: "text", text: JSON.stringify(RESULT) }],
    [{ type: "image" }, { type: "text", text: JSON.stringify(RESULT) }],
    RESULT,
    { content: [{ type: "text", text: JSON.stringify(RESULT) }], structuredContent: RESULT },
    { content: [{ type: "text", text: JSON.stringify(RESULT) }] },
  ];
  for (const value of forms) assertEquals(ownResultId({ kind: "response", value }), "g3");
  assertEquals(
    ownResultId({ kind: "error", message: JSON.stringify(RESULT), isInterrupt: false }),
    undefined,
  );
  assertEquals(ownResultId(undefined), undefined);
});

Deno.test("ownResultId() takes any value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const id = ownResultId({ kind: "response", value });
    assert(id === undefined || typeof id === "string");
  }));
});
