import fc from "fast-check";
import { UserError } from "../../../../src/base/user_error.ts";
import { withoutSetting, withSetting } from "../../../../src/cli/config/change.ts";
import { evaluate } from "../../../../src/cli/config/evaluate.ts";
import type { SettingKey } from "../../../../src/cli/config/settings_table.ts";
import { assertEquals, assertThrows } from "../../../_support/assert.ts";

/** What stands around the value in the first cases, and must stay. */
const AROUND =
  "# top\r\nlog:\n    level:   'debug'   # loud\n\n\ntriage: {mode: llm}  # x\ncapture:\n  skip_tools:   [A, B]  # y\n# end";
const STOP_OFF = "hooks:\n  stop:\n    enabled: false\n";

const SETS: Record<string, [before: string, key: SettingKey, value: unknown, after: string]> = {
  "a value, and no other character": [AROUND, "log.level", "info", AROUND.replace("'debug'", "info")],
  "a value in braces": [AROUND, "triage.mode", "hybrid", AROUND.replace("llm", "hybrid")],
  "a list on one line": [AROUND, "capture.skip_tools", ["C"], AROUND.replace("[A, B]", "[ C ]")],
  "a value beside others, and keeps their comments and indentation": [
    "# top\n\nlog:\n    level: debug # loud\n",
    "capture.max_field_bytes",
    2048,
    "# top\n\nlog:\n    level: debug # loud\ncapture:\n    max_field_bytes: 2048\n",
  ],
  "a value in no file": ["", "hooks.stop.enabled", false, STOP_OFF],
  "a value below comments": ["# mine\n", "hooks.stop.enabled", false, `# mine\n\n${STOP_OFF}`],
  "a value in an empty group": ["hooks:\n", "hooks.stop.enabled", false, STOP_OFF],
  "a value in a group of comments": [
    "hooks:\n  # stop: {}\n",
    "hooks.stop.enabled",
    false,
    `${STOP_OFF}  # stop: {}\n`,
  ],
  "a list, and quotes what would read as something else": [
    "",
    "capture.skip_tools",
    ["null", "A"],
    'capture:\n  skip_tools: [ "null", A ]\n',
  ],
  "the usual name in place of the other one": [
    "triage:\n  llm_provider: haiku\n",
    "llm.provider",
    "none",
    "llm:\n  provider: none\n",
  ],
  "a value beside others, and keeps the line breaks of Windows": [
    "# top\r\nlog:\r\n  level: debug # loud\r\n",
    "capture.max_field_bytes",
    2048,
    "# top\r\nlog:\r\n  level: debug # loud\r\ncapture:\r\n  max_field_bytes: 2048\r\n",
  ],
};

for (const [what, [before, key, value, after]] of Object.entries(SETS)) {
  Deno.test(`withSetting() sets ${what}`, () => {
    assertEquals(withSetting(before, key, value), after);
  });
}

/** The setting taken out is hooks.stop.enabled. */
const CUTS: Record<string, [before: string, after: string]> = {
  "and the groups that this leaves empty": [
    "# top\nhooks:\n  stop:\n    enabled: false # x\n# end\n",
    "# top\n# end\n",
  ],
  "and keeps its neighbours, their comments and their indentation": [
    "hooks:\n   stop:\n      timeout_ms:   50 # y\n      enabled: false\n\nlog: {level:  info}",
    "hooks:\n   stop:\n      timeout_ms: 50 # y\n\nlog: { level: info }\n",
  ],
  "and keeps a group with a comment": [
    "hooks:\n  # about stop\n  stop:\n    enabled: false\n",
    "hooks:\n  # about stop\n  {}\n",
  ],
  "and keeps comments behind it": [
    "hooks:\n  stop:\n    enabled: false\n    # timeout_ms: 5\n  # capture: {}\n",
    "hooks:\n  stop:\n    {}\n    # timeout_ms: 5\n    # capture: {}\n",
  ],
  "written in one line": ["hooks: { stop: { enabled: false } }\nlog: {}\n", "log: {}\n"],
  "written in braces over lines": ["hooks:\n  stop: {\n    enabled: false\n  }\nlog: {}\n", "log: {}\n"],
  "beside others in one line": [
    "# top\nhooks: { stop: { enabled: false, timeout_ms: 50 } } # x\n",
    "# top\nhooks: { stop: { timeout_ms: 50 } } # x\n",
  ],
  "that is not there": ["hooks:\n  stop: # x\n", "hooks:\n  stop: # x\n"],
  "that is all there is beside comments with line breaks of Windows": [
    "# a\r\n# b\r\nhooks: {stop: {enabled: false}}\r\n",
    "# a\r\n# b\r\n",
  ],
  "that is all there is": ["hooks: {stop: {enabled: false}}", ""],
};

