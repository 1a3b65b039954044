// The hook session-start: records the session, and tells rules, titles, recent sessions, orientation and notices.
import { amount } from "../base/amounts.ts";
import { quoteLine } from "../base/frame.ts";
import { DAY_MS, localDay } from "../base/time.ts";
import { fileName, parentFolder, slashOf } from "../base/slashes.ts";
import type { HookContext, HookDefinition } from "./context.ts";
import { orphanText } from "../ghap/texts.ts";
import { offerOrphans } from "../store/ghap.ts";
import { memoriesAbove, takeUntold } from "./prepare_home.ts";
import { prepareSession } from "./prepare_session.ts";
import { cleanLines, requiredScratchpads } from "./scratchpads.ts";
import { showAndRecord, shownAtStart } from "./shown.ts";
import { infoOf, textOf } from "../machine/files.ts";
import { clientNotes, isAbsolute } from "../machine/paths.ts";
import { isPaused, readPauses } from "../machine/pause.ts";
import { readCommits } from "../machine/git_log.ts";
import { mnemeCommand, quotedPath, runSibling, startSibling } from "../machine/mneme_command.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
import { titleLine } from "../memory/memory_text.ts";
import { fillContext } from "../session/fill_context.ts";
import {
  ORIENTATION_UNITS,
  type OrientationPart,
  orientationText,
  SAVE_AT_ONCE,
} from "../session/light_context.ts";
import { COORDINATOR, USER_FOLDER } from "../session/scratchpad.ts";
import {
  LEFT_OUT,
  NOTHING_WAITS,
  otherProjects,
  tellSilentSaves,
  tellSync,
  type Waiting,
  waitingAtStart,
} from "../store/at_start.ts";
import { sessionKnowledge, type StartContext, startContext } from "../store/start_context.ts";
import { hasUnfinished } from "../store/sessions.ts";
import { contextWindow } from "../store/tellings.ts";
import { decodeSessionStart, type SessionStartEvent } from "../wire/events.ts";
import { MAX_REPLY_UNITS, type Reply, toModel } from "../wire/reply.ts";

const MAX_OFFERED = 3; // the most predictions that are offered at once
const [MAX_NAMED, NAME_UNITS] = [2, 60]; // of memories that were saved without asking
const MIN_CANDIDATES = 5; // fewer are not worth a notice
/** The most milliseconds that a project's first start waits for memories from other machines. */
const SETTLE_MS = 3000;
const DAMAGED =
  "the database is damaged, so memories may be missing: `mneme doctor --fix` replaces it by the newest backup, else by an empty database";
const KNOWN_ITEMS = 12; // the most items that are told after a compaction
const MOVED_WITHIN_MS = 30 * DAY_MS; // a folder that was moved had a session in this time
const MAX_MOVED = 3; // with more, folders come and go here, and the notice would be noise
const MOST_LOOKED_FOR = 50; // the most projects whose folders are looked up, to find one that was moved
/** The agents whose newest scratchpad gives an overview, each with the most lines that are shown of it. */
const OVERVIEWS = [[COORDINATOR, 25], [USER_FOLDER, 20]] as const;

export const SESSION_START: HookDefinition<SessionStartEvent> = {
  name: "session-start",
  decode: decodeSessionStart,
  prepareSession,
  remind: remindOfPause,
  handle: onSessionStart,
};

