import { deepEqual, equal, ok, strictEqual } from "node:assert/strict";
import { cleanJson, cleanText } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { casesOf } from "../../_support/cases.ts";

const all = { redactSecrets: true };
const tagsOnly = { redactSecrets: false };
const token = ["gh", "p_", "a1B2c3D4", "e5F6g7H8", "i9J0k1L2", "m3N4o5P6", "q7R8"].join("");
const password = ["hunter2", "hunter2"].join("");
const number = ["870MB6gfuTJ4HtUnUvYM", "yJpr5eUZNP4Bk43bVdj3eAE"].join("");

Deno.test("cleanText() removes private blocks, then secrets", () => {
  equal(cleanText(`<private>x</private>use ${token}`, all), "use [redacted:github-token]");
});

Deno.test("cleanText() finds a secret that a private block had split", () => {
  const found = cleanText(token.slice(0, 9) + "<private>x</private>" + token.slice(9), all);
  equal(found, "[redacted:github-token]");
});

Deno.test("cleanText() keeps secrets where the setting says so, private blocks never", () => {
  equal(cleanText(`<private>x</private>use ${token}`, tagsOnly), `use ${token}`);
});

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
  const parts = { $TOKEN: token, $PASSWORD: password, $D: number, PRIVATE$KEY: ["PRIVATE", "KEY"].join(" ") };
  return casesOf<T>(import.meta.filename, table).map((row) =>
    JSON.parse(Object.entries(parts).reduce((text, pair) => text.replaceAll(...pair), JSON.stringify(row)))
  );
}

for (const [promise, value, clean = value] of cases<[promise: string, value: unknown, clean?: unknown]>()) {
  Deno.test(`cleanJson() ${promise}`, () => {
    const cleaned = cleanJson(value, all);
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

Deno.test("cleanJson() leaves secrets under a telling name where the setting says so", () => {
  const value = { password, n: "<private>x</private>" };
  deepEqual(cleanJson(value, tagsOnly), { password, n: "" });
});

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
