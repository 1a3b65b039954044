import * as fc from "fast-check";
import { stringify } from "yaml";
import { evaluate } from "../../../src/cli/config/evaluate.ts";
import { type Setting, SETTINGS } from "../../../src/cli/config/settings_table.ts";
import { at } from "../../../src/base/json.ts";
import { SETTING_KEYS } from "../../../src/cli/config/setting_values.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { changeJson, changeText, jsonChanges, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";

const USER = {
  privacy: { redact_secrets: true, exclude_projects: ["/secret"] },
  llm: { provider: "openai-compatible", base_url: "http://127.0.0.1:1/v1", model: "m", api_key_env: "KEY" },
  triage: { delivery: "decision", mode: "hybrid" },
};

const configurationFile = fc.record({
  changes: jsonChanges,
  texts: textChanges,
  /** Written as JSON, which is YAML, too. */
  flow: fc.boolean(),
});
type ChangedFile = typeof configurationFile extends fc.Arbitrary<infer F> ? F : never;

/** The rules by which a repository's file may bring a setting from one value to another. */
const ALLOWED: Readonly<
  Record<Setting["project"], (after: unknown, before: unknown, values: readonly unknown[]) => boolean>
> = {
  never: () => false,
  off: (after) => after === false,
  on: (after) => after === true,
  none: (after) => after === "none",
  lower: (after, before) => Number(after) < Number(before),
  raise: (after, before) => Number(after) > Number(before),
  narrower: (after, before, values) =>
    values.includes(after) && values.indexOf(after) < values.indexOf(before),
  add: (after, before) =>
    (before as unknown[]).every((entry, i) =>
      JSON.stringify(entry) === JSON.stringify((after as unknown[])[i])
    ),
};

function isAllowed({ project, values = [] }: Setting, before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after) || ALLOWED[project](after, before, values);
}

/** Both files: read without an error, valid afterwards, the project's without power over what is the user's. */
export const configuration = defineTarget({
  name: "configuration",
  cases: fc.record({ user: configurationFile, project: configurationFile }),
  check({ user, project }) {
    const userText = textOf(user, USER);
    const projectText = textOf(project, DEFAULT_SETTINGS);
    const alone = evaluate(
      { user: { kind: "text", text: userText }, project: { kind: "absent" } },
      () => ({} as never),
    );
    const both = evaluate(
      { user: { kind: "text", text: userText }, project: { kind: "text", text: projectText } },
      () => ({} as never),
    );
    for (const { settings, problems } of [alone, both]) {
      assertEquals(SETTING_KEYS.filter((key) => !SETTINGS[key].takes(at(settings, ...key.split(".")))), []);
      assert(
        problems.length <= 42 && problems.every((problem) => problem.length < 1000),
        problems.join("\n"),
      );
      // deno-lint-ignore no-control-regex
      assert(problems.every((problem) => !/[\u0000-\u001f]/.test(problem)), JSON.stringify(problems));
    }
    for (const [key, before] of alone.values) {
      const after = both.values.get(key);
      assert(isAllowed(SETTINGS[key], before, after), `${key}: ${JSON.stringify({ before, after })}`);
    }
  },
});

function textOf({ changes, texts, flow }: ChangedFile, base: unknown): string {
  const value = changeJson(base, changes);
  return changeText(flow ? JSON.stringify(value) ?? "" : yamlOf(value), texts);
}

/** Its writer refuses what is nested too deep. */
function yamlOf(value: unknown): string {
  try {
    return stringify(value);
  } catch {
    return JSON.stringify(value) ?? "";
  }
}
