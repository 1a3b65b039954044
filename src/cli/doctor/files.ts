import { isSwitchedOn } from "../../machine/environment.ts";
import { clearLost, readLost } from "../../machine/lost.ts";
import { countRejected, listSpool, rejectedFolder } from "../../machine/spool.ts";
import { currentPauses, describePause } from "../pause/pause_file.ts";
import { amount, localTime, shellWord } from "../frame/plain_text.ts";
import { check } from "./finding.ts";
import { bringInOrder, homeEntries, type HomeEntry, nameSome } from "./home.ts";
import type { HomeProbe } from "./probe.ts";

/** On Windows, fixes are written for PowerShell. */
const isWindows = Deno.build.os === "windows";

/** Tells whether all files belong to this user, who alone can read them and can write them. */
export const checkPermissions = check<HomeProbe>("permissions", ({ paths: { root }, uid }, warn, fail) => {
  const entries = homeEntries(root);
  const foreign = entries.filter((entry) => uid !== null && entry.uid !== null && entry.uid !== uid);
  const open = entries.filter(({ mode }) => mode !== null && (mode & 0o077) !== 0);
  const shut = entries.filter(({ mode, isFolder }) => mode !== null && (~mode & ownerBits(isFolder)) !== 0);
  const fix = `chmod -R u=rwX,go= ${shellWord(root)}`;
  const repair = (entries: readonly HomeEntry[]) => () => {
    for (const { path, isFolder } of entries) Deno.chmodSync(path, ownerBits(isFolder));
    return `Made private: ${nameSome(entries, root)}`;
  };
  if (foreign.length > 0) {
    fail(`Another user owns ${nameSome(foreign, root)}`, `sudo chown -R ${uid} ${shellWord(root)}`);
  }
  if (shut.length > 0) fail(`You cannot read or write ${nameSome(shut, root)}`, fix, repair(shut));
  if (open.length > 0) {
    // The mode of a file hardly matters inside a private folder.
    const tell = open.some(({ path }) => path === root) ? fail : warn;
    tell(`Others may have access to ${nameSome(open, root)}`, fix, repair(open));
  }
  const isUntold = entries.some(({ mode }) => mode === null);
  return isUntold ? `${root} is as private as your profile` : `You alone can read ${root}`;
});

function ownerBits(isFolder: boolean): number {
  return isFolder ? 0o700 : 0o600;
}

/** A younger file may belong to a process that is still writing. */
const MIN_AGE_MS = 3_600_000;

/** Finds files that nobody needs: of writers that were killed, and databases set aside as damaged. */
export const checkLeftovers = check<HomeProbe>("leftovers", ({ paths, now }, warn) => {
  const entries = homeEntries(paths.root);
  const temporary = entries.filter(({ path, isFolder, changedAt }) =>
    !isFolder && /\.tmp(-journal)?$/.test(path) && now.getTime() - changedAt > MIN_AGE_MS
  );
  if (temporary.length > 0) {
    const count = amount(temporary.length, "temporary file");
    const text = `${count} of writers that were killed: ${nameSome(temporary, paths.root)}`;
    warn(text, "mneme doctor --fix", () => {
      for (const { path } of temporary) Deno.removeSync(path);
      return `Removed ${count}`;
    });
  }
  const prefix = `${paths.database}.corrupt-`;
  const aside = entries.filter(({ path }) =>
    path.startsWith(prefix) && !/[\\/]|-wal$|-shm$|\.salvaged$|\.tmp$/.test(path.slice(prefix.length))
  );
  if (aside.length > 0) {
    const text = `A damaged database was set aside: ${nameSome(aside, paths.root)}; it holds private text`;
    const remove = isWindows ? `Remove-Item -Recurse '${prefix}*'` : `rm -r ${shellWord(prefix)}*`;
    warn(text, remove);
  }
  return "Nothing was left behind";
});

/** Waiting events are brought in when a session starts or ends, and a session may be long. */
const USUAL_WAIT_MS = 86_400_000;

/** Tells whether spooled events wait too long for the database, and whether some could not be applied. */
export const checkSpool = check<HomeProbe>("spool", ({ paths, now }, warn, _, note) => {
  const waiting = listSpool(paths); // the oldest first, each with its time in its name
  const oldest = new Date(Number(waiting[0]?.split("-")[0]));
  const count = `${amount(waiting.length, "spooled event")} ${waiting.length === 1 ? "waits" : "wait"}`;
  if (now.getTime() - oldest.getTime() < USUAL_WAIT_MS) {
    note(`${count} for the next start or end of a session`);
  } else if (waiting.length > 0) {
    const since = Number.isNaN(oldest.getTime()) ? "an unknown time" : localTime(oldest.toISOString());
    warn(`${count} for the database, the oldest since ${since}`, "mneme process", () => {
      const drained = bringInOrder(paths);
      return drained === 0 ? undefined : `Brought in ${amount(drained, "spooled event")}`;
    });
  }
  const rejected = countRejected(paths);
  if (rejected > 0) {
    const text = `${amount(rejected, "spooled event")} could not be read or applied`;
    warn(text, `look at ${rejectedFolder(paths)} and remove what is in it`);
  }
  return "No spooled event waits";
});

/** Tells whether events were lost since a user last looked. */
export const checkLost = check<HomeProbe>("lost", ({ paths }, _, fail) => {
  const lost = readLost(paths);
  if (lost === 0) return "No event was lost";
  const count = amount(lost, "event");
  const are = lost === 1 ? "is" : "are";
  const text = `${count} could be written neither to the database nor to the spool and ${are} lost`;
  fail(`${text}; why stands in ${paths.logFile}`, "mneme doctor --fix", () => {
    clearLost(paths);
    return `Began to count anew: ${count} had been lost`;
  });
});

/** Tells whether mneme is paused, the usual reason why it remembers nothing. */
export const checkPauses = check<HomeProbe>("pause", ({ paths, now }, warn) => {
  if (isSwitchedOn("MNEME_DISABLED")) {
    const text = "MNEME_DISABLED is set here: hooks of a client that is started here do nothing";
    warn(text, isWindows ? "Remove-Item Env:MNEME_DISABLED" : "unset MNEME_DISABLED");
  }
  for (const pause of currentPauses(paths, now.getTime())) {
    warn(`Paused: ${describePause(pause)}`, "mneme unpause");
  }
  return "Nothing is paused";
});
