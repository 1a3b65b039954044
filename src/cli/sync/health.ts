// `mneme sync status`, `verify`, `repair` and `undo`.
import { withoutHalves } from "../../base/cut.ts";
import { UserError } from "../../base/user_error.ts";
import { LEFT_OUT } from "../../store/at_start.ts";
import { keepTraces } from "../../store/forget.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { hasForeignName, projectName } from "../../sync/portable.ts";
import { forgottenElsewhere, listChanges, type ListedChange, undoable, undoChange } from "../../sync/undo.ts";
import { memoriesWithTraces, repairSpace, type Verification, verifySpace } from "../../sync/machines.ts";
import { type Remote, REPAIR, withoutPassword } from "../../sync/remote.ts";
import { adviceOn, hasNoProject, howToTakePart, leftOut } from "../../sync/left_out.ts";
import { LocalRecords, type SyncContext } from "../../sync/local_records.ts";
import { Seal } from "../../sync/sealing.ts";
import { readSpaces } from "../../sync/spaces.ts";
import { type Home, openHome, requirePaths } from "../frame/home.ts";
import { isThere } from "../frame/typed_paths.ts";
import { leaveNoTrace, leftLines, tracesOf, tracesView } from "../copies/leave_no_trace.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { alignRows, amount, localTime, plainLine, plainText } from "../frame/plain_text.ts";
import type { Output } from "../frame/command.ts";
import {
  chosenSpaces,
  contextOf,
  holdUnlessBusy,
  inSpace,
  remoteOf,
  type SpaceOption,
} from "./open_space.ts";
import { requireSuccess, runSync } from "./run_sync.ts";

const NO_SPACE = "This machine is in no space; `mneme sync init REMOTE` makes one";

export async function showStatus(options: Output): Promise<void> {
  using home = openHome();
  const views = [];
  const local = new Map<string, LocalRecords>();
  for (const space of readSpaces(home.paths).spaces) {
    using held = holdUnlessBusy(home.paths, space.name);
    const records = new LocalRecords(contextOf(home, space));
    local.set(space.name, records);
    const unnamed = await records.noteChanges();
    const { origin } = records.context;
    const { pushed, pulled, last_at, last_error: noted } = records.state();
    const last_error = noted?.startsWith(LEFT_OUT) ? null : noted; // `left_out` says what is left out now
    const refused = records.refused();
    views.push({
      ...{ name: space.name, remote: withoutPassword(space.remote), origin, pushed, pulled },
      ...{ pending: records.countDirty(), refused: refused.length, last_at, last_error },
      left_out: leftOut(records),
      reasons: [...new Set(refused.map(({ reason }) => reason))],
      spoilt: refused, // under the name that `failIfDamaged` reads
      missing: held.isBusy ? [] : records.missing(), // a running sync may not have read all that others sent again
      unnamed,
    });
  }
  if (options.json) {
    printJson({ spaces: views });
    return failIfDamaged(views);
  }
  if (views.length === 0) return warnLine(NO_SPACE);
  const rows = views.map(({ name, remote, last_at, pending, refused }) =>
    [name, remote, last_at === null ? "never" : localTime(last_at), pending, refused].map(String)
  );
  alignRows([["space", "remote", "last sync", "waiting", "refused"], ...rows], [3, 4]).forEach(printLine);
  for (const { name, spoilt, missing, last_error, unnamed } of views) {
    for (const [reason, ids] of Map.groupBy(spoilt, (one) => one.reason)) {
      printLine(`${name}: set aside, since ${reason}: ${shownIds(ids.map(({ id }) => id))}`);
    }
    for (const [author, records] of Map.groupBy(missing, (one) => one.author)) {
      const ids = shownIds(records.map(({ record }) => record));
      printLine(`${name}: missing at the remote, of ${plainLine(author ?? "yours", NAME_UNITS)}: ${ids}`);
    }
    const records = local.get(name)!;
    const { space } = records.context;
    if (last_error !== null) printLine(`${name}: ${plainText(last_error)}`);
    if (hasNoProject(space)) printLine(`${name}: ${howToTakePart(space)}`);
    for (const folder of unnamed) {
      const known = projectName(folder);
      const why = !isThere(folder)
        ? "the folder is gone; if it was moved, run `mneme projects merge`"
        : known === undefined
        ? hasForeignName(folder)
          ? "its name by .mneme-project may be that of a repository; write one without a dot there"
          : "it has no git remote; write a name in UTF-8 into its .mneme-project"
        : plainText(adviceOn(records, folder));
      printLine(`${name}: ${plainText(folder)} stays here: ${why}`);
    }
  }
  failIfDamaged(views);
}

const SHOWN_IDS = 5;
const NAME_UNITS = 80; // of a name that other machines gave themselves, on one line

function shownIds(ids: readonly string[]): string {
  const more = ids.length > SHOWN_IDS ? ` and ${ids.length - SHOWN_IDS} more` : "";
  return ids.slice(0, SHOWN_IDS).join(", ") + more;
}

