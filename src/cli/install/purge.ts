import { basename, dirname, join } from "node:path";
import { reasonOf, UsageError, UserError } from "../../base/user_error.ts";
import { entryAt, removeQuietly } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import type { Flags } from "../frame/command.ts";
import { OUR_NAMES, requirePaths } from "../frame/home.ts";
import { namesIn, realPath } from "../frame/is_there.ts";
import { printJson, printLine } from "../frame/output.ts";
import { findVersions, type Versions } from "../registration/versions.ts";
import { claudeSteps, clientSteps } from "../clients/client_steps.ts";
import { clientRows } from "../clients/client_table.ts";
import { hooksStep } from "../registration/hooks_step.ts";
import type { InstallStep, StepMode, StepOptions } from "../registration/install_step.ts";
import { knownSettings } from "../registration/registered_hooks.ts";
import { commandLink, CURRENT, ownFolder } from "../registration/own_folder.ts";
import { skillStep } from "../registration/signed_file.ts";

export type PurgeOptions = StepOptions & Flags<"client", "yes">;

/**
 * Lists the files and entries of mneme that are known on this machine, and deletes them with `--yes`. `apply` is called to
 * remove the entries: it gets the function that does so, and may do something before and after it.
 */
export async function purge(
  options: PurgeOptions,
  apply: <T>(remove: () => T) => Promise<T>,
): Promise<void> {
  const { client = "all", project, local, settings } = options;
  if (client !== "all" || project === true || local === true || settings !== undefined) {
    throw new UsageError("Cannot purge one agent or settings file alone: --purge is about everything", {
      hint: "leave --purge away",
    });
  }
  const home = requirePaths();
  const { ours, others } = dataFolder(home);
  const versions = findVersions();
  const found = [...ours, ...(versions === undefined ? [] : versionPaths(versions))];
  const beside = versions && namesIn(versions.root).map((name) => join(versions.root, name));
  const known = new Set(found.map(({ path }) => path));
  const strangers = [...new Set([...others, ...beside ?? []]).difference(known)];
  const deletes = options.yes === true && options.dryRun !== true;
  const steps = everyStep(home);
  const revert = (mode: StepMode) => steps.toReversed().map((step) => step.uninstall(mode));
  const previews = revert("preview"); // first, so that a refusal comes before any change
  const reports = deletes ? await apply(() => revert("apply")) : previews;
  const left = new Map(deletes ? deletePaths(found) : []);
  const paths = found.filter(({ path }) => !left.has(path));
  if (deletes && versions !== undefined && namesIn(versions.root).length === 0) removeQuietly(versions.root);
  if (options.json === true) {
    const done = reports.map(({ data, changed }) => ({ ...data, changed }));
    const stay = [...strangers, ...left.keys()];
    printJson({ deleted: deletes && left.size === 0, steps: done, paths, stay });
  } else {
    if (!deletes) printLine("Nothing is changed yet. This is what would be:");
    for (const { lines } of reports) for (const line of lines) printLine(line);
    printLine(deletes ? "Deleted:" : "To be deleted:");
    for (const { path, what } of paths) printLine(`  ${path}  (${what})`);
    if (paths.length === 0) printLine("  nothing");
    for (const path of strangers) printLine(`${path} is not mneme's and stays`);
    if (deletes) printLine("Restart Claude Code: until then it looks for the hooks.");
  }
  if (left.size > 0) {
    throw new UserError(`Cannot delete ${[...left.values()].join(" and ")}`, { hint: "remove it by hand" });
  }
  if (!deletes && options.dryRun !== true) {
    throw new UserError("Nothing is deleted yet: it cannot be undone", {
      hint: "to delete it, run `mneme uninstall --purge --yes`",
    });
  }
}

type PurgedPath = Readonly<Record<"path" | "what", string>>;

/** Deletes the paths; returns those that cannot be deleted, each with the text that names it and the reason. */
function deletePaths(paths: readonly PurgedPath[]): [path: string, text: string][] {
  return paths.flatMap(({ path }) => {
    try {
      Deno.removeSync(path, { recursive: true });
      return [];
    } catch (error) {
      return error instanceof Deno.errors.NotFound ? [] : [[path, `${path}: ${reasonOf(error)}`]];
    }
  });
}

/** Returns the steps for Claude Code, for hooks and skills (not servers) in known projects, and for other clients. */
function everyStep(paths: Paths): InstallStep[] {
  const others = knownSettings(paths).filter(({ isUsers }) => !isUsers).map(({ path }) => path);
  const folders = new Set(others.map((path) => dirname(path)).filter((path) => basename(path) === ".claude"));
  const further = [
    ...[...folders].map((folder) => skillStep(join(folder, "skills"))),
    ...clientRows().flatMap((row) => clientSteps(row, ownFolder())),
  ];
  return [
    ...claudeSteps({}),
    ...others.map((settings) => hooksStep({ settings, executables: ownFolder(), backups: paths.backups })),
    ...further.filter((step) => step.uninstall("preview").changed),
  ];
}

/** Splits the data folder into mneme's files and others. */
function dataFolder({ root }: Paths): { ours: PurgedPath[]; others: string[] } {
  const names = namesIn(root);
  // A folder without a database may be a stranger's: names such as `cache` are common, and MNEME_HOME may be wrong.
  const isOurs = basename(root) === ".mneme" || names.some((name) => name.startsWith("memory.db"));
  if (!isOurs) return { ours: [], others: names.length > 0 ? [root] : [] };
  const [known = [], others = []] = [true, false].map((isKnown) =>
    names.filter((name) => OUR_NAMES.test(name) === isKnown).map((name) => join(root, name))
  );
  const whole = entryAt(root)?.isSymlink ? [realPath(root), root] : [root]; // removing a link leaves its target
  const found = others.length > 0 || known.length === 0 ? known : whole;
  return { ours: found.map((path) => ({ path, what: "what is remembered" })), others };
}

function versionPaths(versions: Versions): PurgedPath[] {
  const link = { path: commandLink(), what: "the link to the command" };
  const isOurs = realPath(link.path) === realPath(join(versions.root, CURRENT, "mneme"));
  const folders = namesIn(versions.root).filter((name) => isVersion(versions.root, name))
    .map((name) => ({ path: join(versions.root, name), what: "executables" }));
  return isOurs ? [link, ...folders] : folders;
}

/** Returns true for a folder of executables, a link to one, and what a killed installer left. */
function isVersion(root: string, name: string): boolean {
  if (name.startsWith(".new.") || name === CURRENT || name === "previous") return true;
  const found = namesIn(join(root, name)).map((file) => file.replace(/\.exe$/, ""));
  return found.includes("mneme") && found.includes("session-start");
}