for (const [what, [before, after]] of Object.entries(CUTS)) {
  Deno.test(`withoutSetting() takes out a setting ${what}`, () => {
    assertEquals(withoutSetting(before, "hooks.stop.enabled"), after);
  });
}

Deno.test("withSetting() refuses a file that it cannot change", () => {
  for (
    const text of ["log: {\n", "- a\n", "log: 5\n", "log: &a {level: info}\nlog: *a\n", "a: &a {}\nlog: *a\n"]
  ) {
    assertThrows(() => withSetting(text, "log.level", "info"), UserError);
  }
});

const VALUES: Partial<Record<SettingKey, unknown[]>> = {
  "log.level": ["debug", "error"],
  "llm.provider": ["none", "haiku"],
  "llm.model": [null, "a-model"],
  "hooks.stop.enabled": [true, false],
  "hooks.stop.timeout_ms": [20, 3000],
  "hooks.recall.on_file": [true, false],
  "capture.skip_tools": [[], ["A", "mcp__b"]],
  "hooks.outcome_capture.matchers": [[{ command: "it's: a # test", kind: "test" }]],
  "privacy.exclude_projects": [["/home/me/a b", "*"]],
  "scratchpad.sections": [['What "I" did', "- x"]],
};

const STARTS = [
  "",
  "# only a comment\n",
  "# top\nhooks:\n    # about stop\n    stop: # here\n        enabled: false # x\n\n# end\n",
  "hooks: { stop: { enabled: false }, recall: {} } # one line\nlog: {level: info}",
  "triage:\r\n  llm_provider: haiku\r\n  # llm_timeout_ms: 5\r\nllm:\r\n",
  "capture:\n  skip_tools:\n  - X # why\n  # - Y\n  - Z\n",
];

const key = fc.constantFrom(...Object.keys(VALUES) as SettingKey[]);
const step = key.chain((key) =>
  fc.record({ key: fc.constant(key), value: fc.constantFrom(...VALUES[key] ?? []) })
);

function read(text: string) {
  const nothing = () => ({ user: {}, project: {} });
  return evaluate({ user: { kind: "text", text }, project: { kind: "absent" } }, nothing);
}

Deno.test("withSetting() and withoutSetting() change one setting and no other, whatever came before", () => {
  const steps = fc.array(fc.record({ step, isSet: fc.boolean() }), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(fc.constantFrom(...STARTS), steps, (start, steps) => {
    let text = start;
    for (const { step: { key, value }, isSet } of steps) {
      const expected = new Map(read(text).given.user);
      if (isSet) expected.set(key, value);
      else expected.delete(key);
      text = isSet ? withSetting(text, key, value) : withoutSetting(text, key);
      const { given, problems } = read(text);
      assertEquals([sorted(given.user), problems], [sorted(expected), []]);
    }
  }));
});

Deno.test("withSetting() never loses a comment that stands on its own line", () => {
  fc.assert(fc.property(fc.constantFrom(...STARTS), fc.array(step, { maxLength: 8 }), (start, steps) => {
    const text = steps.reduce((text, { key, value }) => withSetting(text, key, value), start);
    const replacesList = steps.some(({ key }) => key === "capture.skip_tools");
    const comments = start.match(/^\s*# .*$/gm) ?? [];
    const lost = comments.filter((comment) => !text.includes(comment.trim()) && !replacesList);
    assertEquals(lost, []);
  }));
});

function sorted(values: ReadonlyMap<string, unknown>) {
  return [...values].sort(([a], [b]) => a < b ? -1 : 1);
}
