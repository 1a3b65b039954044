import { equal } from "node:assert/strict";
import { mayNeedCleaning } from "../../../../src/core/privacy/privacy_signs.ts";
import { redactSecrets } from "../../../../src/core/privacy/redaction.ts";
import { PREFIXES } from "../../../../src/core/privacy/secret_shapes.ts";

const ORDINARY: Readonly<Record<string, string>> = {
  "a listing": "total 8\n-rw-r--r-- 1 me me 4096 Nov 20 09:04 README.md\ndrwxr-xr-x 2 me me 4096 Nov 20 src",
  "a test run": "tests/test_cart.py::test_total_of_an_empty_cart PASSED [ 50%]\n==== 12 passed in 0.05s ====",
  "git status": "On branch main\nYour branch is ahead of 'origin/main' by 1 commit.\n\tmodified:   a.ts\n",
  "English": "The author keeps the tokens of the keyboard private; pass it on to her secretary.",
  "source code": "private final int size; /* x */ private int n; for (const key of keys) { assign(key); }",
  "an import": 'import { a } from "https://example.org/x.js"; // see http://localhost:8000/docs',
  "counts of tokens": '{"totalTokens":12,"input_tokens":3,"token_count":4}',
  "a package file": '{"author":"me","keywords":["a"],"license":"MIT","key":"value"}',
  "options": "rg --files-with-matches -n key src && curl https://example.org",
};

for (const [name, text] of Object.entries(ORDINARY)) {
  Deno.test(`mayNeedCleaning() is false of ${name}`, () => {
    equal(mayNeedCleaning(text), false);
    equal(mayNeedCleaning(JSON.stringify({ tool_response: { stdout: text } })), false);
  });
}

for (
  const value of [
    { password: "x" },
    { "API Key": "x" },
    { "old password (2)": "x" },
    { name: "DB_PASSWORD", value: "x" },
    ["--token", "x"],
    "a <\n private>",
    "a \\u003cprivate",
  ]
) {
  const text = JSON.stringify(value);
  Deno.test(`mayNeedCleaning() is true of ${text}`, () => equal(mayNeedCleaning(text), true));
}

Deno.test("mayNeedCleaning() does not read a text of more than 32768 units", () => {
  equal(mayNeedCleaning(" ".repeat(32_768)), false);
  equal(mayNeedCleaning(" ".repeat(32_769)), true);
});

for (const prefix of Object.values(PREFIXES).flatMap((prefixes) => prefixes.split(" "))) {
  Deno.test(`mayNeedCleaning() and redactSecrets() know the prefix ${prefix}`, () => {
    const bodies = ["a1B2c3D4e5F6g7H8".repeat(3), "0123456789abcdef".repeat(3)];
    const tokens = bodies.map((body) => ` ${prefix[0] === "." ? "a1B2c3D4e5F6g7" : ""}${prefix}${body}`);
    equal(tokens.every((token) => mayNeedCleaning(token)), true);
    equal(tokens.some((token) => redactSecrets(token) !== token), true);
  });
}
