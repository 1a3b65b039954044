import fc from "fast-check";
import { evaluate } from "../../../../src/cli/config/evaluate.ts";
import { readContribution } from "../../../../src/cli/config/contribution.ts";
import { MAX_SOURCE_BYTES } from "../../../../src/cli/config/yaml_source.ts";
import { compileConfig } from "../../../../src/cli/config/compile.ts";
import { FOLDERS_ALLOWED } from "../../../../src/cli/config/folders.ts";
import { DEFAULT_SETTINGS } from "../../../../src/base/settings.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { ConfigHome } from "./config_home.ts";

const NOTHING = () => ({ user: {}, project: {} });

function evaluateUser(text: string) {
  return evaluate({ user: { kind: "text", text }, project: { kind: "absent" } }, NOTHING);
}

/** The ends of several messages. */
const YAML = "expected settings as in name: value";
const FOLDERS = `which would exclude nothing; expected ${FOLDERS_ALLOWED}`;

/** Texts of a file with their problems, from the line number on. */
const CASES: Record<string, string | string[]> = {
  "hooks:\n  capture:\n    timeout_ms: fast\n":
    '3: hooks.capture.timeout_ms is "fast"; expected a whole number from 10 to 9000',
  "# one\n\nlog:\n  level:\n    loud\n":
    '4: log.level is "loud"; expected debug, data, info, failure or error',
  "hooks:\n  stop:\n    timeot_ms: 5\n":
    "3: hooks.stop.timeot_ms is not a setting; `mneme config reference` lists them",
  "triage.mode: llm\n": "1: triage.mode is not a setting; write it as groups, as in triage: { mode: … }",
  "hooks:\n  stop.enabled: false\n":
    "2: hooks.stop.enabled is not a setting; write it as groups, as in hooks: { stop: { enabled: … } }",
  "hooks.stop: {}\n": "1: hooks.stop is not a setting; write it as groups, as in hooks: { stop: … }",
  'privacy:\n  exclude_projects:\n    - /fine\n    - invoices\n    - ./invoices\n    - ""\n': [
    `4: privacy.exclude_projects names "invoices", ${FOLDERS}`,
    `5: privacy.exclude_projects names "./invoices", ${FOLDERS}`,
    `6: privacy.exclude_projects names "", ${FOLDERS}`,
  ],
  "privacy: { exclude_projects: [~] }\n": `1: privacy.exclude_projects names null, ${FOLDERS}`,
  "privacy: { exclude_projects: /invoices }\n":
    '1: privacy.exclude_projects is "/invoices"; expected a list of at most 100 folders: whole paths, paths that begin with ~/, or * for everything',
  "log: {}\n---\nllm: {}\n": "2: a second document begins here; expected one",
  "hoks: {}\n": "1: hoks is not a setting; `mneme config reference` lists them",
  "exclude_projects: []\n": "1: exclude_projects is not a setting; did you mean privacy.exclude_projects?",
  "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz: 1\n":
    "1: zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz is not a setting; `mneme config reference` lists them",
  "__proto__: { polluted: true }\n": "1: __proto__ is not a setting; `mneme config reference` lists them",
  "log: {level: info}\nhooks: 5\n": "2: hooks is 5; expected a group of settings",
  "- a\n- b\n": '1: the file is ["a","b"]; expected a group of settings',
  "llm:\n  timeout_ms: 25001\n": "2: llm.timeout_ms is 25001; expected a whole number from 100 to 25000",
  "triage:\n  heuristic_threshold: .inf\n":
    "2: triage.heuristic_threshold is Infinity; expected a number from 0 to 1",
  "capture:\n  skip_tools: [mcp__github__*]\n":
    '2: capture.skip_tools is ["mcp__github__*"]; expected a list of at most 100 exact names',
  "privacy:\n  redact_secrets:\n": "2: privacy.redact_secrets is null; expected true or false",
  "hooks:\n  outcome_capture:\n    matchers:\n      - command: x\n        kind: tset\n":
    '3: hooks.outcome_capture.matchers is [{"command":"x","kind":"tset"}]; expected a list of at most 100 entries such as pytest or {command: just check, kind: test}, kind being test or build',
  'hooks:\n  outcome_capture:\n    matchers: [" "]\n':
    '3: hooks.outcome_capture.matchers is [" "]; expected a list of at most 100 entries such as pytest or {command: just check, kind: test}, kind being test or build',
  "llm:\n  api_key_env: sk-live-123\n":
    "2: llm.api_key_env has a value that is not repeated here; expected the name of an environment variable, never the key itself, or null",
  "llm: { provider: none }\ntriage:\n  llm_provider: haiku\n":
    '3: triage.llm_provider is "haiku" while llm.provider is "none"; expected one of the two names',
  "scratchpad: { sections: [' '] }\n":
    '1: scratchpad.sections is [" "]; expected a list of at most 100 headings of at most 80 characters',
  "log:\n  level: info\n  level: debug\n": "3: level is given twice; expected it once",
  "log: {level: info}\nllm: {}\nlog: {}\n": "3: log is given twice; expected it once",
  "log: {level: info}\n? [a]\n: 1\n": `2: With stringKeys, all keys must be strings; ${YAML}`,
  "a: &a log\n*a : 1\n": `2: With stringKeys, all keys must be strings; ${YAML}`,
  "%YAML 1.1\n---\nlog: !!pairs [? {? {? a}}]\n": `3: With stringKeys, all keys must be strings; ${YAML}`,
  "log: !!js/function 'x'\n": `1: Unresolved tag: tag:yaml.org,2002:js/function; ${YAML}`,
  "log:\n\tlevel: info\n": `2: Tabs are not allowed as indentation; ${YAML}`,
  'log:\n  level: "info\nllm: {}\n': `4: Missing closing "quote; ${YAML}`,
  'privacy:\n  exclude_projects: ["C:\\Users\\me"]\n':
    '2: Invalid escape sequence \\Users\\me"; expected single quotes around a path with backslashes',
  "log:\n  level: info\n llm: {}\n": `3: All mapping items must start at the same column; ${YAML}`,
  "log: level: info\n": `1: Nested mappings are not allowed in compact mappings; ${YAML}`,
};

