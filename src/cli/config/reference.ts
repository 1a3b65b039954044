import { describeAllowed, SETTING_KEYS } from "./setting_schema.ts";
import type { ProjectRule, SettingKey } from "./setting_types.ts";
import { defaultValues } from "./flat_settings.ts";
import { SETTINGS } from "./settings_table.ts";

/** `docs/configuration.md`: every setting from the table that also checks them. */
export function configReference(): string {
  const groups = new Map<string, SettingKey[]>();
  for (const key of SETTING_KEYS) {
    const group = key.slice(0, key.lastIndexOf("."));
    groups.set(group, [...groups.get(group) ?? [], key]);
  }
  const sections = [...groups].map(([group, keys]) => `## \`${group}\`\n\n${table(keys)}\n`);
  return [INTRODUCTION, ...sections].join("\n");
}

const PROJECT_WORDS: Readonly<Record<ProjectRule, string>> = {
  never: "no",
  off: "only `false`",
  on: "only `true`",
  lower: "lower it",
  raise: "raise it",
  narrower: "an earlier choice",
  none: "only `none`",
  add: "add entries",
};

function table(keys: readonly SettingKey[]): string {
  const defaults = defaultValues();
  const rows = keys.map((key) => [
    `\`${key.slice(key.lastIndexOf(".") + 1)}\``,
    `\`${writtenValue(defaults.get(key))}\``,
    describeAllowed(SETTINGS[key]),
    PROJECT_WORDS[SETTINGS[key].project],
    SETTINGS[key].doc,
  ]);
  return alignedTable([["setting", "default", "allowed", "project's file", "meaning"], ...rows]);
}

/** Padded as `deno fmt` pads, so that formatting the manual does not change it. */
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

const INTRODUCTION = `# Configuration

This page is printed by \`mneme config reference\`; a test compares them.

mneme runs without any configuration. What you want otherwise goes into \`config.yaml\` in the data folder
(\`$MNEME_HOME\`, by default \`~/.mneme\`), nested as the headings below say:

\`\`\`yaml
hooks:
  user_prompt_submit:
    token_budget: 1000
triage:
  mode: heuristic
\`\`\`

- \`mneme config show\` prints every setting, its value and where it is from.
- \`mneme config check\` prints what is wrong, with file and line.
- \`mneme config set hooks.user_prompt_submit.token_budget 1000\` changes the file and keeps your comments;
  \`mneme config unset\` takes a setting out again. With \`--project\` both work on the project's file.

## Which value holds

1. The default, below.
2. What \`config.yaml\` says.
3. What \`.claude/mneme.yaml\` in the project says, as far as it may.

A project's file comes with the repository, and whoever wrote it is not who runs it. It may therefore make
mneme do less than you want, never more: switch things off, lower budgets, add tools to skip, matchers and
sections. It cannot name a provider, an address or a key, weaken privacy, or make mneme more insistent. The
column "project's file" says what it may do with each setting; "an earlier choice" means one that stands
before yours in the list. A value that goes further is a problem and is left out; the rest of the file counts.
A link that leads out of the project is not followed.

## When a file is wrong

A hook never stops for a wrong configuration. A setting with a problem keeps its last good value, or its
default where there never was one; a list of folders keeps its good entries, too. An unknown name changes
nothing. A file that cannot be read as YAML (or is over 256 KiB, not UTF-8, or repeats a name) keeps all its
last good values. The next session start says so once, in the words of \`mneme config check\`:

\`\`\`
config.yaml:7: hooks.capture.timeout_ms is "fast"; expected a whole number from 10 to 9000
\`\`\`

What you edit holds from the next hook on. Both files are compiled into \`cache/config/\` in the data folder,
and hooks read that: the first one that finds a file changed compiles it again, which takes it some 50 ms.
Removing that folder loses nothing but the last good values.
`;
