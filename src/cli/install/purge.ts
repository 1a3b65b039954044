import { basename, dirname, join } from "node:path";
import { UsageError } from "../../base/user_error.ts";
import { isFile } from "../../machine/files.ts";
import type { Flags } from "../frame/command.ts";
import { OUR_NAMES, requirePaths } from "../frame/home.ts";
import { isThere, namesIn, realPath } from "../frame/is_there.ts";
import { shellWord } from "../frame/plain_text.ts";
import { hooksStep } from "../registration/hooks_step.ts";
import type { InstallStep } from "../registration/install_step.ts";
import { commandLink, mnemeIn, ownFolder } from "../registration/own_folder.ts";
import { knownSettings } from "../registration/registered_hooks.ts";
import type { ScopeOptions } from "../registration/settings_file.ts";
import { skillStep } from "../registration/signed_file.ts";
import { versionsFolder } from "../registration/versions.ts";

/** Throws a `UsageError` if the options choose one agent or file, because a purge is about everything. */
export function requireWhole({ client = "all", project, local, settings }: ScopeOptions & Flags<"client">) {
  if (client === "all" && project !== true && local !== true && settings === undefined) return;
  throw new UsageError("Cannot purge one agent or settings file alone: --purge is about everything", {
    hint: "leave --purge away",
  });
}

/** Returns the steps for hooks and skills (not servers) in the known settings files other than the user's own. */
export function furtherSteps(): InstallStep[] {
  const paths = requirePaths();
  const settings = knownSettings(paths).filter(({ isUsers }) => !isUsers).map(({ path }) => path);
  const folders = new Set(
    settings.map((path) => dirname(path)).filter((path) => basename(path) === ".claude"),
  );
  const place = { executables: ownFolder(), backups: paths.backups };
  return [
    ...settings.map((settings) => hooksStep({ settings, ...place })),
    ...[...folders].map((folder) => skillStep(join(folder, "skills"))),
  ];
}

/** Returns the command that deletes what a purge leaves to its user: what is remembered, and installed executables. */
export function deletionAdvice(): string[] {
  const { root, database } = requirePaths();
  const versions = versionsFolder();
  const link = commandLink();
  const isLinked = versions !== undefined && realPath(link) === realPath(mnemeIn(ownFolder()));
  const names = namesIn(root);
  const ours = names.filter((name) => OUR_NAMES.test(name)).map((name) => join(root, name));
  const own = ours.length < names.length ? ours : [realPath(root), root]; // the files of others stay
  const paths = [...(isFile(database) ? own : []), versions ?? "", isLinked ? link : ""].filter(
    isThere,
  );
  const isWindows = Deno.build.os === "windows";
  const words = [...new Set(paths)].map(isWindows ? (path) => `'${path.replaceAll("'", "''")}'` : shellWord);
  const remove = isWindows ? "Remove-Item -Recurse -LiteralPath" : "rm -r";
  const all = words.join(isWindows ? ", " : " ");
  return all === "" ? [] : [`To delete what is left, which cannot be undone: ${remove} ${all}`];
}
