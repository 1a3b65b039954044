import { Command } from "../frame/command.ts";
import { dirname, join } from "node:path";
import { UserError } from "../../base/user_error.ts";
import { attempt } from "../frame/attempt.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { knownSettings } from "../registration/registered_hooks.ts";
import { CURRENT, mnemeIn } from "../registration/own_folder.ts";
import { realPath } from "../frame/is_there.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { start } from "../frame/start_program.ts";
import type { Output } from "../frame/this_project.ts";
import { fetchArchive, unpackVersion } from "./archive.ts";
import { placeVersion, requireVersions, switchTo, type Versions } from "./versions.ts";

/** Makes `mneme upgrade`, which switches to the version in an archive of a release. */
export function upgradeCommand(): Command {
  return new Command("upgrade")
    .requiredOption("--from <file|url>", "the archive; SHA256SUMS must be in the same folder")
    .orJson(
      "mneme upgrade --from ~/Downloads/mneme-0.2.0-linux-x64.tar.xz",
      async (options: Output & { readonly from: string }) => {
        const versions = requireVersions("upgrade");
        switchVersion(versions, await placeArchive(versions, options.from), options);
      },
    );
}

/** Verifies the archive and unpacks it beside the version in use. Returns the name of the new folder. */
async function placeArchive({ root }: Versions, from: string): Promise<string> {
  // on the same disk as the versions, so that the new version can be renamed into place
  const work = attempt(`upgrade in ${root}`, "free some space or make it writable", () => {
    return Deno.makeTempDirSync({ dir: root, prefix: ".new." });
  });
  try {
    const archive = await fetchArchive(from, work);
    const folder = `${work}/unpacked`;
    Deno.mkdirSync(folder);
    return placeVersion(unpackVersion(archive, folder), root, archive.sha256);
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

/** Makes `mneme rollback`, which switches back to the version before; a second call reverses that. */
export function rollbackCommand(): Command {
  return new Command("rollback")
    .orJson("mneme rollback", (options: Output) => {
      const versions = requireVersions("roll back");
      switchVersion(versions, requirePrevious(versions), options);
    });
}

function requirePrevious({ root, current, previous }: Versions): string {
  const hint = "install the one that you want with `mneme upgrade --from FILE`";
  if (previous === undefined || previous === current) {
    throw new UserError(`Cannot roll back: there is no version before ${current} in ${root}`, { hint });
  }
  const program = mnemeIn(join(root, previous));
  const { complaint } = start(program, ["--version"]);
  if (complaint === undefined) return previous;
  throw new UserError(`Cannot roll back: ${program} does not start: ${complaint}`, { hint });
}

/**
 * Makes the version now in use register itself in each settings file that starts any version, as only that version
 * knows its hooks. The files then name the link `current`, so that the next switch need not change them.
 */
function registerAgain({ root }: Versions): { file: string; problem: string | null }[] {
  const current = join(root, CURRENT);
  return knownSettings(requirePaths())
    .filter(({ folders }) => folders.some((folder) => isVersionOf(root, folder)))
    .map(({ path, isUsers }) => {
      const scope = isUsers ? [] : ["--settings", path];
      const { complaint } = start(mnemeIn(current), ["install", "--bin", current, ...scope]);
      return { file: path, problem: complaint ?? null };
    });
}

function isVersionOf(root: string, folder: string): boolean {
  return dirname(folder) === root || dirname(realPath(folder)) === realPath(root);
}

/** Switches to the version in folder `to`, which then registers itself. Prints what was done and how to undo it. */
function switchVersion(versions: Versions, to: string, { json }: Output): void {
  const { current: from, root: folder } = versions;
  switchTo(versions, to);
  const registrations = registerAgain(versions);
  if (json) return printJson({ from, to, folder, registrations });
  const isNew = from !== to;
  printLine(
    isNew ? `Switched from ${from} to ${to}; ${from} stays in ${folder}` : `mneme ${to} is in use already`,
  );
  for (const { file, problem } of registrations) {
    if (problem === null) printLine(`Hooks in ${file} are those of ${to}`);
    else warnLine(`mneme: Cannot register ${to} in ${file}: ${problem}; run \`mneme install\` again`);
  }
  if (isNew) printLine(`Restart Claude Code for new hooks to take effect. To undo: mneme rollback`);
}
