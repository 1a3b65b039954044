import fc from "fast-check";
import { UserError } from "../../../../src/base/user_error.ts";
import { withChange } from "../../../../src/cli/config/change.ts";
import type { SettingKey } from "../../../../src/cli/config/settings_table.ts";
import { readYaml } from "../../../../src/cli/config/yaml_source.ts";
import { assertEquals, assertThrows } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import edited from "./edited.json" with { type: "json" };

interface Case {
  readonly what: string;
  readonly before: string;
  /** What is set; absent where hooks.stop.enabled is taken out. */
  readonly key?: SettingKey;
  readonly value: unknown;
  readonly after: string;
}

for (const { what, before, key, value, after } of casesOf<Case>(import.meta.filename)) {
  Deno.test(`withChange() ${key === undefined ? "takes out a setting" : "sets"} ${what}`, () => {
    assertEquals(withChange(before, key ?? "hooks.stop.enabled", value), after);
  });
}

Deno.test("withChange() refuses a file that it cannot change", () => {
  for (const text of edited.refused) {
    assertThrows(() => withChange(text, "log.level", "info"), UserError);
  }
});

const VALUES: Partial<Record<SettingKey, readonly unknown[]>> = edited.values;

/** Files of a user: comments above and behind lines, blank lines, line breaks of Windows, a byte order mark. */
const file = fc.record({
  start: fc.constantFrom(...edited.starts),
  additions: fc.array(fc.constantFrom("", "above", "behind", "both", "blank"), {
    minLength: 9,
    maxLength: 9,
  }),
  end: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
}).map(({ start, additions, end, mark }) => {
  const lines = start.split("\n").flatMap((line, i) => {
    const [addition = "", indent = ""] = [additions[i], /^ */.exec(line)?.[0]];
    const behind = ["behind", "both"].includes(addition) && line !== "" ? ` # behind ${i}.` : "";
    const above = ["above", "both", "blank"].includes(addition) ? [`${indent}# above ${i}.`] : [];
    return [...above, ...addition === "blank" ? ["", `${indent}# over ${i}.`] : [], line + behind];
  });
  return mark + lines.join(end);
});

const step = fc.constantFrom(...Object.keys(VALUES) as SettingKey[]).chain((key) =>
  fc.record({ key: fc.constant(key), value: fc.constantFrom(undefined, ...VALUES[key] ?? []) })
);

Deno.test("withChange() changes one setting, and leaves all others, the comments, line breaks and the byte order mark", () => {
  fc.assert(
    fc.property(file, fc.array(step, { minLength: 1, maxLength: 8 }), (start, steps) => {
      let text = start;
      for (const { key, value } of steps) {
        const expected = leaves(text);
        const isAlias = key === "llm.provider" && expected.has("triage.llm_provider");
        const name = isAlias ? "triage.llm_provider" : key;
        // A comment goes only with the value behind which, or the entry of a list at which, it stands.
        const goes = (comment: string) =>
          (value === undefined && comment.includes("behind")) ||
          (Array.isArray(old) && / [1-3]\./.test(comment));
        const old = expected.get(name);
        if (value === undefined || value === null) expected.delete(name);
        else expected.set(name, value);
        const changed = withChange(text, key, value);
        assertEquals(sorted(leaves(changed)), sorted(expected));
        const lost = comments(text).filter((one) => !changed.includes(one) && !goes(one));
        assertEquals([lost, comments(changed).length], [[], new Set(comments(changed)).size]);
        assertEquals(changed.startsWith("\ufeff"), start.startsWith("\ufeff"));
        if (start.includes("\r\n")) assertEquals(/[^\r]\n/.test(changed), false);
        text = changed;
      }
    }),
  );
});

const comments = (text: string): string[] => text.match(/# \w+ \d+\./g) ?? [];

/** The values of a file by their dotted names. */
function leaves(text: string) {
  const { data, problems } = readYaml(text);
  assertEquals(problems, []);
  const entries = (group: object, path: string): [string, unknown][] =>
    Object.entries(group).flatMap(([name, value]): [string, unknown][] => {
      if (typeof value !== "object") return [[path + name, value]];
      if (Array.isArray(value)) return [[path + name, value]];
      return value === null ? [] : entries(value, `${path}${name}.`);
    });
  return new Map(entries(data ?? {}, ""));
}

const sorted = (values: ReadonlyMap<string, unknown>) => [...values].sort(([a], [b]) => a < b ? -1 : 1);
