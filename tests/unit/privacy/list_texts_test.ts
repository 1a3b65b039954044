import { deepEqual, ok, strictEqual } from "node:assert/strict";
import { cleanJson } from "../../../src/privacy/clean.ts";
import { loadCleaner } from "../../../src/privacy/cleaning.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";

const all = { redactSecrets: true };
const tagsOnly = { redactSecrets: false };
const secret = ["q8Zr4Lm2", "WxT1"].join("");

const BLOCKS: readonly (readonly [promise: string, lines: readonly unknown[], kept: readonly unknown[]])[] = [
  ["lines of a patch", [" # n", " <private>", "-old", "+new", " </private>", " end"], [
    " # n",
    " ",
    "-",
    "+",
    " ",
    " end",
  ]],
  ["each block of several", ["a", "<private>", "x", "</private>", "b", "<private>", "y", "</private>", "c"], [
    "a",
    "",
    "",
    "",
    "b",
    "",
    "",
    "",
    "c",
  ]],
  ["blocks within lines", ["a <private>x", "y", "z</private> b", "c"], ["a  b", "", "", "c"]],
  ["a block that stays open", ["a", "<private>", "x"], ["a", "", ""]],
  ["what is before the end of a block", ["x", " y", "</private>", "end"], ["", "", "", "end"]],
  ["a block that only the new text has", [" <private>", " x", "-</private>", "+y", "+</private>", " end"], [
    " ",
    " ",
    "-",
    "+",
    "+",
    " end",
  ]],
  ["a block that was made longer", [" <private>", "-x </private>", "+y", " z", "+</private>", " end"], [
    " ",
    "-",
    "+",
    " ",
    "+",
    " end",
  ]],
  ["parts of an answer", [
    { type: "text", text: "a\n<private>" },
    { type: "image", data: "" },
    { type: "text", text: "x\ny" },
    { type: "text", text: "z\n</private>\nb" },
  ], [
    { type: "text", text: "a\n" },
    { type: "image", data: "" },
    { type: "text", text: "" },
    { type: "text", text: "b" },
  ]],
  ["lines that a search found", [{ line: 1, content: "<private>" }, { line: 2, content: "x" }, {
    line: 3,
    content: "</private>",
  }], [{ line: 1, content: "" }, { line: 2, content: "" }, { line: 3, content: "" }]],
];

for (const [promise, lines, kept] of BLOCKS) {
  Deno.test(`cleanJson() hides, in a list, ${promise}`, () => {
    deepEqual(cleanJson(lines, tagsOnly), kept);
    deepEqual(cleanJson({ structuredPatch: [{ lines }] }, all), { structuredPatch: [{ lines: kept }] });
  });
}

const TOLD: Readonly<Record<string, readonly string[]>> = {
  "a manifest": ["apiVersion: v1", "kind: Secret", "metadata:", "  name: x", "data:", `  conn: ${secret}`],
  ".netrc": ["# ~/.netrc", "machine api.example.com", "  login bob", `  password ${secret}`],
  "a table": ["| user | password |", "|------|----------|", `| bob | hunter!${secret} |`, "| ann | x |"],
  ".env": ["A=b", `DB_PASSWORD=two words ${secret}`, "HOST=x"],
  "a section": ["[client]", "user=root", `password=two words ${secret}`, "host=x"],
  "cookies": ["# Netscape HTTP Cookie File", `.x.com\tTRUE\t/\tTRUE\t1799999999\tsid\t${secret}`],
  "a key of PuTTY": [
    "PuTTY-User-Key-File-3: ssh-ed25519",
    "Private-Lines: 1",
    `AAAAIc${secret}y`,
    "Private-MAC: 2",
  ],
  "a JSON Web Key": ["{", '"kty": "EC",', `"d": "${secret}98f7asdkjhKJHasdkjh2387yKJH"`, "}"],
  "a name and a value": ["{", '"name": "DB_PASSWORD",', `"value": "${secret}"`, "}"],
};

for (const [name, lines] of Object.entries(TOLD)) {
  Deno.test(`cleanJson() redacts in a list what its other lines tell: ${name}`, async () => {
    for (const sign of [" ", "+", "-", ""]) {
      const value = {
        structuredPatch: [{ lines: [" first", ...lines, " last"].map((line) => sign + line.trimEnd()) }],
      };
      const items = lines.map((text) => ({ type: "text", text }));
      for (const kept of [value, items]) {
        const cleaner = await loadCleaner(kept, DEFAULT_SETTINGS);
        const text = JSON.stringify(cleaner?.cleanJson(kept));
        ok(!text.includes(secret), text);
        ok(text.includes("[redacted:"), text);
      }
    }
  });
}

Deno.test("cleanJson() keeps the lines of a list beside those that hold a secret", () => {
  const lines = [" A=b", "-DB_PASSWORD=one two", `+DB_PASSWORD=two ${secret}`, " HOST=x"];
  deepEqual(cleanJson({ lines }, all), {
    lines: [" A=b", "-DB_PASSWORD=[redacted:password]", "+DB_PASSWORD=[redacted:password]", " HOST=x"],
  });
});

for (
  const list of [
    ["--verbose", "private", "<b>"],
    ["a", "b", 1, { text: "c" }],
    [" function a() {", "-  return 1;", "+  return 2;", " }"],
    [{ type: "text", text: "It has no secret" }, { type: "text", text: "and no private block" }],
  ]
) {
  Deno.test(`cleanJson() leaves the list ${JSON.stringify(list)} as it is`, () => {
    strictEqual(cleanJson(list, all), list);
  });
}
