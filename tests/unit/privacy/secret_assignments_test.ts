import { equal } from "node:assert/strict";
import { redactNamedValue } from "../../../src/privacy/rules/assignments.ts";

const value = ["hunter2", "hunter2"].join("");

Deno.test("redactNamedValue() replaces the whole value", () => {
  equal(redactNamedValue("password", value), "[redacted:password]");
});

Deno.test("redactNamedValue() keeps the scheme of credentials", () => {
  equal(redactNamedValue("authorization", `Bearer ${value}`), "Bearer [redacted:authorization]");
});

Deno.test("redactNamedValue() replaces a cookie header and leaves a word", () => {
  equal(redactNamedValue("cookie", `sid=${value}; a=b`), "[redacted:cookie]");
  equal(redactNamedValue("cookie", "chocolate"), undefined);
});

Deno.test("redactNamedValue() has nothing to say of a placeholder", () => {
  equal(redactNamedValue("password", "<password>"), undefined);
});