async function onSessionStart({ source }: SessionStartEvent, context: HookContext) {
  const { session, at } = context;
  // The orientation comes before anything counts as told, as a client may end the hook while git runs. After `/clear`
  // the same user goes on with the same work, and needs none.
  const parts = source === "startup" ? await readOrientation(context) : [];
  const isFirst = context.record(
    { name: "hook.session_start", subject: source, data: { source } },
    [{ kind: "session-started", session, at, source, isUnattended: context.isUnattended() }],
  );
  if (!isFirst) return undefined; // the other of two installs answers
  // `mneme process` finishes sessions that reported no end, and syncs if this machine has the keys of a space.
  const since = new Date(context.now.getTime() - DAY_MS).toISOString();
  const isLeft = context.withStore((store) => hasUnfinished(store, session, since));
  const maySync = (source === "startup" || source === "resume") && !context.isUnattended() &&
    textOf(context.paths.spaces)?.includes('"keys"');
  if (isLeft || maySync) context.startLater(() => startSibling(context.paths, ["process"]));
  const waiting = await whatWaits(context);
  // A resumed session was told `SAVE_AT_ONCE` at its first start.
  const isInstructed = context.client?.dialect.hidesInstructions !== true || source === "resume";
  const known = source === "compact" ? knownBeforeCompaction(context) : undefined;
  const predictions = source === "compact" ? undefined : offeredOrphans(waiting, context);
  const otherTexts = [isInstructed ? [] : SAVE_AT_ONCE, known ?? [], predictions ?? []].flat();
  const { start, orientation } = showStart(otherTexts.join("\n"), parts, context);
  const notices = [
    loadedNotice({ ...start, known, predictions, orientation }),
    ...context.notices,
    context.isDamaged ? DAMAGED : undefined,
    ...(context.isUnread ? [] : takeUntold(context.paths)),
    syncNotice(waiting, context),
    movedNotice(waiting, context),
    source !== "startup" || waiting.earlier > 0
      ? undefined
      : context.withStore((store) => memoriesAbove(store, context.session.project)),
    source !== "compact" && source !== "resume" && waiting.candidates >= MIN_CANDIDATES
      ? `${waiting.candidates} candidates wait for a review: \`mneme memory list --candidates\`, then \`mneme memory keep|drop ID…\``
      : undefined,
  ].filter((notice) => notice !== undefined);
  // These notices name the command plainly, but a shell may not find it by its name.
  const named = notices.join("; ").replaceAll("`mneme ", () => `\`${mnemeCommand(context.shellWord)} `);
  const notice = [named, silentSavesNotice(waiting, context)].filter(Boolean).join("; ");
  return {
    ...toModel("SessionStart", start?.text, ...otherTexts, orientation),
    ...(notice === "" ? {} : { systemMessage: `mneme: ${notice}` }),
  };
}

/** Tells of a pause without an end, which the user may have forgotten, and how to end just the pauses that hold here. */
function remindOfPause({ source }: SessionStartEvent, context: HookContext): Reply | undefined {
  if (source === "compact" || context.isUnread || !context.isEnabled) return undefined;
  const { folder, session: { project, sessionId: session } } = context;
  const subject = { project, folder, session, now: context.now.getTime() };
  const pauses = readPauses(context.paths).filter((one) => isPaused([one], subject));
  if (pauses.every(({ until }) => until !== null)) return undefined;
  const command = mnemeCommand(context.shellWord);
  const ends = pauses.map(({ scope, key }) =>
    `\`${command} unpause --${scope === "all" ? "everything" : `${scope} ${quotedPath(key)}`}\``
  );
  return { systemMessage: `mneme: nothing is captured or told here until ${ends.join(" and ")}` };
}

/** Returns what waits; first gives the project the memories that arrived before mneme knew its folder. */
async function whatWaits(context: HookContext): Promise<Waiting> {
  const { session, isUnread, paths } = context;
  const read = () => context.withStore((store) => waitingAtStart(store, session, isUnread)) ?? NOTHING_WAITS;
  const waiting = read();
  if (waiting.unsettled === 0 || context.isLate()) return waiting;
  try {
    await runSibling(paths, ["projects", "settle", session.project], SETTLE_MS);
  } catch (error) {
    context.log("failure", `Cannot settle what has arrived for ${session.project}: ${error}`);
  }
  return read();
}

/**
 * Returns `start` (rules, titles, sessions), recorded as shown, and the orientation, which gets the room that `start`
 * and `others` (the reply's other texts) leave. A resumed session gets all rules again, but only titles that it lacks.
 */
