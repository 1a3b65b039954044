import { defaultValues, KEY_ALIASES, SETTING_KEYS } from "../../../../src/cli/config/setting_values.ts";
import { SETTINGS } from "../../../../src/cli/config/settings_table.ts";
import { configReference } from "../../../../src/cli/config/reference.ts";
import { DEFAULT_SETTINGS } from "../../../../src/base/settings.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";

Deno.test("the settings table and the defaults have the same keys", () => {
  assertEquals(SETTING_KEYS.toSorted(), leafKeys(DEFAULT_SETTINGS).toSorted());
});

Deno.test("every default is allowed by its own row", () => {
  const refused = [...defaultValues()].filter(([key, value]) => !SETTINGS[key].takes(value));
  assertEquals(refused, []);
});

Deno.test("every other name of a setting stands in its row of the manual", () => {
  for (const [alias, key] of Object.entries(KEY_ALIASES)) assert(SETTINGS[key].doc.includes(alias), alias);
});

Deno.test("docs/configuration.md is what `mneme config reference` prints", () => {
  const url = new URL("../../../../docs/configuration.md", import.meta.url);
  assertEquals(Deno.readTextFileSync(url), configReference());
});

function leafKeys(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, entry]) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? leafKeys(entry, `${prefix}${key}.`)
      : [prefix + key]
  );
}
