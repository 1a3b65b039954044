import { parse } from "yaml";
import { UsageError } from "../../core/user_error.ts";
import { describeAllowed, resolveKey, valueSchema } from "./setting_schema.ts";
import type { SettingKey } from "./setting_types.ts";
import { SETTINGS } from "./settings_table.ts";
import { describeGroup, describeUnknownKey } from "./unknown_keys.ts";
import { quoteValue } from "./wording.ts";

/** The setting that an argument names; a `UsageError` with the nearest one where there is none. */
export function keyFromArgument(written: string): SettingKey {
  const key = resolveKey(written);
  if (key !== undefined) return key;
  throw new UsageError(`Cannot find the setting: ${describeGroup(written) ?? describeUnknownKey(written)}`);
}

/** The value that an argument means, as it would be written in the file; a `UsageError` where it is not allowed. */
export function valueFromArgument(key: SettingKey, written: string): unknown {
  const setting = SETTINGS[key];
  const isText = setting.kind === "choice" || setting.kind === "text";
  const value = isText && written !== "null" ? written : parseYaml(written);
  if (valueSchema(setting).safeParse(value).success) return value;
  const found = "hidden" in setting ? "does not fit" : `is ${quoteValue(value)}`;
  const isList = setting.kind === "list" || setting.kind === "matchers";
  throw new UsageError(`Cannot set ${key}: the value ${found}; expected ${describeAllowed(setting)}`, {
    ...(isList && { hint: `write a list as in \`mneme config set ${key} '[…, …]'\`` }),
  });
}

/** As a shell argument that `valueFromArgument` reads back. */
export function toArgument(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { prettyErrors: false, logLevel: "error", maxAliasCount: 0 });
  } catch {
    return text; // the check of the type says what was expected
  }
}
