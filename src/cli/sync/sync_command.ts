import { UsageError, UserError } from "../../base/user_error.ts";
import type { Paths } from "../../machine/paths.ts";
import { countDirty, keepSpaceState, refusedOperations, spaceState } from "../../sync/records.ts";
import { findKeys, fitsSpace, sendKeys } from "../../sync/keys.ts";
import { type Verification, verifySpace } from "../../sync/machines.ts";
import { withoutPassword } from "../../sync/remote.ts";
import { noteChanges } from "../../sync/local_records.ts";
import { keyFromWords, keyWords, newKey, type SpaceKey } from "../../sync/sealing.ts";
import { readSpaces, requireSpace, type Space, writeSpace } from "../../sync/spaces.ts";
import { Command } from "../command.ts";
import { requirePaths } from "../data_folder.ts";
import { leaveNoTrace } from "../keeping/leave_no_trace.ts";
import { printJson, printJsonLine, printLine, warnLine } from "../output.ts";
import { alignRows, amount, plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import type { Output } from "../this_project.ts";
import { readHidden } from "./hidden_line.ts";
import { placeOf, remoteOf } from "./place.ts";
import { describeReport, runSync, type SpaceReport } from "./run_sync.ts";
import { addTeamCommands } from "./team.ts";

const ME = "me";

type SpaceOption = Output & { readonly space?: string };

export function syncCommand(): Command {
  const sync = new Command("sync").example("mneme sync init dir:/mnt/nas/mneme");
  sync.command("now", { isDefault: true })
    .description("Bring this machine and its spaces to the same state")
    .option("--space <name>", "only this one")
    .option("--watch", "go on until it is stopped: what others change is here within seconds")
    .orJson("mneme sync", syncNow);
  sync.command("init")
    .description("Make a space at a remote and print its key, once")
    .argument("<remote>", "postgres://HOST/DATABASE, dir:/a/shared/folder or git:URL")
    .option("--space <name>", "me (default) for your own machines, team:NAME for a team")
    .option("--as <name>", "what a team calls you")
    .orJson("mneme sync init postgres://db.example.org/mneme", initSpace);
  sync.command("join")
    .description("Have this machine belong to a space; its key comes from stdin or MNEME_SYNC_KEY")
    .argument("<remote>", "as it was given to `mneme sync init`")
    .option("--space <name>", "me (default) or team:NAME")
    .option("--as <name>", "what a team calls you")
    .orJson("mneme sync join dir:/mnt/nas/mneme", joinSpace);
  sync.command("status")
    .description("Show what waits, what was refused and when each space was last brought up to date")
    .orJson("mneme sync status", showStatus);
  sync.command("verify")
    .description("Show that nothing of what was forgotten is left at the remotes and here, and who knows it")
    .option("--space <name>", "only this one")
    .orJson("mneme sync verify", verify);
  sync.command("rotate")
    .description("Give a space a new key: whoever lacks it reads nothing that is written from now on")
    .option("--space <name>", "the space (default: me)")
    .orJson("mneme sync rotate --space team:web", rotate);
  addTeamCommands(sync);
  return sync;
}

type Named = SpaceOption & { readonly as?: string };

async function initSpace(url: string, options: Named): Promise<void> {
  const { paths, spaces, name } = newSpace(options);
  const there = await remoteOf(paths, { name, remote: url }).catch(() => undefined);
  await there?.[Symbol.asyncDispose]();
  if (there !== undefined) {
    throw new UserError(`The space ${name} is there already`, {
      hint: `run \`mneme sync join ${withoutPassword(url)} --space ${name}\` with its key`,
    });
  }
  await using _remote = await remoteOf(paths, { name, remote: url }, { isNew: true });
  const key = newKey();
  const space = { name, remote: url, keys: [key], author: options.as ?? userName(), shares: [] };
  writeSpace(paths, spaces, space);
  if (options.json) return printJson({ space: name, key: keyWords(key) });
  printLine(`Made the space ${name} at ${withoutPassword(url)}. Its key, which is not shown again:`);
  printLine(`\n  ${keyWords(key)}\n`);
  const isMine = name === ME;
  printLine(`On another machine: mneme sync join ${withoutPassword(url)}${isMine ? "" : ` --space ${name}`}`);
  printLine(isMine ? "Here: mneme sync" : `Nothing goes there before \`mneme sync share --space ${name}\``);
}

async function joinSpace(url: string, options: Named): Promise<void> {
  const paths = requirePaths();
  const spaces = readSpaces(paths);
  const name = spaceName(options.space);
  const newest = keyFromWords(Deno.env.get("MNEME_SYNC_KEY") ?? await readKey());
  await using remote = await remoteOf(paths, { name, remote: url });
  const keys = await findKeys(remote, newest);
  if (!await fitsSpace(remote, keys)) {
    throw new UserError(`The key does not fit the space ${name}: it opens nothing that is there`, {
      hint: "take the words that `mneme sync init` or `rotate` printed last",
    });
  }
  const before = spaces.spaces.find((space) => space.name === name);
  const author = options.as ?? before?.author ?? userName();
  const known = united(keys, before?.keys ?? []);
  writeSpace(paths, spaces, { shares: [], ...before, name, remote: url, author, keys: known });
  using store = openHome().store;
  keepSpaceState(store, name, { cursor: null }); // what another key had sealed can be read now
  if (options.json) return printJson({ space: name, joined: true });
  printLine(`This machine is in the space ${name} now; \`mneme sync\` brings it up to date`);
}

async function syncNow(options: SpaceOption & { readonly watch?: true }): Promise<void> {
  const paths = requirePaths();
  const spaces = readSpaces(paths);
  if (spaces.spaces.length === 0) {
    throw new UserError("This machine is in no space", {
      hint: "run `mneme sync init REMOTE` or `mneme sync join REMOTE`",
    });
  }
  const chosen = options.space === undefined ? spaces.spaces : [requireSpace(spaces, options.space)];
  let before: readonly SpaceReport[] | undefined;
  for (;;) {
    const started = performance.now();
    const reports = await runSync(paths, spaces, chosen, { isShown: true });
    const took = performance.now() - started;
    // A machine that watches is silent while nothing happens, and says once what is wrong.
    const isNews = before === undefined ||
      reports.some(({ error, pushed = 0, pulled = 0 }, i) =>
        pushed + pulled > 0 || error !== before?.[i]?.error
      );
    if (isNews && options.json) (options.watch ? printJsonLine : printJson)(reports);
    else if (isNews) { for (const line of reports.flatMap(describeReport)) printLine(line); }
    before = reports;
    const failed = reports.filter(({ error }) => error !== undefined);
    if (!options.watch) {
      if (failed.length === 0) return;
      throw new UserError(
        `${amount(failed.length, "space")} could not be brought up to date: ${failed[0]!.error}`,
        { hint: "run `mneme sync` again later; what is here waits" },
      );
    }
    await Promise.race(chosen.map((space) => waitFor(paths, space)));
    await pause(took * RESTS); // who has very much to compare does so less often
  }
}

/** A machine that watches is at work for a tenth of the time at most. */
const RESTS = 9;

const WATCH_MS = 5000;

async function waitFor(paths: Paths, space: Space): Promise<void> {
  try {
    const remote = await remoteOf(paths, space);
    try {
      await remote.wait(WATCH_MS);
    } finally {
      await remote[Symbol.asyncDispose]();
    }
  } catch {
    await pause(WATCH_MS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function showStatus(options: Output): Promise<void> {
  const paths = requirePaths();
  const spaces = readSpaces(paths);
  using store = openHome().store;
  const views = [];
  for (const space of spaces.spaces) {
    const unnamed = await noteChanges(placeOf(store, paths, spaces, space));
    const { pushed, pulled, last_at, last_error } = spaceState(store, space.name);
    const refused = refusedOperations(store, space.name);
    views.push({
      ...{ name: space.name, remote: withoutPassword(space.remote), origin: spaces.origin, pushed, pulled },
      ...{ pending: countDirty(store, space.name), refused: refused.length, last_at, last_error },
      reasons: [...new Set(refused.map(({ reason }) => reason))],
      unnamed,
    });
  }
  if (options.json) return printJson({ spaces: views });
  if (views.length === 0) return warnLine("This machine is in no space; `mneme sync init REMOTE` makes one");
  const rows = views.map((view) => [
    ...[view.name, view.remote, view.last_at ?? "never", String(view.pending), String(view.refused)],
  ]);
  for (const line of alignRows([["space", "remote", "last sync", "waiting", "refused"], ...rows], [3, 4])) {
    printLine(line);
  }
  for (const { name, reasons, last_error, unnamed } of views) {
    for (const reason of reasons) printLine(`${name}: set aside, since ${reason}`);
    if (last_error !== null) printLine(`${name}: ${plainText(last_error)}`);
    for (const folder of unnamed.map(plainText)) {
      printLine(`${name}: ${folder} stays here: it has no git remote; write a name into its .mneme-project`);
    }
  }
}

async function verify(options: SpaceOption): Promise<void> {
  const paths = requirePaths();
  const spaces = readSpaces(paths);
  const chosen = options.space === undefined ? spaces.spaces : [requireSpace(spaces, options.space)];
  using store = openHome().store;
  const found: Verification[] = [];
  for (const space of chosen) {
    await using remote = await remoteOf(paths, space);
    found.push(await verifySpace(remote, placeOf(store, paths, spaces, space)));
  }
  await leaveNoTrace(store, paths);
  if (options.json) printJson(found);
  else for (const line of found.flatMap(describeVerification)) printLine(line);
  const counts = found.map(({ left_at_remote, left_here }) => left_at_remote + left_here.length);
  const left = counts.reduce((sum, count) => sum + count, 0);
  if (left === 0) return;
  throw new UserError(`${amount(left, "text")} of what was forgotten ${left === 1 ? "is" : "are"} left`, {
    hint: "run `mneme sync` on every machine, then `mneme sync verify`",
  });
}

function describeVerification({ space, gone, left_at_remote, left_here, machines }: Verification): string[] {
  const left = `${left_at_remote} left at the remote, ${left_here.length} left here`;
  return [
    `${space}: ${amount(gone, "record")} gone, ${left}`,
    ...left_here.map((id) => `  ${id} says the same as what was forgotten`),
    ...machines.map(({ label, at, knows_all }) => {
      const known = knows_all ? "knows all of it" : `does not know all of it; last heard of ${at}`;
      return `  ${plainText(label)}: ${known}`;
    }),
  ];
}

async function rotate(options: SpaceOption): Promise<void> {
  const paths = requirePaths();
  const spaces = readSpaces(paths);
  const space = requireSpace(spaces, spaceName(options.space));
  const keys = [newKey(), ...space.keys];
  await using remote = await remoteOf(paths, space);
  await sendKeys(remote, { space: space.name, keys, origin: spaces.origin });
  writeSpace(paths, spaces, { ...space, keys });
  const words = keyWords(keys[0]!);
  if (options.json) return printJson({ space: space.name, key: words });
  printLine(`The space ${space.name} has a new key, which is not shown again:\n\n  ${words}\n`);
  printLine(
    "Give it to those who stay; each runs `mneme sync join` again. What was written before stays readable",
  );
}

function newSpace(options: Named) {
  const paths = requirePaths();
  const spaces = readSpaces(paths);
  const name = spaceName(options.space);
  if (spaces.spaces.some((space) => space.name === name)) {
    throw new UserError(`This machine is in the space ${name} already`, {
      hint: "`mneme sync leave` takes it out",
    });
  }
  return { paths, spaces, name };
}

function spaceName(given: string = ME): string {
  if (given === ME || /^team:[\p{L}\p{N}._-]{1,60}$/u.test(given)) return given;
  throw new UsageError(`Cannot take ${JSON.stringify(given.slice(0, 40))} as a space`, {
    hint: "give me, or team: and a name without blanks",
  });
}

function united(newer: readonly SpaceKey[], older: readonly SpaceKey[]): SpaceKey[] {
  const known = new Set(newer.map((key) => key.toHex()));
  return [...newer, ...older.filter((key) => !known.has(key.toHex()))];
}

function userName(): string {
  return Deno.env.get("USER") ?? Deno.env.get("USERNAME") ?? Deno.hostname();
}

async function readKey(): Promise<string> {
  if (Deno.stdin.isTerminal()) return readHidden("Key (24 words, not shown): ");
  return await new Response(Deno.stdin.readable).text();
}