/** Throws a `UserError` if a record is missing, or set aside with `help`. Without `help`, nothing is wrong. */
function failIfDamaged(found: readonly Pick<Verification, "spoilt" | "missing">[]): void {
  const spoilt = found.flatMap((one) => one.spoilt).filter(({ help }) => help !== undefined);
  const missing = found.flatMap((one) => one.missing);
  const helps = new Set([...spoilt.map(({ help }) => help), ...missing.map(() => REPAIR)]);
  if (helps.size === 0) return;
  const [aside, lost] = [spoilt, missing].map(({ length }) => amount(length, "record"));
  throw new UserError(`${aside} set aside and ${lost} missing`, { hint: [...helps].sort().join("; ") });
}

/** Calls `work` with each chosen space and its remote. Shows the results, then throws the first failure. */
async function eachSpace<T>(
  options: SpaceOption,
  work: (remote: Remote, context: SyncContext) => Promise<T>,
  show: (found: readonly T[], home: Home) => void | Promise<void>,
): Promise<readonly T[]> {
  const chosen = chosenSpaces(options);
  if (chosen.length === 0) warnLine(NO_SPACE);
  using home = openHome();
  const { store, paths } = home;
  const found: T[] = [];
  let failure: unknown;
  for (const name of chosen) {
    try {
      found.push(
        await inSpace(home, name, async (context) => {
          await using remote = await remoteOf(paths, context.space);
          return await work(remote, context);
        }),
      );
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure === undefined || found.length > 0) {
    await leaveNoTrace(store, paths); // an earlier forget may not have reached all copies
    await show(found, home);
  }
  if (failure !== undefined) throw failure;
  return found;
}

export async function verify(options: SpaceOption & { readonly dropMachine?: string }): Promise<void> {
  const { dropMachine: named, json } = options;
  const look = (remote: Remote, context: SyncContext) => {
    const { store, space } = context;
    const elsewhere = forgottenElsewhere(store, space.name, new Seal(space)); // with their words, to search for
    for (const [{ id }, traces] of tracesOf(store, requirePaths(), elsewhere)) keepTraces(store, id, traces);
    return verifySpace(remote, context, named);
  };
  const found = await eachSpace(options, look, (all, { store, paths }) => {
    const forgotten = [...tracesOf(store, paths, memoriesWithTraces(store))]
      .map(([{ id }, left]) => ({ id: memoryId(id), left }))
      .filter(({ left }) => left.rows.length + left.files.length > 0);
    const traces = forgotten.map(({ id, left }) => ({ id, ...tracesView(left) }));
    if (json) return printJson(all.map((one) => ({ ...one, traces })));
    all.flatMap(describeVerification).forEach(printLine);
    for (const { id, left } of forgotten) [`${id} was forgotten`, ...leftLines(id, left)].forEach(printLine);
  });
  const alike = new Set(found.flatMap((one) => one.alike));
  if (named !== undefined && (alike.size > 0 || found.every(({ dropped }) => dropped === 0))) {
    const known = found.flatMap(({ machines }) => machines).flatMap(({ label, origin, at }) => {
      if (alike.size === 0) return plainLine(label, NAME_UNITS);
      return alike.has(origin) ? `${origin} (last heard of ${localTime(at)})` : [];
    });
    const [who, help] = alike.size > 0 ? ["several have", "give one id:"] : ["no other one has", "there are"];
    throw new UserError(`Cannot drop the machine ${named}: ${who} this name`, {
      hint: `${help} ${[...new Set(known)].join(", ")}`,
    });
  }
  const left = found.reduce((sum, one) => sum + one.left_at_remote + one.left_here.length, 0);
  if (left > 0) {
    throw new UserError(`${amount(left, "forgotten text")} ${left === 1 ? "is" : "are"} still stored`, {
      hint: "run `mneme sync` on every machine, then `mneme sync verify`",
    });
  }
  failIfDamaged(found);
}

function describeVerification(
  { space, left_at_remote, left_here, kept_for_undo, spoilt, missing, machines }: Verification,
): string[] {
  const none = "nothing that was forgotten is left at the remote or as a memory here";
  const left = `of what was forgotten, ${left_at_remote} left at the remote, ${left_here.length} left here`;
  const kept = `  ${
    amount(kept_for_undo, "change")
  } of other machines can be undone here for ten days, from encrypted copies`;
  return [
    `${space}: ${left_at_remote + left_here.length === 0 ? none : left}`,
    ...left_here.map((id) => `  ${id} says the same as what was forgotten`),
    ...(kept_for_undo === 0 ? [] : [kept]),
    ...spoilt.map(({ id, reason }) => `  ${id} is set aside: ${reason}`),
    ...missing.map(({ record, author }) =>
      `  ${record} of ${plainLine(author ?? "yours", NAME_UNITS)} is missing at the remote`
    ),
    ...machines.map(({ label, origin, at, knows_all }) => {
      const did = knows_all ? "has forgotten the same records" : "has not forgotten the same records";
      const heard = knows_all || Number.isNaN(Date.parse(at)) ? "" : `; last heard of ${localTime(at)}`;
      const isShared = machines.some((one) => one.label === label && one.origin !== origin);
      return `  ${plainLine(label, NAME_UNITS)}${isShared ? ` ${origin}` : ""}: ${did}${heard}`;
    }),
  ];
}

export async function repair(options: SpaceOption): Promise<void> {
  const work = async (remote: Remote, context: SyncContext) => (
    { space: context.space.name, repaired: await repairSpace(remote, context) }
  );
  await eachSpace(options, work, async (counts) => {
    const reports = await runSync(counts.map(({ space }) => space));
    requireSuccess(reports);
    if (options.json) return printJson(counts);
    for (const [i, { space, repaired }] of counts.entries()) {
      const { pushed = 0, refused = 0, missing = 0 } = reports[i]!;
      const done = [
        ...(repaired > 0 ? [`removed ${amount(repaired, "damaged record")}`] : []),
        ...(pushed > 0 ? [`sent ${amount(pushed, "record")}`] : []),
        ...(refused + missing > 0 ? ["not all is well: `mneme sync status` says why"] : []),
      ];
      printLine(`${space}: ${done.join(", ") || "nothing is wrong"}`);
    }
  });
}

/** The most columns in a line, and the most UTF-16 units of a value. */
const [SHOWN_COLUMNS, SHOWN_UNITS] = [3, 60];

/** Returns "3  m12 was changed 2026-11-23: text: OLD → NEW". */
function changeLine({ id, memory_id, deed, at, isOwn, changed }: ListedChange): string {
  const did = isOwn ? "has your own change again since" : `was ${deed}`;
  const said = deed === "forgotten"
    ? plainLine(String(changed[0]!.before), SHOWN_UNITS)
    : changed.slice(0, SHOWN_COLUMNS).map(({ name, before, after }) =>
      `${name === "body" ? "text" : name}: ${differing(String(before ?? "none"), String(after ?? "none"))}`
    ).join("; ");
  return `${id}  ${memoryId(memory_id)} ${did} ${localTime(at).slice(0, 10)}: ${said}`;
}

/** Returns "OLD → NEW", of long texts the part around their first difference, from a blank if one is near. */
function differing(one: string, other: string): string {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const word = one.lastIndexOf(" ", same - SHOWN_UNITS / 4) + 1;
  const from = same < SHOWN_UNITS / 2 ? 0 : Math.max(word, same - SHOWN_UNITS / 2);
  const shown = (text: string) => plainLine(withoutHalves(text.slice(from)), SHOWN_UNITS);
  return from > 0 ? `…${shown(one)} → …${shown(other)}` : `${shown(one)} → ${shown(other)}`;
}

export function undo(ids: readonly string[], options: Output): void {
  using home = openHome();
  const { store } = home;
  const seals = new Map(readSpaces(home.paths).spaces.map((space) => [space.name, new Seal(space)]));
  if (ids.length === 0) {
    const listed = [...seals].flatMap(([name, seal]) => listChanges(store, name, seal));
    if (options.json) return printJson(listed);
    listed.map(changeLine).forEach(printLine);
    if (listed.length === 0) warnLine("Nothing of other machines can be undone");
    return;
  }
  const changes = [...seals.keys()].flatMap((name) => undoable(store, name));
  const chosen = new Set(ids.flatMap((given) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(given) ?? [];
    const found = changes.filter(({ id }) => id >= Number(from) && id <= Number(to));
    if (found.length > 0) return found;
    throw new UserError(`Cannot undo ${given}: there is no such change`, {
      hint: "`mneme sync undo` lists them",
    });
  })); // all are looked up first, so that an unknown id undoes nothing
  const newestFirst = [...chosen].sort((a, b) => b.id - a.id); // because several may be of one memory
  const done = newestFirst.map(({ id, space }) => undoChange(store, id, seals.get(space)!));
  const newer = done.flatMap(({ isNewer, id, candidate }) => isNewer ? [{ id, candidate }] : []);
  const undone = [...new Set(done.flatMap(({ isUndone, id }) => isUndone ? [id] : []))];
  if (options.json) return printJson({ undone, newer });
  for (const { id, candidate } of newer) {
    const rest = undone.includes(id) ? "; the rest is as it was before" : "";
    const former = candidate === undefined ? "" : `; its former text waits: mneme memory show ${candidate}`;
    printLine(`${id} was changed here since, and that stays${rest}${former}`);
  }
  const whole = undone.filter((id) => newer.every((one) => one.id !== id));
  if (whole.length === 0) return;
  printLine(`${whole.join(", ")} ${whole.length === 1 ? "says" : "say"} again what was here before`);
}
