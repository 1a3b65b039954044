import { parse } from "yaml";
import { parentFolder } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { infoOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { projectConfigFile } from "../../machine/config_cache.ts";
import { attempt } from "../frame/attempt.ts";
import { realPath } from "../frame/is_there.ts";
import { quoteValue, shellWord } from "../frame/plain_text.ts";
import { keepLastGood, lastGoodFor } from "./compile.ts";
import { withoutSetting, withSetting } from "./edit.ts";
import { evaluate, type Evaluation, PROJECT_LABEL, readSourceTexts, USER_LABEL } from "./evaluate.ts";
import { describeUnknownKey, isGroup, resolveKey } from "./setting_values.ts";
import { type SettingKey, SETTINGS } from "./settings_table.ts";

export interface Change {
  readonly key: SettingKey;
  readonly scope: "user" | "project";
  /** `undefined` takes the setting out of the file. */
  readonly value: unknown;
}

export interface ChangeDone {
  readonly path: string;
  readonly isChanged: boolean;
  readonly before: Evaluation;
  readonly after: Evaluation;
}

/**
 * Changes one setting in one file, or throws a `UserError` and leaves the file: when it cannot be read, when the
 * changed text would have a problem that it did not have, or when a project's file may not say this.
 */
export function changeSetting(paths: Paths, project: string, { key, scope, value }: Change): ChangeDone {
  const label = scope === "user" ? USER_LABEL : PROJECT_LABEL;
  const path = scope === "user" ? paths.configFile : projectConfigFile(project);
  const texts = readSourceTexts(paths, project);
  const source = texts[scope];
  if (source.kind === "refused") {
    throw new UserError(`Cannot change ${label}: it ${source.reason}`, { hint: `see ${path}` });
  }
  const oldText = source.kind === "text" ? source.text : "";
  const text = value === undefined ? withoutSetting(oldText, key) : withSetting(oldText, key, value);
  const lastGood = lastGoodFor(paths, project);
  const before = evaluate(texts, lastGood);
  const after = evaluate({ ...texts, [scope]: { kind: "text", text } }, lastGood);
  const known = new Set(before.problems.map(withoutLine));
  const fresh = after.problems.find((one) => one.startsWith(label) && !known.has(withoutLine(one)));
  if (fresh !== undefined) throw new UserError(`Cannot set ${key}: ${fresh}`);
  const isChanged = text !== oldText;
  if (isChanged) {
    write(path, scope, text);
    keepLastGood(paths, path, after.given[scope]);
  }
  return { path, isChanged, before, after };
}

/** Compares problems without their line, as a change moves lines. */
function withoutLine(problem: string): string {
  return problem.replace(/^(.*?):\d+:/, "$1");
}

function write(path: string, scope: Change["scope"], text: string): void {
  const folder = parentFolder(path);
  attempt(`write ${path}`, `make ${folder} writable`, () => {
    // A project's folder may be shared with its other users; the user's own folder is private.
    Deno.mkdirSync(folder, { recursive: true, mode: scope === "user" ? 0o700 : 0o777 });
    const mode = scope === "user" ? 0o600 : (infoOf(path)?.mode ?? 0o644) & 0o777;
    // Writes to the target of a link, as renaming over the link would cut it.
    writeAtomic(realPath(path), text, { mode, durable: true });
  });
}

/** Returns the setting that an argument names; a `UsageError` with the nearest name for none. */
export function keyFromArgument(written: string): SettingKey {
  const key = resolveKey(written);
  if (key !== undefined) return key;
  const why = isGroup(written)
    ? `${written} is a group; name one of its settings, as \`mneme config show\` does`
    : describeUnknownKey(written);
  throw new UsageError(`Cannot find the setting: ${why}`);
}

/** Returns the value that an argument means; a `UsageError` if the setting does not allow it. */
export function valueFromArgument(key: SettingKey, written: string): unknown {
  const setting = SETTINGS[key];
  // The text itself is tried first: `5` may be a model's name.
  const value = written !== "null" && setting.takes(written) ? written : parseYaml(written);
  if (setting.takes(value)) return value;
  const found = setting.hidden ? "does not fit" : `is ${quoteValue(value)}`;
  throw new UsageError(`Cannot set ${key}: the value ${found}; expected ${setting.allowed}`, {
    ...(setting.project === "add" && { hint: `write a list as in \`mneme config set ${key} '[…, …]'\`` }),
  });
}

/** Returns a value as a shell argument that `valueFromArgument` reads back. */
export function toArgument(value: unknown): string {
  return shellWord(typeof value === "string" ? value : JSON.stringify(value));
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { prettyErrors: false, logLevel: "error", maxAliasCount: 0 });
  } catch {
    return text; // the type's check then says what was expected
  }
}
