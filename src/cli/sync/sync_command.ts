// The command `mneme sync`, with `init`, `join` and `rotate`; its other subcommands are in `health.ts` and `team.ts`.
import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { findKeys, isMade, isSameSpace, requireNewestKey, resealAll, sendKeys } from "../../sync/keys.ts";
import { howToTakePart } from "../../sync/left_out.ts";
import { memberSeed, ownLabel } from "../../sync/members.ts";
import { projectName } from "../../sync/portable.ts";
import { Records } from "../../sync/records.ts";
import { sleep, withoutPassword } from "../../sync/remote.ts";
import {
  isTeam,
  keyFromWords,
  keyWords,
  ME,
  newKey,
  readSpaces,
  requireSpace,
  type Space,
  type Spaces,
} from "../../sync/spaces.ts";
import { cannotTake, Command } from "../frame/command.ts";
import { openHome, requirePaths, thisProject } from "../frame/home.ts";
import { shellWord } from "../frame/plain_text.ts";
import { printJson, printJsonLine, printLine, warnText } from "../frame/output.ts";
import { repair, showStatus, undo, verify } from "./health.ts";
import {
  chosenSpaces,
  inSpace,
  ownSpaces,
  remoteOf,
  replaceSpace,
  type SpaceOption,
  wholeAddress,
} from "./open_space.ts";
import { describeReport, requireSuccess, runSync, type SpaceReport } from "./run_sync.ts";
import { addTeamCommands } from "./team.ts";

export function syncCommand(): Command {
  const sync = new Command("sync").example("mneme sync init dir:/mnt/nas/mneme");
  sync.command("now", { isDefault: true })
    .description("Exchange changes with the spaces (data that machines or a team share); also `mneme sync`")
    .option("--space <name>", "only this space (default: every space of this machine)")
    .option("--watch", "keep running until stopped: changes of others arrive within seconds")
    .orJson("mneme sync", syncNow);
  sync.subcommand(
    "init",
    "Make a space (data that machines or a team share) at a remote, and print its key once",
  )
    .argument("<remote>", "postgres://HOST/DATABASE, dir:/a/shared/folder or git:URL")
    .option("--space <name>", "me (default) for your own machines, team:NAME for a team")
    .option("--as <name>", "your name in the team (required for a team)")
    .orJson("mneme sync init postgres://db.example.org/mneme", initSpace);
  sync.subcommand("join", "Add this machine to a space; asks for the key, or reads it from MNEME_SYNC_KEY")
    .argument("<remote>", "as it was given to `mneme sync init`")
    .option("--space <name>", "me (default) or team:NAME")
    .option("--as <name>", "your name in the team (required for a team)")
    .orJson("mneme sync join dir:/mnt/nas/mneme", joinSpace);
  sync.subcommand("status", "Show when each space was last synced, what waits and what was refused")
    .orJson("mneme sync status", showStatus);
  sync.subcommand(
    "verify",
    "Name damaged or missing records, forgotten texts that are still stored, and machines that have not removed them",
  )
    .option("--space <name>", "only this space (default: every space of this machine)")
    .option("--drop-machine <name>", "remove from the list a machine (name or id) that no longer exists")
    .orJson("mneme sync verify", verify);
  sync.subcommand("repair", "Remove damaged records at a remote, and send this machine's copies again")
    .option("--space <name>", "only this space (default: every space of this machine)")
    .orJson("mneme sync repair", repair);
  sync.subcommand("undo", "Undo what another machine of yours changed or forgot here in the last ten days")
    .argument("[ids...]", "as the list shows them, also 3-9; without ids the command prints the list")
    .orJson("mneme sync undo 3", undo);
  sync.subcommand("rotate", "Give a space a new key and print it; the old key then opens nothing there")
    .option("--space <name>", "the space (default: me)")
    .orJson("mneme sync rotate --space team:web", rotate);
  addTeamCommands(sync);
  return sync;
}

type Named = SpaceOption & { readonly as?: string };

/** Returns what `init` or `join` was given, the space as this machine knows it, and the user's name there. */
function chosenSpace(given: string, options: Named) {
  const [url, paths, name] = [wholeAddress(given), requirePaths(), spaceName(options.space)];
  const known = readSpaces(paths).spaces.find((space) => space.name === name);
  const user = Deno.env.get("USER") || Deno.env.get("USERNAME") || Deno.hostname();
  const author = options.as ?? known?.author ?? (isTeam(name) ? "" : user);
  if (author.trim() !== "") return { url, paths, name, known, author };
  throw new UsageError(`Cannot be in ${name} without a name`, {
    hint: "add `--as NAME`, by which the others see you",
  });
}