for (const [text, problems] of Object.entries(CASES)) {
  Deno.test(`configuration problems: ${JSON.stringify(text)}`, () => {
    assertEquals(evaluateUser(text).problems, [problems].flat().map((problem) => `config.yaml:${problem}`));
  });
}

const FINE = [
  "",
  "# nothing yet\n",
  "hooks:\n",
  "hooks:\n  stop:\n    # enabled: false\n",
  "\ufefflog: { level: info }\r\n",
  "llm: { model: null }\n",
  'privacy: { exclude_projects: [/a, "*", "/home/*/b/", ~/invoices, "C:\\\\work"] }\n',
  "scratchpad: { exempt_agents: [code reviewer, Prüfer, 'plugin:a+b@c'] }\n",
];

for (const text of FINE) {
  Deno.test(`configuration without a problem: ${JSON.stringify(text)}`, () => {
    assertEquals(evaluateUser(text).problems, []);
  });
}

Deno.test("configuration problems name at most 20 unknown names of a group", () => {
  const { problems } = evaluateUser(Array.from({ length: 20_000 }, (_, i) => `zz${i}: 1\n`).join(""));
  assertEquals(problems.slice(19), [
    "config.yaml:20: zz19 is not a setting; `mneme config reference` lists them",
    "config.yaml: 1 more",
  ]);
});

Deno.test("configuration problems name at most 20 lines of a file", () => {
  const { problems } = evaluateUser(Array.from({ length: 30 }, (_, i) => `z${i}: 1\nz${i}: 1\n`).join(""));
  assertEquals([problems.length, problems.at(-1)], [21, "config.yaml: 10 more"]);
});

Deno.test("configuration problems repeat foreign text in one short printable line", () => {
  const [problem = ""] = evaluateUser(`"\\e]0;x\\a\\u202e${"long".repeat(100)}": 1\n`).problems;
  assertMatch(problem, /^config.yaml:1: \\u202elong/);
  assert(problem.length < 250);
});

Deno.test("a small file of many aliases is refused", () => {
  let text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (let i = 1; i < 10; i++) {
    text += `a${i}: &a${i} [${Array(9).fill(`*a${i - 1}`).join(", ")}]\n`;
  }
  assertEquals(evaluateUser(text).problems, [
    "config.yaml:2: an alias stands for a value; expected settings written out",
  ]);
});

Deno.test("a small file of keys in keys is refused", () => {
  const nested: readonly string[] = ["? ".repeat(30), "{? ".repeat(200) + "}".repeat(200), inKeys(200)];
  for (const text of nested) {
    assertEquals(evaluateUser(text).problems, [
      "config.yaml:1: With stringKeys, all keys must be strings; expected settings as in name: value",
    ]);
  }
});

function inKeys(levels: number): string {
  return "{".repeat(levels) + "a" + ": 1}".repeat(levels);
}

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
  check(/^config\.yaml has 262145 bytes; expected at most 262144$/);
  home.writeUser(new Uint8Array([0x6c, 0xff, 0xfe]));
  check(/^config\.yaml is not UTF-8 text; expected YAML in UTF-8$/);
  Deno.removeSync(home.paths.configFile);
  Deno.mkdirSync(home.paths.configFile);
  check(/^config\.yaml is a folder; expected a file$/);
});

Deno.test("a setting with two values has its last good one, which stands on no line", () => {
  const text = "llm: { timeout_ms: 3000 }\ntriage: { llm_timeout_ms: 4000 }\n";
  const { values, lines } = readContribution({ kind: "text", text }, () => ({ "llm.timeout_ms": 7000 }));
  assertEquals([...values, ...lines], [["llm.timeout_ms", 7000]]);
});

Deno.test("readContribution() is total for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
    const { problems } = readContribution({ kind: "text", text }, () => "not a record");
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
