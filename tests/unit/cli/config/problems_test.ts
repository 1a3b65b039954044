import fc from "fast-check";
import { evaluate } from "../../../../src/cli/config/evaluate.ts";
import { readFileSettings } from "../../../../src/cli/config/file_settings.ts";
import { MAX_SOURCE_BYTES } from "../../../../src/cli/config/yaml_source.ts";
import { compileConfig } from "../../../../src/cli/config/compile.ts";
import { DEFAULT_SETTINGS } from "../../../../src/base/settings.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { ConfigHome } from "./config_home.ts";

function evaluateUser(text: string) {
  return evaluate(
    { user: { kind: "text", text }, project: { kind: "absent" } },
    () => ({ user: {}, project: {} }),
  );
}

/** Texts of a file with their problems, from the line number on. */
for (const { text, problems } of casesOf<{ text: string; problems: string[] }>(import.meta.filename)) {
  Deno.test(`configuration problems: ${JSON.stringify(text)}`, () => {
    assertEquals(evaluateUser(text).problems, problems.map((problem) => `config.yaml:${problem}`));
  });
}

Deno.test("configuration problems name at most 20 unknown names of a group", () => {
  const { problems } = evaluateUser(Array.from({ length: 20_000 }, (_, i) => `zz${i}: 1\n`).join(""));
  assertEquals(problems.slice(19), [
    "config.yaml:20: zz19 is not a setting; `mneme config reference` lists them",
    "config.yaml has 19980 more problems",
  ]);
});

Deno.test("configuration problems repeat foreign text in one short printable line", () => {
  const [problem = ""] = evaluateUser(`"\\e]0;x\\a\\u202e${"long".repeat(100)}": 1\n`).problems;
  assertMatch(problem, /^config.yaml:1: \\u202elong/);
  assert(problem.length < 250);
});

Deno.test("a small file of keys in keys is refused", () => {
  const inKeys = "{".repeat(200) + "a" + ": 1}".repeat(200);
  for (const text of ["? ".repeat(30), "{? ".repeat(200) + "}".repeat(200), inKeys]) {
    assertEquals(evaluateUser(text).problems, [
      "config.yaml:1: With stringKeys, all keys must be strings; expected settings as in name: value",
    ]);
  }
});

Deno.test("a file of a long chain of aliases is refused at once", () => {
  const links = Array.from({ length: 10_000 }, (_, i) => `k${i}: &a${i} [*a${Math.max(i - 1, 0)}]\n`);
  const start = performance.now();
  assertEquals(evaluateUser(links.join("")).problems, [
    "config.yaml:1: an alias stands for a value; expected settings written out",
  ]);
  assert(performance.now() - start < 5000);
});

for (const [what, text] of Object.entries({ lists: "[", groups: "{a: ", entries: "- " })) {
  Deno.test(`a file of ${what} nested without end is refused`, () => {
    assert(evaluateUser(text.repeat(20_000)).problems.length > 0);
  });
}

Deno.test("a file that cannot be taken is one problem", () => {
  using home = new ConfigHome();
  const check = (pattern: RegExp) => {
    assertMatch(compileConfig(home.paths, home.project).problems.join("\n"), pattern);
  };
  home.writeUser("#".repeat(MAX_SOURCE_BYTES + 1));
  check(/^config\.yaml has 32769 bytes; expected at most 32768$/);
  home.writeUser(new Uint8Array([0x6c, 0xff, 0xfe]));
  check(/^config\.yaml is not UTF-8 text; expected YAML in UTF-8$/);
  Deno.removeSync(home.paths.configFile);
  Deno.mkdirSync(home.paths.configFile);
  check(/^config\.yaml is a folder; expected a file$/);
});

Deno.test("a setting with two values has its last good one, which stands on no line", () => {
  const text = "llm: { timeout_ms: 3000 }\ntriage: { llm_timeout_ms: 4000 }\n";
  const { values, lines } = readFileSettings({ kind: "text", text }, () => ({ "llm.timeout_ms": 7000 }));
  assertEquals([...values, ...lines], [["llm.timeout_ms", 7000]]);
});

Deno.test("readFileSettings() is total for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
    const { problems } = readFileSettings({ kind: "text", text }, () => "not a record");
    for (const { text } of problems) assertMatch(text, /^[^\n]+$/);
  }));
});

Deno.test("evaluate() gives complete settings whatever JSON a file holds", () => {
  const names = Object.keys(DEFAULT_SETTINGS);
  const file = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  fc.assert(fc.property(file, (data) => {
    const { settings } = evaluateUser(JSON.stringify(data));
    assertEquals(Object.keys(settings.hooks), Object.keys(DEFAULT_SETTINGS.hooks));
  }));
});