function showStart(others: string, parts: readonly OrientationPart[], context: HookContext) {
  const { session, owner, settings, now, client } = context;
  const maxBytes = client?.dialect.maxContextBytes ?? Infinity;
  const reservedUnits = orientationText(parts, ORIENTATION_UNITS)?.length ?? 0;
  for (let maxUnits = MAX_REPLY_UNITS;;) { // again with less room, until the texts have at most `maxBytes`
    const room = maxUnits - others.length - 2; // the texts stand on lines of their own
    const start = context.isLate() ? undefined : context.withStore((store) =>
      startContext(store, {
        session,
        settings: settings.hooks.session_start,
        notes: client === undefined ? clientNotes(session.project) : undefined,
        known: client?.dialect.losesStart ? undefined : contextWindow(store, owner)?.told,
        maxUnits: room,
        reservedUnits,
        command: mnemeCommand(context.shellWord),
        now,
      })
    );
    const left = Math.min(ORIENTATION_UNITS, room - (start?.text ?? "").length);
    const orientation = orientationText(parts, left);
    const whole = [start?.text, others, orientation].join("\n");
    const bytes = new TextEncoder().encode(whole).length;
    if (bytes <= maxBytes || room < 0) {
      // If the text cannot be recorded, the session may get parts of it a second time.
      if (start !== undefined) showAndRecord("start", () => shownAtStart(start), context);
      return { start, orientation };
    }
    maxUnits = whole.length - Math.ceil((bytes - maxBytes) / 3); // a unit has three bytes at most
  }
}

/** Returns what this session saved, opened or was told before the compaction, except the rules, which its start tells. */
function knownBeforeCompaction(context: HookContext): string | undefined {
  const { session, now, settings: { hooks: { session_start: settings } } } = context;
  const notes = context.client === undefined ? clientNotes(session.project) : undefined;
  const room = { maxUnits: MAX_REPLY_UNITS, command: mnemeCommand(context.shellWord), now, notes };
  const intro = "What this session knew before its context was compacted:";
  return showAndRecord("compaction", (store, window) => {
    // Rules get room first, so the start that the session gets, with less room, has the same rules.
    const rules = startContext(store, { session, settings, ...room })?.rules?.covered ?? [];
    const shown = new Set([...window.shown, ...rules.map(({ id }) => id)]);
    const known = sessionKnowledge(store, { ...window, shown });
    return fillContext(known, { tokenBudget: settings.token_budget, limit: KNOWN_ITEMS, now, intro });
  }, context);
}

/** Reads overviews and the last commits, for a project that requires scratchpads; `[]` for any other. */
async function readOrientation(context: HookContext): Promise<OrientationPart[]> {
  const files = context.isLate() ? undefined : requiredScratchpads(context);
  if (files === undefined) return [];
  const commits = readCommits(context.folder); // git runs while the files are read
  const parts: OrientationPart[] = [];
  for (const [agent, maxLines] of OVERVIEWS) {
    const newest = files.newest(agent);
    if (newest === undefined) continue;
    const title = `The newest scratchpad of ${agent}, ${newest.path}, from its beginning`;
    parts.push({ title, lines: (await cleanLines(files.textOf(newest), context)).slice(0, maxLines) });
  }
  const lines: string[] = [];
  // Each line is cleaned by itself, so that an unclosed private tag hides no other commit.
  for (const line of await commits) lines.push(...await cleanLines(line, context));
  return [...parts, { title: "Last commits (git log --oneline -5)", lines }];
}

/** Tells once of memories that were saved without asking, with the command that undoes this. */
function silentSavesNotice({ silentSaves }: Waiting, context: HookContext): string | undefined {
  if (silentSaves === 0 || context.isUnread) return undefined;
  const rows = context.withStore((store) => tellSilentSaves(store, context.session.project, context.at), []);
  if (rows.length === 0) return undefined;
  const names = rows.slice(0, MAX_NAMED)
    .map(({ title, body }) => `“${quoteLine(titleLine(title, body), NAME_UNITS)}”`);
  const named = [...names, ...(rows.length > MAX_NAMED ? ["…"] : [])].join(", ");
  const undo = `${mnemeCommand(context.shellWord)} memory forget ${rows.map(({ id }) => `m${id}`).join(" ")}`;
  return `saved ${amount(rows.length, "memory")}: ${named} (undo: ${undo})`;
}