async function initSpace(given: string, options: Named): Promise<void> {
  const { url, paths, name, known: begun, author } = chosenSpace(given, options); // `begun`: by an interrupted `init`
  using store = openHome().store; // first: if opening failed later, there would be a space whose key was never shown
  const spaces = ownSpaces(paths);
  const isDone = () => begun?.remote !== url || new Records(store, name).state().last_at !== null;
  if (begun !== undefined && (!begun.isMadeHere || isDone())) {
    throw new UserError(`This machine is in the space ${name} already`, {
      hint:
        `\`mneme sync rotate --space ${name}\` prints a new key, \`mneme sync leave --space ${name}\` takes it out`,
    });
  }
  // The seed of this machine's key pairs in teams goes to the user's other machines, as the oldest key (`memberSeed`).
  const retired = isTeam(name) ? [] : [spaces.person];
  const made = { name, remote: url, keys: [newKey()], retired, shares: [], ...memberOf(name, spaces) };
  const space = { ...made, ...begun, author, isMadeHere: true as const };
  const areKeysSent = await isMade(await remoteOf(paths, space).catch(() => undefined), space, begun);
  replaceSpace(paths, name, space); // before anything is sent: nobody could join a space whose key is lost
  if (!areKeysSent) {
    await using remote = await remoteOf(paths, space, { isNew: true }).catch((error) => {
      replaceSpace(paths, name, begun);
      throw error;
    });
    await sendKeys(remote, space, spaces.origin); // so that `join` can refuse a wrong key even while the space is empty
  }
  const label = ownLabel(store, space);
  const key = keyWords(space.keys[0]!);
  if (options.json) return printJson({ space: name, key });
  const place = `the space ${name} at ${withoutPassword(url)}`;
  const head = begun === undefined ? `Made ${place}. Its key` : `The key of ${place}`;
  printLine(`${head}, which is not shown again:`);
  printLine(`\n  ${key}\n`);
  const isMine = name === ME;
  const address = shellWord(withoutPassword(url));
  printLine(`On another machine: mneme sync join ${address}${isMine ? "" : ` --space ${name}`}`);
  if (!isMine) printLine(`You are ${label} there; others may see your name with a part of your public key`);
  printLine(isMine ? "Here: mneme sync" : `Nothing goes there before \`mneme sync share --space ${name}\``);
}

async function joinSpace(given: string, options: Named): Promise<void> {
  const { url, paths, name, known, author } = chosenSpace(given, options);
  using store = openHome().store;
  const synced = known && new Records(store, name).state().last_at !== null ? known : undefined;
  if (synced && isTeam(name) && author !== synced.author) {
    throw new UserError(`You are ${synced.author} in ${name} already`, {
      hint: "the others keep the name under which they first saw you",
    });
  }
  const newest = keyFromWords(Deno.env.get("MNEME_SYNC_KEY") ?? await readKey());
  await using remote = await remoteOf(paths, { name, remote: url });
  const keys = await findKeys(remote, name, newest);
  if (keys === undefined) {
    throw new UserError(`The key does not fit the space ${name}: it opens nothing that is there`, {
      hint: "take the words that `mneme sync init` or `rotate` printed last",
    });
  }
  if (synced && !isSameSpace(synced, keys)) { // its records have other names there, so all would come twice
    throw new UserError(`This machine is in another space ${name} already`, {
      hint: `\`mneme sync leave --space ${name}\` takes it out`,
    });
  }
  const spaces = ownSpaces(paths);
  const before = spaces.spaces.find((space) => space.name === name);
  const project = isTeam(name) ? projectName(thisProject()) : undefined;
  const others = before?.shares ?? [];
  const isNew = project !== undefined && others.every((one) => one.project !== project);
  const shares = isNew ? [...others, { project, categories: [] }] : others; // without categories, nothing is sent
  const space: Space = { ...memberOf(name, spaces), ...before, shares, name, remote: url, author, ...keys };
  replaceSpace(paths, name, space);
  const label = ownLabel(store, space);
  new Records(store, name).retryIgnored(); // with the new keys and shares, some operations may fit
  if (options.json) return printJson({ space: name, joined: true });
  printLine(`This machine is in the space ${name} now; \`mneme sync\` brings it up to date`);
  if (!isTeam(name)) return;
  printLine(`You are ${label} there; others may see your name with a part of your public key`);
  const projects = shares.map((one) => one.project).join(", ");
  const coming = `Memories that others share of ${projects} come here; for other projects`;
  printLine(`${projects === "" ? "Nothing comes from it yet" : coming}: ${howToTakePart(space)}`);
}

const memberOf = (name: string, spaces: Spaces) => isTeam(name) ? { member: memberSeed(name, spaces) } : {};

