import fc from "fast-check";
import { UserError } from "../../../../src/base/user_error.ts";
import { withoutSetting, withSetting } from "../../../../src/cli/config/change.ts";
import { evaluate } from "../../../../src/cli/config/evaluate.ts";
import type { SettingKey } from "../../../../src/cli/config/settings_table.ts";
import { assertEquals, assertThrows } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";

interface Case {
  readonly what: string;
  readonly before: string;
  /** What is set; absent where hooks.stop.enabled is taken out. */
  readonly key?: SettingKey;
  readonly value: unknown;
  readonly after: string;
}

for (const { what, before, key, value, after } of casesOf<Case>(import.meta.filename)) {
  Deno.test(`${key === undefined ? "withoutSetting() takes out a setting" : "withSetting() sets"} ${what}`, () => {
    const changed = key === undefined
      ? withoutSetting(before, "hooks.stop.enabled")
      : withSetting(before, key, value);
    assertEquals(changed, after);
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
