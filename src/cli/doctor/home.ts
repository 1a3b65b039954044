// Checks and repairs of the doctor: data folder, permissions, leftovers, lost events, pauses, configuration.
import { settingOf } from "../../base/hook_names.ts";
import { below } from "../../base/slashes.ts";
import { prepareHome } from "../../hook/prepare_home.ts";
import { isSwitchedOn } from "../../machine/environment.ts";
import { entryAt, infoOf, modeOf, removeQuietly, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { readLost } from "../../machine/spool.ts";
import { evaluateProject } from "../config/compile.ts";
import { LABELS } from "../config/evaluate.ts";
import { exclusionOf } from "../config/exclude.ts";
import { plainReason } from "../frame/attempt.ts";
import { CHOOSE_FOLDER, OUR_NAMES, preparation, whyNoHome } from "../frame/home.ts";
import { HOOK_NAMES } from "../frame/hook_stats.ts";
import { isThere, namesIn } from "../frame/typed_paths.ts";
import { amount, plainLine, shellWord, sizeText } from "../frame/plain_text.ts";
import { currentPauses, describePause, unpauseLine } from "../pause_command.ts";
import { check, type HomeProbe, type Probe } from "./check.ts";

export const missingHome = check<Probe>("home", ({ paths }, _, fail) => {
  const why = whyNoHome(paths);
  if (paths === undefined || why !== undefined) return fail(`There is no data folder: ${why}`, CHOOSE_FOLDER);
  const { root } = paths;
  if (infoOf(root)?.isDirectory) return;
  if (isThere(root)) {
    return fail(`${root} is not a folder that can be read`, "move it away, or make it yours");
  }
  // The fix is not `mneme install`, which would register the hooks a second time if mneme is a plugin.
  const fix = `\`mneme doctor --fix\`; if that fails, ${CHOOSE_FOLDER}`;
  fail(`There is no data folder ${root} yet`, fix, () => {
    bringInOrder(paths);
    return `Made ${root}`;
  });
});

/** Makes missing files, migrates and drains. Returns the number of drained spool files. */
export function bringInOrder(paths: Paths): number {
  const { store, drained } = prepareHome(paths, preparation(paths));
  store.checkpoint("truncate");
  store.close();
  return drained;
}

/** The data folder or an entry below it. Links are not followed: their targets are not mneme's. */
type HomeEntry = { readonly path: string; readonly info: Deno.FileInfo };

/** From this many entries on, no further folder is read. A spool that nobody drains may have as many. */
const MAX_ENTRIES = 20_000;

/** Lists the data folder and mneme's entries in it, without the repositories of spaces, whose modes git sets. */
export function homeEntries(root: string): HomeEntry[] {
  const found: HomeEntry[] = [];
  const add = (path: string, info: Deno.FileInfo | undefined) => {
    if (info?.isSymlink === false) found.push({ path, info });
  };
  add(root, infoOf(root));
  for (let i = 0; i < found.length && found.length < MAX_ENTRIES; i++) {
    const { path: folder, info: { isDirectory } } = found[i]!;
    for (const name of isDirectory ? namesIn(folder) : []) {
      if (name.endsWith(".git") || (folder === root && !OUR_NAMES.test(name))) continue;
      add(below(folder, name), entryAt(below(folder, name)));
    }
  }
  return found;
}

function nameSome(entries: readonly Pick<HomeEntry, "path">[], root: string): string {
  const names = entries.slice(0, 3).map(({ path }) => path === root ? path : path.slice(root.length + 1));
  const more = entries.length > names.length ? ` and ${entries.length - names.length} more` : "";
  return names.join(", ") + more;
}

const isWindows = Deno.build.os === "windows";

/** Returns the line with which a shell removes a path, or all that begins with it. */
export function removalLine(path: string, rest: "" | "*" = ""): string {
  return isWindows ? `Remove-Item -Recurse '${path}${rest}'` : `rm -r ${shellWord(path)}${rest}`;
}

/** Checks that all files belong to this user, who can read and write them, and that nobody else can. */
export const checkPermissions = check<HomeProbe>("permissions", ({ paths: { root }, uid }, warn, fail) => {
  const entries = homeEntries(root);
  const foreign = entries.filter(({ info }) => uid !== null && info.uid !== null && info.uid !== uid);
  const open = entries.filter(({ info }) => ((modeOf(info) ?? 0) & 0o077) !== 0);
  const shut = entries.filter(({ info }) => (~(modeOf(info) ?? 0o777) & ownerBits(info)) !== 0);
  const fix = "mneme doctor --fix";
  const repair = (entries: readonly HomeEntry[]) => () => {
    for (const { path, info } of entries) {
      const wanted = ownerBits(info);
      Deno.chmodSync(path, wanted);
      if (((infoOf(path)?.mode ?? 0) & 0o777) === wanted) continue;
      throw new Error(
        `${path} stays open to others, as its disk stores no modes; set MNEME_HOME to a folder on another disk`,
      );
    }
    return `Made private: ${nameSome(entries, root)}`;
  };
  if (foreign.length > 0) {
    fail(`Another user owns ${nameSome(foreign, root)}`, `sudo chown -R ${uid} ${shellWord(root)}`);
  }
  if (shut.length > 0) fail(`You cannot read or write ${nameSome(shut, root)}`, fix, repair(shut));
  if (open.length > 0) {
    // A private folder protects open files in it, except keys of spaces: a copy of them elsewhere would be open, too.
    const isGrave = open.some(({ path }) => path === root || path === below(root, "sync/spaces.json"));
    const report = isGrave ? fail : warn;
    report(`Others may have access to ${nameSome(open, root)}`, fix, repair(open));
  }
  if (isWindows) return `${root} is as private as your profile`;
  return `You alone can read ${root}`;
});

const ownerBits = ({ isDirectory }: Deno.FileInfo) => isDirectory ? 0o700 : 0o600;

const ROOM_BYTES = 1e6; // with less room, SQLite cannot write what a session brings

/** Writes and removes a file, as a database that can be read tells nothing of its disk. */
export const checkDisk = check<HomeProbe>("disk", ({ paths: { root } }, _, fail) => {
  const path = below(root, "disk.tmp");
  try {
    writeAtomic(path, new Uint8Array(ROOM_BYTES));
  } catch (error) {
    const fix =
      "before all else, make room on its disk, or make it writable; or use another disk by MNEME_HOME";
    return fail(`${root} does not take a file of ${sizeText(ROOM_BYTES)}: ${plainReason(error)}`, fix);
  }
  removeQuietly(path);
  return `${root} can be written, and its disk has room`;
});

export const checkLeftovers = check<HomeProbe>("leftovers", ({ paths }, warn) => {
  const prefix = `${paths.database}.corrupt-`;
  const databases = namesIn(paths.root).map((name) => name.replace(/(?:-wal|-shm|\.salvaged|\.tmp)$/, ""));
  const aside = [...new Set(databases)].map((name) => ({ path: below(paths.root, name) }))
    .filter(({ path }) => path.startsWith(prefix));
  if (aside.length > 0) {
    const text = `A damaged database was set aside: ${nameSome(aside, paths.root)}; it holds private text`;
    warn(text, removalLine(prefix, "*"));
  }
  return "Nothing was left behind";
});

export const checkLost = check<HomeProbe>("lost", ({ paths }, _, fail) => {
  const lost = readLost(paths);
  if (lost === 0) return "No event was lost";
  const count = amount(lost, "event");
  const are = lost === 1 ? "is" : "are";
  const text = `${count} could be written neither to the database nor to the spool and ${are} lost`;
  fail(`${text}; the transcripts may have what is missing`, "mneme process", () => {
    bringInOrder(paths); // notes the loss as a gap
    return readLost(paths) === 0 ? `Noted for \`mneme process\`: ${count} had been lost` : undefined;
  });
});

/** A pause is the usual reason why nothing is recorded. */
export const checkPauses = check<HomeProbe>("pause", ({ paths, now }, warn) => {
  if (isSwitchedOn("MNEME_DISABLED")) {
    const text = "MNEME_DISABLED is set here: hooks of a client that is started here do nothing";
    warn(text, isWindows ? "Remove-Item Env:MNEME_DISABLED" : "unset MNEME_DISABLED");
  }
  for (const pause of currentPauses(paths, now.getTime())) {
    warn(`Paused: ${describePause(pause)}`, unpauseLine(pause));
  }
  return "Nothing is paused";
});

export const checkConfiguration = check<HomeProbe>("configuration", ({ paths, project }, warn, fail) => {
  const { problems, keyless, settings } = evaluateProject(paths, project);
  for (const problem of problems) {
    // A project's file comes with the repository, so its problem is a warning.
    const report = problem.startsWith(LABELS.user) ? fail : warn;
    const [address] = /\w+\.base_url(?= is not)/.exec(problem) ?? [];
    const fix = address && `mneme config set ${address} http://localhost:11434/v1`; // Ollama's
    report(plainLine(problem, 300), fix ?? "correct that line, then `mneme config check`");
  }
  const exclusion = exclusionOf(paths, project);
  if (exclusion !== undefined) {
    warn(`${exclusion.by} excludes ${project}: nothing is kept here`, exclusion.fix);
  }
  const fix = "mneme config set privacy.redact_secrets true";
  if (!settings.privacy.redact_secrets) warn("Secrets are stored as they are", fix);
  for (const reason of keyless) warn(reason, "set it here and where your agent is started");
  const off = HOOK_NAMES.filter((name) => !settingOf(name, settings).enabled);
  if (off.length > 0) warn(`Switched off: ${off.join(", ")}`, "mneme config show");
  return "The configuration is fine";
});
