import { deepEqual, equal, ok, strictEqual } from "node:assert/strict";
import { cleanJson, cleanText } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";

const all = { redactSecrets: true };
const tagsOnly = { redactSecrets: false };
const token = ["gh", "p_", "a1B2c3D4", "e5F6g7H8", "i9J0k1L2", "m3N4o5P6", "q7R8"].join("");
const password = ["hunter2", "hunter2"].join("");

Deno.test("cleanText() removes private blocks, then secrets", () => {
  equal(cleanText(`<private>x</private>use ${token}`, all), "use [redacted:github-token]");
});

Deno.test("cleanText() finds a secret that a private block had split", () => {
  equal(
    cleanText(token.slice(0, 9) + "<private>x</private>" + token.slice(9), all),
    "[redacted:github-token]",
  );
});

Deno.test("cleanText() keeps secrets where the setting says so, private blocks never", () => {
  equal(cleanText(`<private>x</private>use ${token}`, tagsOnly), `use ${token}`);
});

Deno.test("cleanJson() cleans strings at every depth, and keys", () => {
  const before = { a: [{ b: `use ${token}` }], [`k ${token}`]: 1, "p<private>x</private>": null, n: 1.5 };
  deepEqual(cleanJson(before, all), {
    a: [{ b: "use [redacted:github-token]" }],
    "k [redacted:github-token]": 1,
    p: null,
    n: 1.5,
  });
});

Deno.test("cleanJson() returns the same object when nothing changes", () => {
  const value = { a: [1, "b", { token: "identifier" }], c: { password: "" } };
  strictEqual(cleanJson(value, all), value);
});

Deno.test("cleanJson() returns the same subtree where nothing changes in it", () => {
  const value = { same: [{ x: "y" }], other: `use ${token}` };
  strictEqual((cleanJson(value, all) as typeof value).same, value.same);
});

Deno.test("cleanJson() finds a secret in a long string beside short ones", () => {
  const value = { a: "x", b: `${"word ".repeat(2000)}${token}` };
  ok(!JSON.stringify(cleanJson(value, all)).includes(token));
});

Deno.test("cleanJson() redacts what stands under a telling name", () => {
  const before = {
    password,
    env: { DB_PASSWORD: password, PORT: "8080" },
    api_keys: "a, b",
    secrets: [password, "string"],
    headers: { Authorization: `Bearer ${password}`, Cookie: `sid=${password}; a=b` },
    pair: { name: "DB_PASSWORD", value: password },
    args: ["--password", password, "--verbose"],
  };
  deepEqual(cleanJson(before, all), {
    password: "[redacted:password]",
    env: { DB_PASSWORD: "[redacted:password]", PORT: "8080" },
    api_keys: "a, b",
    secrets: ["[redacted:secret]", "string"],
    headers: { Authorization: "Bearer [redacted:authorization]", Cookie: "[redacted:cookie]" },
    pair: { name: "DB_PASSWORD", value: "[redacted:password]" },
    args: ["--password", "[redacted:password]", "--verbose"],
  });
});

for (
  const value of [
    { name: "DB_PASSWORD", value: password },
    { Name: "DB_PASSWORD", Value: password },
    { Key: "DB_PASSWORD", Value: password },
    { db_password: { value: password } },
    { db_password: { sensitive: true, type: "string", value: password } },
    { db_password: { type: "string", default: password } },
    { selector: "#password", value: password },
    { selector: "input[type=password]", text: password },
    ["--password", password],
  ]
) {
  Deno.test(`cleanJson() redacts ${JSON.stringify(value)} with no other hint in the payload`, () => {
    ok(mayNeedCleaning(value));
    ok(!JSON.stringify(cleanJson(value, all)).includes(password));
  });
}

Deno.test("cleanJson() leaves look-alikes under a telling name", () => {
  const value = {
    password: "string",
    token: "${TOKEN}",
    secret: "<your-secret>",
    api_key: "process.env.API_KEY",
    token_count: "a1b2c3d4e5",
    password_field: "field12345",
    schema: { password: { type: "string", minLength: 8 } },
    form: { password: { name: "user", value: "string" } },
    tags: [{ Key: "owner", Value: "correcthorse1" }],
  };
  strictEqual(cleanJson(value, all), value);
});

Deno.test("cleanJson() leaves secrets under a telling name where the setting says so", () => {
  const value = { password, n: "<private>x</private>" };
  deepEqual(cleanJson(value, tagsOnly), { password, n: "" });
});

Deno.test("cleanJson() keeps both values of keys that become equal", () => {
  const before = JSON.parse('{"a<private>1</private>":1,"a<private>2</private>":2,"a":3,"a (2)":4}');
  deepEqual(Object.values(cleanJson(before, all) as object), [1, 2, 3, 4]);
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

Deno.test("cleanJson() hides a private key whose lines are items of a list", () => {
  const head = ["-----BEGIN RSA ", "PRIVATE KEY-----"].join("");
  const lines = ["+a", `+${head}`, "+MIIEpAIBAAKCAQEA3k2x", "+", `+${head.replace("BEGIN", "END")}`, "+b"];
  const marker = "[redacted:private-key]";
  deepEqual(cleanJson({ patch: [{ lines }] }, all), {
    patch: [{ lines: ["+a", `+${marker}`, "+", "+", "+", "+b"] }],
  });
  deepEqual(cleanJson([1, head, "MIIEpAIBAAKCAQEA3k2x", 2], all), [1, marker, "", 2]);
});

Deno.test("cleanJson() leaves a list be that only names the head of a private key", () => {
  const list = [["-----BEGIN ", "PRIVATE KEY-----"].join(""), "is how it begins", "and so on"];
  strictEqual(cleanJson(list, all), list);
});

Deno.test("cleanJson() hides a block of YAML whose lines are items of a list", () => {
  const lines = [
    " user: me",
    "+password: |",
    `+  ${password}`,
    "+  ",
    `+  ${password}`,
    " a: b",
    "+token: |",
  ];
  deepEqual(cleanJson({ patch: [{ lines }] }, all), {
    patch: [{
      lines: [
        ...lines.slice(0, 2),
        "+  [redacted:password]",
        "+",
        "+",
        ...lines.slice(5),
      ],
    }],
  });
});

Deno.test("cleanJson() leaves a list be in which a block of YAML describes a password", () => {
  const list = ["password: |", "  The password of the user", "token: >-", 1, "  a1B2c3D4e5F6g7H8"];
  strictEqual(cleanJson(list, all), list);
});

Deno.test("cleanJson() hides the private numbers of a JSON Web Key, and no other `d`", () => {
  const d = ["870MB6gfuTJ4HtUnUvYM", "yJpr5eUZNP4Bk43bVdj3eAE"].join("");
  deepEqual(cleanJson({ kty: "EC", d, x: "f83OJ3D2" }, { redactSecrets: true }), {
    kty: "EC",
    d: "[redacted:key]",
    x: "f83OJ3D2",
  });
  const path = { tag: "path", d };
  equal(cleanJson(path, { redactSecrets: true }), path);
});
