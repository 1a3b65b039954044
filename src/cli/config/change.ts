import { UserError } from "../../core/user_error.ts";
import { writeAtomic } from "../../host/atomic_file.ts";
import { projectConfigFile } from "../../host/source_stamps.ts";
import type { Paths } from "../../host/paths.ts";
import { lastGoodFor } from "./compile.ts";
import { withoutSetting, withSetting } from "./edit.ts";
import { evaluate, PROJECT_LABEL, readSourceTexts, USER_LABEL } from "./evaluate.ts";
import type { Evaluation, SourceTexts } from "./evaluate.ts";
import type { SettingKey } from "./setting_types.ts";
import type { SourceText } from "./source_file.ts";

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
export function changeSetting(paths: Paths, project: string, change: Change): ChangeDone {
  const texts = readSourceTexts(paths, project);
  const oldText = textOf(texts[change.scope], change.scope);
  const newText = change.value === undefined
    ? withoutSetting(oldText, change.key)
    : withSetting(oldText, change.key, change.value);
  const lastGood = lastGoodFor(paths, project);
  const before = evaluate(texts, lastGood);
  const after = evaluate(replaceText(texts, change.scope, newText), lastGood);
  refuseNewProblem(change, before, after);
  const path = change.scope === "user" ? paths.configFile : projectConfigFile(project);
  const isChanged = newText !== oldText;
  if (isChanged) write(path, change.scope, newText);
  return { path, isChanged, before, after };
}

function textOf(source: SourceText, scope: Change["scope"]): string {
  if (source.kind === "text") return source.text;
  if (source.kind === "absent") return "";
  throw new UserError(`Cannot change ${label(scope)}: it ${source.reason}`);
}

function replaceText(texts: SourceTexts, scope: Change["scope"], text: string): SourceTexts {
  return { ...texts, [scope]: { kind: "text", text } };
}

/** Lines move with the change, so problems are compared without them. */
function refuseNewProblem({ key, scope }: Change, before: Evaluation, after: Evaluation): void {
  const known = new Set(before.problems.map(withoutLine));
  const fresh = after.problems.find((problem) => {
    return problem.startsWith(label(scope)) && !known.has(withoutLine(problem));
  });
  if (fresh !== undefined) throw new UserError(`Cannot set ${key}: ${fresh}`);
}

function withoutLine(problem: string): string {
  return problem.replace(/^([^:\s]+):\d+:/, "$1");
}

function write(path: string, scope: Change["scope"], text: string): void {
  const folder = path.slice(0, path.lastIndexOf("/"));
  try {
    // A repository's folder is shared with its other readers; the user's own is private.
    Deno.mkdirSync(folder, { recursive: true, mode: scope === "user" ? 0o700 : 0o777 });
    writeAtomic(linkTarget(path), text, { mode: scope === "user" ? 0o600 : modeOf(path), durable: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`Cannot write ${path}: ${reason}`, { cause, hint: `make ${folder} writable` });
  }
}

/** Renaming over a link would cut the user's file off from where they keep it. */
function linkTarget(path: string): string {
  return modeOrUndefined(path) === undefined ? path : Deno.realPathSync(path);
}

function modeOf(path: string): number {
  return modeOrUndefined(path) ?? 0o644;
}

function modeOrUndefined(path: string): number | undefined {
  try {
    return (Deno.statSync(path).mode ?? 0o644) & 0o777;
  } catch {
    return undefined; // absent, so there is nothing to keep
  }
}

function label(scope: Change["scope"]): string {
  return scope === "user" ? USER_LABEL : PROJECT_LABEL;
}
