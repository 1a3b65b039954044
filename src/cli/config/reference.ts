// Makes the text of `docs/configuration.md` from the table of settings.
import { textBeside } from "../../machine/files.ts";
import { defaultValues, SETTING_KEYS } from "./setting_values.ts";
import projectWords from "./project_words.json" with { type: "json" };
import { type SettingKey, SETTINGS } from "./settings_table.ts";

export function configReference(): string {
  const groups = Map.groupBy(SETTING_KEYS, (key) => key.slice(0, key.lastIndexOf(".")));
  const sections = [...groups].map(([group, keys]) => `## \`${group}\`\n\n${table(keys)}\n`);
  return [textBeside("cli/config/introduction.md"), ...sections].join("\n");
}

function table(keys: readonly SettingKey[]): string {
  const defaults = defaultValues();
  const rows = keys.map((key) => [
    `\`${key.slice(key.lastIndexOf(".") + 1)}\``,
    `\`${writtenValue(defaults.get(key))}\``,
    SETTINGS[key].allowed.replace(/^a (?:whole )?number from /, ""),
    projectWords[SETTINGS[key].project],
    SETTINGS[key].doc,
  ]);
  return alignedTable([["setting", "default", "allowed", "project's file", "meaning"], ...rows]);
}

/** Pads cells as `deno fmt` does, so that formatting changes nothing. */
function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

function writtenValue(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return `[${value.map((entry) => String(entry).includes(" ") ? `"${entry}"` : entry).join(", ")}]`;
}