async function syncNow(options: SpaceOption & { readonly watch?: true }): Promise<void> {
  const paths = requirePaths();
  let before: readonly SpaceReport[] | undefined;
  for (;;) {
    const chosen = chosenSpaces(options); // in each round, because this machine may have left a space
    if (chosen.length === 0) {
      throw new UserError("This machine is in no space", {
        hint: "run `mneme sync init REMOTE` or `mneme sync join REMOTE`",
      });
    }
    const started = performance.now();
    const reports = await runSync(chosen, { isShown: true });
    const took = performance.now() - started;
    // With `--watch`, prints only changes, and each error once.
    const isNews = before === undefined ||
      reports.some(({ error, pushed = 0, taken = {}, forgotten = 0 }, i) =>
        pushed + forgotten + Object.keys(taken).length > 0 || error !== before?.[i]?.error
      );
    if (isNews && options.json) (options.watch ? printJsonLine : printJson)(reports);
    else if (isNews) {
      reports.filter(({ error }) => options.watch || !error).flatMap(describeReport).forEach(printLine);
    }
    before = reports;
    if (!options.watch) return requireSuccess(reports);
    await Promise.race(chosen.map((name) => waitFor(paths, name)));
    await sleep(took * RESTS); // so that `--watch` uses at most a tenth of the time, even with many memories
  }
}

const RESTS = 9; // with `--watch`, the pause after a sync, as a multiple of the time that the sync took
const WATCH_MS = 5000;

/** Returns when the remote of a space may have changed, or after `WATCH_MS`. */
async function waitFor(paths: Paths, name: string): Promise<void> {
  try {
    const space = requireSpace(readSpaces(paths), name);
    if (space.remote.startsWith("git:")) return await sleep(WATCH_MS); // to open it would disturb another process
    const remote = await remoteOf(paths, space); // no `await using`: the bundler inlines it, and closes nothing
    try {
      await remote.wait(WATCH_MS);
    } finally {
      await remote[Symbol.asyncDispose]();
    }
  } catch {
    await sleep(WATCH_MS);
  }
}

async function rotate(options: SpaceOption): Promise<void> {
  using home = openHome();
  const { paths } = home;
  const name = spaceName(options.space);
  const words = await inSpace(home, name, async ({ space, origin }) => {
    await using remote = await remoteOf(paths, space);
    await requireNewestKey(remote, space); // else two machines would each have a newest key that the other lacks
    const keys = [newKey(), ...space.keys];
    // Both keys are kept until all operations are sealed with the new one, so that `rotate` can be repeated.
    replaceSpace(paths, name, { ...space, keys });
    await resealAll(remote, { ...space, keys }, origin);
    const retired = [...space.keys, ...space.retired];
    replaceSpace(paths, name, { ...space, keys: keys.slice(0, 1), retired });
    return keyWords(keys[0]!);
  });
  if (options.json) return printJson({ space: name, key: words });
  printLine(`The space ${name} has a new key, which is not shown again:\n\n  ${words}\n`);
  printLine(
    "Give it to those who stay; each runs `mneme sync join` again. Records written with the old key are refused from now on",
  );
}

function spaceName(given: string = ME): string {
  if (given === ME || /^team:[\p{L}\p{M}\p{N}._-]{1,60}$/u.test(given)) return given;
  return cannotTake(given, "a space", "give me, or team: and a name without blanks");
}

/** Reads the key from stdin; from a terminal until Enter, without showing it. Throws a `UserError` at Ctrl+C. */
function readKey(): string | Promise<string> {
  if (!Deno.stdin.isTerminal()) return new Response(Deno.stdin.readable).text();
  Deno.stdin.setRaw(true);
  try {
    warnText("Key (24 words, not shown): ");
    const buffer = new Uint8Array(1024);
    for (let line = "";;) {
      const count = Deno.stdin.readSync(buffer);
      if (count === null) return line;
      const typed = new TextDecoder().decode(buffer.subarray(0, count));
      for (const [i, key] of [...typed].entries()) {
        // Enter or Ctrl+D; what is pasted in several lines comes at once, perhaps with lines after the key.
        const isWhole = () => typed.slice(i).trim() === "" || line.trim().split(/\s+/).length >= 24;
        if (key === "\u0004" || ("\r\n".includes(key) && isWhole())) return line;
        if (key === "\u0003") { // Ctrl+C, which sends no signal in raw mode
          throw new UserError("Cannot go on without the key", { hint: "nothing was changed" });
        }
        line = "\b\u007f".includes(key) ? line.slice(0, -1) : line + key; // either code of the backspace key
      }
    }
  } finally {
    Deno.stdin.setRaw(false);
    warnText("\n");
  }
}
