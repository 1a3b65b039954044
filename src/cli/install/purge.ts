import { basename, dirname, join } from "node:path";
import { UserError } from "../../core/user_error.ts";
import { homeFolder, type Paths } from "../../host/paths.ts";
import { namesIn } from "../is_there.ts";
import { findVersions, type Versions } from "../upgrade/versions.ts";
import { allSteps } from "./all_steps.ts";
import { hooksStep } from "./hooks_step.ts";
import type { InstallStep } from "./install_step.ts";
import { knownSettings } from "./known_settings.ts";
import { CURRENT, ownFolder } from "./own_folder.ts";
import { holdsSkill, skillStep } from "./skill_step.ts";

/** What mneme itself makes in its data folder; anything else there is somebody's and stays. */
const OUR_NAMES =
  /^(memory\.db.*|restore-\d+\.db.*|config\.yaml|paused\.json|pause_times\.json|cache|state|spool|logs|backups|.*\.tmp)$/;

/** A file or folder that a purge deletes. */
export interface PurgedPath {
  readonly path: string;
  readonly what: string;
  readonly bytes: number;
}

/** Everything of mneme on this machine that it can know of. */
export interface PurgePlan {
  /** What the client knows; taken back before anything is deleted. */
  readonly steps: readonly InstallStep[];
  readonly paths: readonly PurgedPath[];
  /** What lies in the folders of mneme and is not of mneme. */
  readonly strangers: readonly string[];
  /** The folder of the versions, which goes when nothing is left in it. */
  readonly versions: string | undefined;
}

/** Finds what there is; changes nothing. Refuses a data folder that is the home folder or the root of a disk. */
export function planPurge(paths: Paths): PurgePlan {
  const data = dataFolder(paths);
  const versions = findVersions();
  return {
    steps: clientSteps(paths),
    paths: [...data.ours, ...(versions === undefined ? [] : versionPaths(versions))],
    strangers: data.strangers,
    versions: versions?.root,
  };
}

/** Deletes what the plan names, and folders that are empty then. What cannot be deleted comes back, with the reason. */
export function deletePaths(plan: PurgePlan): string[] {
  const left: string[] = [];
  for (const { path } of plan.paths) {
    try {
      Deno.removeSync(path, { recursive: true });
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      left.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (plan.versions !== undefined && namesIn(plan.versions).length === 0) Deno.removeSync(plan.versions);
  return left;
}

/** In every settings file that is known; with the user's own come MCP server and skill, with a project's the skill. */
function clientSteps(paths: Paths): InstallStep[] {
  const others = knownSettings(paths).filter(({ isUsers }) => !isUsers).map(({ path }) => path);
  const folders = new Set(others.map((path) => dirname(path)).filter((path) => basename(path) === ".claude"));
  const skills = [...folders].map((folder) => join(folder, "skills")).filter(holdsSkill);
  return [
    ...allSteps({}),
    ...others.map((settings) => hooksStep({ settings, executables: ownFolder(), backups: paths.backups })),
    ...skills.map(skillStep),
  ];
}

function dataFolder({ root }: Paths): { ours: PurgedPath[]; strangers: string[] } {
  const home = homeFolder();
  if (root === home || dirname(root) === root) {
    throw new UserError(`Cannot purge: the data folder is ${root} itself`, {
      hint: "see what MNEME_HOME says, and remove the files yourself",
    });
  }
  const names = namesIn(root);
  // Names such as cache and logs are others' too: without a database the folder may be one that was named by mistake.
  const isOurs = basename(root) === ".mneme" || names.some((name) => name.startsWith("memory.db"));
  if (!isOurs) return { ours: [], strangers: names.length > 0 ? [root] : [] };
  const strangers = names.filter((name) => !OUR_NAMES.test(name)).map((name) => join(root, name));
  const found = strangers.length > 0
    ? names.filter((name) => OUR_NAMES.test(name)).map((name) => join(root, name))
    : names.length > 0
    ? [root]
    : [];
  return { ours: found.map((path) => purged(path, "what is remembered")), strangers };
}

function versionPaths(versions: Versions): PurgedPath[] {
  const command = join(homeFolder() ?? "", ".local", "bin", "mneme");
  const isOurs = linkTarget(command) === join(versions.root, CURRENT, "mneme");
  return [
    ...(isOurs ? [purged(command, "the link to the command")] : []),
    ...namesIn(versions.root).filter((name) => isVersion(versions.root, name))
      .map((name) => join(versions.root, name))
      .map((path) => purged(path, linkTarget(path) === undefined ? "executables" : "a link to executables")),
  ];
}

/** A folder of executables, a link to one, or what an installer that was killed left behind; the rest is somebody's. */
function isVersion(root: string, name: string): boolean {
  if (name.startsWith(".new.") || name === CURRENT || name === "previous") return true;
  const found = namesIn(join(root, name)).map((file) => file.replace(/\.exe$/, ""));
  return found.includes("mneme") && found.includes("session-start");
}

function purged(path: string, what: string): PurgedPath {
  return { path, what, bytes: bytesBelow(path, new Set()) };
}

/** What deleting gives back: of several links to one file only the first counts. */
function bytesBelow(path: string, seen: Set<string>): number {
  try {
    const { isDirectory, isSymlink, size, dev, ino } = Deno.lstatSync(path);
    if (isDirectory && !isSymlink) {
      return namesIn(path).reduce((sum, name) => sum + bytesBelow(join(path, name), seen), 0);
    }
    const identity = `${dev} ${ino}`;
    if (seen.has(identity)) return 0;
    if (ino !== null) seen.add(identity);
    return isSymlink ? 0 : size;
  } catch {
    return 0; // gone meanwhile
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined;
  }
}
