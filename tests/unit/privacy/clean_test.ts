import { deepEqual, equal, ok, strictEqual } from "node:assert/strict";
import { cleanJson } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { casesOf } from "../../_support/cases.ts";

const all = { redactSecrets: true };
const token = ["gh", "p_", "a1B2c3D4", "e5F6g7H8", "i9J0k1L2", "m3N4o5P6", "q7R8"].join("");
const password = ["hunter2", "hunter2"].join("");
const number = ["870MB6gfuTJ4HtUnUvYM", "yJpr5eUZNP4Bk43bVdj3eAE"].join("");

Deno.test("cleanJson() returns the same subtree where nothing changes in it", () => {
  const value = { same: [{ x: "y" }], other: `use ${token}` };
  strictEqual((cleanJson(value, all) as typeof value).same, value.same);
});

Deno.test("cleanJson() finds a secret in a long string beside short ones", () => {
  const value = { a: "x", b: `${"word ".repeat(2000)}${token}` };
  ok(!JSON.stringify(cleanJson(value, all)).includes(token));
});

/** The cases of a table, with what no scanner of secrets should find in it. */
function cases<T>(table?: string): T[] {
  const [$HEAD, $TAIL] = [token.slice(0, 9), token.slice(9)];
  const texts = { $TOKEN: token, $HEAD, $TAIL, $PASSWORD: password, $D: number };
  const parts = { ...texts, PRIVATE$KEY: ["PRIVATE", "KEY"].join(" ") };
  return casesOf<T>(import.meta.filename, table).map((row) =>
    JSON.parse(Object.entries(parts).reduce((text, pair) => text.replaceAll(...pair), JSON.stringify(row)))
  );
}

/** What is made of a value, if it changes; `tags` means that private blocks go, and secrets stay. */
type Case = [promise: string, value: unknown, clean?: unknown, only?: "tags"];

for (const [promise, value, clean = value, only] of cases<Case>()) {
  Deno.test(`cleanJson() ${promise}`, () => {
    const cleaned = cleanJson(value, { redactSecrets: only !== "tags" });
    deepEqual(cleaned, clean);
    if (clean === value) strictEqual(cleaned, value);
  });
}

for (const value of cases<Record<string, unknown>>("_alone")) {
  Deno.test(`cleanJson() redacts ${JSON.stringify(value)} with no other hint in the payload`, () => {
    ok(mayNeedCleaning(value));
    ok(!JSON.stringify(cleanJson(value, all)).includes(password));
  });
}

Deno.test("cleanJson() keeps __proto__ as data", () => {
  const before = JSON.parse(`{"__proto__":{"polluted":"use ${token}"},"constructor":"x"}`);
  const after = cleanJson(before, all) as Record<string, unknown>;
  equal(JSON.stringify(after), '{"__proto__":{"polluted":"use [redacted:github-token]"},"constructor":"x"}');
  equal(({} as Record<string, unknown>).polluted, undefined);
  equal(Object.getPrototypeOf(after), Object.prototype);
});

Deno.test("cleanJson() cuts off what is nested deeper than 200 levels", () => {
  const deep = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const after = JSON.stringify(cleanJson(deep, all));
  equal(after, "[".repeat(200) + '"[nested too deep]"' + "]".repeat(200));
});

Deno.test("cleanJson() leaves 200 levels as they are", () => {
  const deep = JSON.parse("[".repeat(200) + "]".repeat(200));
  strictEqual(cleanJson(deep, all), deep);
});