/** Tells what another machine changed and members proposed, and of spaces that cannot be synced. */
function syncNotice({ synced }: Waiting, context: HookContext): string | undefined {
  if (synced === 0 || context.isUnread) return undefined;
  const told = context.withStore((store) => tellSync(store, context.at));
  if (told === undefined) return undefined;
  const { changed, forgotten, proposed, failures } = told;
  const done = (verb: string, count: number) => count > 0 && `${verb} ${amount(count, "memory")}`;
  const mine = [done("changed", changed), done("forgot", forgotten)].filter(Boolean).join(" and ");
  const asked = done("ask to change or forget", proposed);
  const parts = [
    mine && `another machine of yours ${mine} (\`mneme sync undo\`)`,
    asked && `members ${asked} (\`mneme memory list --candidates\`)`,
    ...failures.map(({ space, last_at, last_error }) => {
      if (last_error.startsWith(LEFT_OUT)) return `${space} ${last_error}`;
      const when = last_at === null ? "never synced" : `last synced ${localDay(new Date(last_at))}`;
      return `${space} was ${when}: ${last_error}`;
    }),
  ];
  return parts.filter(Boolean).join("; ") || undefined;
}

/** Asks in a project's first session if it is another project, renamed or moved: one whose folder is gone. */
function movedNotice({ earlier }: Waiting, context: HookContext): string | undefined {
  if (earlier > 0) return undefined; // a person has had another session here, or none reads this
  const { session: { project }, settings: { privacy } } = context;
  const since = new Date(context.now.getTime() - MOVED_WITHIN_MS).toISOString();
  const used = context.withStore((store) => otherProjects(store, project, since, MOST_LOOKED_FOR), []);
  const gone = used.filter(({ project: other }) =>
    // The same name (after a move) or parent (after a new name). A terminal would obey control characters.
    (fileName(other) === fileName(project) || parentFolder(other) === parentFolder(project)) &&
    !/\p{C}/u.test(other + project) && !isExcludedProject(other, privacy.exclude_projects) &&
    isAbsolute(other) && slashOf(other) === slashOf(project) && // false for another machine's project
    infoOf(other) === undefined
  );
  if (gone.length > MAX_MOVED) return undefined;
  return gone.map(({ project: from, memories }) =>
    `${from} is gone and has ${amount(memories, "memory")}; if this is the same project, renamed or moved: ` +
    `\`mneme projects merge ${quotedPath(from)} ${quotedPath(project)}\``
  ).join("; ") || undefined;
}

type Loaded = Partial<StartContext & Record<"known" | "predictions" | "orientation", string | undefined>>;

/** Tells what the agent gets; `undefined` if that is nothing. */
function loadedNotice({ rules, contents, sessionCount = 0, known, predictions, orientation }: Loaded) {
  const { ids = [], whole = [], ruleCount = 0 } = contents ?? {};
  const memories = ids.slice(ruleCount); // the rules come first
  const full = memories.filter((id) => whole.includes(id)).length;
  const how = full === 0 ? "by title" : full === memories.length ? "in full" : `(${full} in full)`;
  const shown = (rules?.covered.length ?? 0) + ruleCount;
  const total = Math.max(shown, rules?.total ?? 0);
  const parts = [
    total > 0 && `${shown < total ? `${shown} of ` : ""}${amount(total, "rule")}`,
    memories.length > 0 && `${amount(memories.length, "memory")} ${how}`,
    sessionCount > 0 && amount(sessionCount, "recent session"),
    known && "what this session knew",
    predictions && "open predictions",
    orientation && "scratchpads with commits",
  ].filter(Boolean);
  const last = parts.pop();
  return last && `${parts.length === 0 ? last : `${parts.join(", ")} and ${last}`} in context`;
}

/** Offers predictions that were left open, or that the end of a session abandoned (`orphans` in `store/ghap.ts`). */
function offeredOrphans({ orphans }: Waiting, context: HookContext): string | undefined {
  if (orphans === 0 || context.isUnattended()) return undefined;
  const offer = { ...context.session, limit: MAX_OFFERED };
  const offered = context.withStore((store) => offerOrphans(store, offer, context.at), []);
  return offered.length === 0 ? undefined : orphanText(offered, offer.sessionId);
}
