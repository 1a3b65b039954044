import { evaluate } from "../../../../src/cli/config/evaluate.ts";
import { SETTING_KEYS } from "../../../../src/cli/config/setting_values.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import trust from "./trust.json" with { type: "json" };

/**
 * What a project's file says of a setting while the user's is empty: taken, with what then holds, or refused. A setting
 * may stand in both.
 */
const { taken: TAKEN, refused: REFUSED } = trust as unknown as {
  readonly taken: Readonly<Record<string, readonly [given: unknown, holds: unknown]>>;
  readonly refused: Readonly<Record<string, unknown>>;
};

const EVERY_HOOK = SETTING_KEYS.filter((key) => /^hooks\.\w+\.(enabled|timeout_ms)$/.test(key));

function evaluateBoth(user: Record<string, unknown>, project: Record<string, unknown>) {
  const nothing = () => ({ user: {}, project: {} });
  return evaluate({ user: textOf(user), project: textOf(project) }, nothing);
}

/** JSON is YAML: `a.b: 1` becomes `{"a": {"b": 1}}`. */
function textOf(flat: Record<string, unknown>) {
  const nested: Values = {};
  for (const [key, value] of Object.entries(flat)) {
    const [group = "", ...names] = key.split(".");
    nested[group] = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  }
  return { kind: "text", text: JSON.stringify(nested) } as const;
}

for (const [key, [given, holds]] of Object.entries(TAKEN)) {
  Deno.test(`a project's file may set ${key} to ${JSON.stringify(given)}`, () => {
    const { values, problems, given: { project } } = evaluateBoth({}, { [key]: given });
    assertEquals([values.get(key as never), problems], [holds, []]);
    assertEquals(project.has(key as never), true);
  });
}

for (const [key, given] of Object.entries(REFUSED)) {
  Deno.test(`a project's file may not set ${key} to ${JSON.stringify(given)}`, () => {
    const before = evaluateBoth({}, {});
    const { settings, problems } = evaluateBoth({}, { [key]: given });
    assertEquals(settings, before.settings);
    assertEquals(problems.length, 1);
    assertMatch(problems[0] ?? "", /^\.claude\/mneme\.yaml:1: .*; a project's file may only /);
    const isRepeated = problems[0]?.includes(` is ${JSON.stringify(given)}`);
    assertEquals(isRepeated, !/\.(?:base_url|api_key_env)$/.test(key), "an address or the name of a key");
  });
}

for (const key of EVERY_HOOK) {
  Deno.test(`a project's file may lower ${key}, never raise it`, () => {
    const isFlag = key.endsWith("enabled");
    const [low, high] = isFlag ? [false, true] : [20, 9000];
    assertEquals(evaluateBoth({}, { [key]: low }).values.get(key), low);
    assertEquals(evaluateBoth({ [key]: low }, { [key]: high }).values.get(key), low);
  });
}

type Values = Record<string, unknown>;
type Both = [what: string, user: Values, project: Values, holds: Values, problems: number];

for (const [what, user, project, holds, problems] of casesOf<Both>(import.meta.filename, "_both")) {
  Deno.test(`a project's file may ${what}, against the user's file`, () => {
    const found = evaluateBoth(user, project);
    for (const [key, value] of Object.entries(holds)) assertEquals(found.values.get(key as never), value);
    assertEquals(found.problems.length, problems);
  });
}

Deno.test("every setting has a case of what a project's file may or may not do", () => {
  const covered = new Set([...Object.keys(TAKEN), ...Object.keys(REFUSED), ...EVERY_HOOK]);
  assertEquals(SETTING_KEYS.filter((key) => !covered.has(key)), []);
});
