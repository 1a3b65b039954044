// `mneme upgrade` and `mneme rollback`: switch to another version of the programs.
import { hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { UserError } from "../base/user_error.ts";
import { CHECKSUMS } from "../base/version.ts";
import { systemProgram } from "../machine/system_program.ts";
import { attempt, plainReason } from "./frame/attempt.ts";
import { Command, type Output } from "./frame/command.ts";
import { fileWith } from "./clients/client_steps.ts";
import { clientRows } from "./clients/client_table.ts";
import { requirePaths } from "./frame/home.ts";
import { isThere, realPath, resolvePath } from "./frame/is_there.ts";
import { printJson, printLine } from "./frame/output.ts";
import { runProgram } from "./frame/run_program.ts";
import { CURRENT, mnemeIn, nameHooks } from "./registration/own_folder.ts";
import { knownSettings } from "./registration/registered_hooks.ts";
import {
  makeWorkFolder,
  placeVersion,
  requireVersions,
  switchTo,
  type UnpackedVersion,
  type Versions,
} from "./registration/versions.ts";

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
  const hint = "free some space or make it writable";
  const work = attempt(`upgrade in ${root}`, hint, () => makeWorkFolder(root));
  try {
    const archive = await fetchArchive(from, work);
    const folder = `${work}/unpacked`;
    Deno.mkdirSync(folder);
    return placeVersion(unpackVersion(archive, folder), root);
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

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
  const { complaint } = runProgram(program, ["--version"]);
  if (complaint === undefined) return previous;
  throw new UserError(`Cannot roll back: ${program} does not start: ${complaint}`, { hint });
}

/**
 * Makes the version now in use register itself in each agent's settings file that starts some version of mneme: no
 * other version knows its hooks. The files then name the link `current`, so that the next switch need not change them.
 */
function registerAgain({ root }: Versions): { file: string; problem: string | null }[] {
  const current = join(root, CURRENT);
  const isVersion = (folder: string) =>
    dirname(folder) === root || dirname(realPath(folder)) === realPath(root);
  const settings = knownSettings(requirePaths())
    .filter(({ folders }) => folders.some(isVersion))
    .map(({ path, isUsers }) => ({ path, scope: isUsers ? [] : ["--settings", path] }));
  const others = clientRows().flatMap((row) => {
    const path = fileWith(row, JSON.stringify(root).slice(1, -1));
    return path === undefined ? [] : [{ path, scope: ["--client", row.name] }];
  });
  return [...settings, ...others].map(({ path, scope }) => {
    const { complaint } = runProgram(mnemeIn(current), ["install", "--bin", current, ...scope]);
    return { file: path, problem: complaint ?? null };
  });
}

/** Switches to the version in folder `to`, which then registers itself. Prints what was done and how to undo it. */
function switchVersion(versions: Versions, to: string, { json }: Output): void {
  const { current: from, root: folder } = versions;
  switchTo(versions, to);
  const registrations = registerAgain(versions);
  const failed = registrations.filter(({ problem }) => problem !== null);
  if (json) printJson({ from, to, folder, registrations });
  else {
    const isNew = from !== to;
    const switched = `Switched from ${from} to ${to}; ${from} stays in ${folder}`;
    printLine(isNew ? switched : `mneme ${to} is in use already`);
    const done = registrations.filter(({ problem }) => problem === null);
    for (const { file } of done) printLine(`Hooks in ${file} are those of ${to}`);
    if (isNew) printLine(`Restart Claude Code for new hooks to take effect. To undo: mneme rollback`);
  }
  if (failed.length === 0) return;
  const files = failed.map(({ file, problem }) => `${file}: ${problem}`).join("; ");
  throw new UserError(`Cannot register ${to} in ${files}`, { hint: "run `mneme install` again" });
}

/** Returns the archive's path, after downloading it to `folder` if `from` is an address, and checking its SHA-256. */
async function fetchArchive(from: string, folder: string): Promise<string> {
  const isAddress = /^https?:\/\//i.test(from);
  const noArchive = (reason: string, cause?: unknown) =>
    new UserError(`Cannot upgrade from ${from}: ${reason}`, { hint: "name an archive of a release", cause });
  if (isAddress && !URL.canParse(from)) throw noArchive("it is no address");
  const local = resolvePath(from);
  // Checked first, because an error about a missing checksum would be puzzling for a mistyped name.
  if (!isAddress && !isThere(local)) throw noArchive("there is no such file");
  const url = isAddress ? new URL(from) : pathToFileURL(local);
  const expected = await listedDigest(from, url);
  const path = isAddress ? join(folder, "archive") : local;
  let found: string;
  try {
    const archive = await read(url);
    if (isAddress) await Deno.writeFile(path, archive, { createNew: true });
    found = hash("sha256", archive);
  } catch (cause) {
    if (!isAddress) throw noArchive(plainReason(cause), cause);
    throw new UserError(`Cannot download ${from}: ${plainReason(cause)}`, { hint: "try again", cause });
  }
  if (found === expected) return path;
  throw new UserError(
    `Cannot upgrade: the SHA-256 of ${from} must be ${expected} and is ${found}; nothing was unpacked`,
    { hint: "fetch it again, and report it if it stays" },
  );
}

/** Returns the archive's SHA-256 from the file `SHA256SUMS` in the same folder. */
async function listedDigest(from: string, url: URL): Promise<string> {
  const refusal = (problem: string, cause?: unknown) =>
    new UserError(`Cannot upgrade: ${problem}`, { hint: "put the one of its release there", cause });
  const list = await read(new URL(CHECKSUMS, url)).catch((cause) => {
    const reason = cause instanceof Deno.errors.NotFound ? "" : ` (${plainReason(cause)})`;
    throw refusal(`there is no ${CHECKSUMS} beside ${from}${reason}`, cause);
  });
  const name = decodeURIComponent(basename(url.pathname));
  const line = new TextDecoder().decode(list).split(/\r?\n/).find((text) => text.slice(66) === name);
  if (line !== undefined && /^[0-9a-f]{64}/.test(line)) return line.slice(0, 64);
  throw refusal(`${CHECKSUMS} beside ${from} has no line for ${name}`);
}

async function read(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol === "file:") return await Deno.readFile(url);
  const answer = await fetch(url);
  if (answer.ok) return await answer.bytes();
  await answer.body?.cancel();
  throw new Error(`the server answers ${answer.status}`);
}

/** Unpacks the archive into `folder` and starts its `mneme` once. Throws if that does not run on this system. */
function unpackVersion(archive: string, folder: string): UnpackedVersion {
  // on Windows not Git's tar, which takes `C:` for the name of a server
  const tar = Deno.build.os === "windows" ? systemProgram("tar") : "tar";
  const run = runProgram(tar, ["-xf", archive, "-C", folder]);
  if (run.complaint !== undefined) {
    const hint = "free some space (it takes half a GB), and see that tar can read xz";
    throw new UserError(`Cannot unpack ${archive}: ${run.complaint}`, { hint });
  }
  const entry = [...Deno.readDirSync(folder)].find(({ isDirectory }) => isDirectory);
  const unpacked = join(folder, entry?.name ?? "");
  const { output, complaint } = runProgram(mnemeIn(unpacked), ["--version"]);
  if (complaint === undefined && /^\d[\w.+-]*$/.test(output)) {
    nameHooks(unpacked); // an archive has one program, and the hooks are further names of it
    return { folder: unpacked, version: output };
  }
  const problem = `the mneme of ${archive} does not start here: ${complaint ?? output}`;
  throw new UserError(`Cannot upgrade: ${problem}`, { hint: "choose the archive for this system" });
}
