// `mneme pause` and `mneme unpause`. During a pause no hook captures or injects anything, and no tool keeps anything.
import { orUndefined } from "../base/or_undefined.ts";
import { UsageError } from "../base/user_error.ts";
import { sessionOfShell } from "../machine/environment.ts";
import { writeAtomic } from "../machine/files.ts";
import type { Paths } from "../machine/paths.ts";
import { isCurrent, notePauseTimes, type Pause, readPauses } from "../machine/pause.ts";
import { sessionCalled } from "../store/sessions.ts";
import { attempt } from "./frame/attempt.ts";
import { Command, type Flags } from "./frame/command.ts";
import { projectAt, readStore, requirePaths, requireSession, thisProject, warnAbsent } from "./frame/home.ts";
import { holdLock } from "./frame/locks.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";
import { localTime, parseDuration, plainText, shellWord } from "./frame/plain_text.ts";

type PauseOptions = Flags<"for"> & { readonly session?: string | true; readonly project?: string | true };
type UnpauseOptions = Omit<PauseOptions, "for"> & Flags<never, "everything">;

export function pauseCommand(): Command {
  return new Command("pause")
    .option("--session [id]", "only this session (without id: the session that runs this command)")
    .option("--project [dir]", "only this project (without dir: the current project)")
    .exclusive("session", "project")
    .option("--for <duration>", "end the pause after 30m, 1h, 2d … (default: `mneme unpause` ends it)")
    .orJson("mneme pause --project --for 1h", pause);
}

export function unpauseCommand(): Command {
  return new Command("unpause")
    .option("--session [id]", "only the pause of this session (without id: the session that runs this)")
    .option("--project [dir]", "only the pause of this project (without dir: the current project)")
    .option("--everything", "only the pause that holds everywhere; pauses of a project or session go on")
    .exclusive("session", "project", "everything")
    .orJson("mneme unpause", unpause);
}

function pause(options: PauseOptions): void {
  const [paths, now] = [requirePaths(), Date.now()];
  const until = options.for === undefined ? null : now + parseDuration(options.for);
  const added: Pause = { ...subjectOf(options) ?? EVERYTHING, from: now, until };
  const replaced = changePauses(paths, now, { subject: added, begun: added });
  if (added.scope === "project") warnAbsent(added.key);
  if (options.json) return printJson({ paused: currentPauses(paths, now).map(forJson) });
  const there = added.scope === "all" ? "" : " there";
  printLine(`Paused ${describePause(added)}: nothing is captured or injected${there}`);
  printLine(`${replaced.length === 0 ? "Undo" : "End it"}: ${unpauseLine(added)}`); // a replaced pause does not return
}

function unpause(options: UnpauseOptions): void {
  const [paths, now] = [requirePaths(), Date.now()];
  const ended = changePauses(paths, now, { subject: subjectOf(options) });
  const left = currentPauses(paths, now);
  if (options.json) return printJson({ ended: ended.map(forJson), paused: left.map(forJson) });
  if (ended.length === 0) printLine("No pause was ended; nothing was changed");
  for (const pause of ended) printLine(`Ended the pause of ${describeSubject(pause)}`);
  for (const pause of left) {
    printLine(`Still paused: ${describePause(pause)}; \`${unpauseLine(pause)}\` ends it`);
  }
}

const EVERYTHING = { scope: "all", key: "" } as const;

function subjectOf(options: UnpauseOptions): PauseSubject | undefined {
  const { session, project, everything } = options;
  if (everything) return EVERYTHING;
  if (session !== undefined) {
    if (session !== true) return { scope: "session", key: clientSession(session) };
    return { scope: "session", key: sessionOfShell() ?? noSession("this shell belongs to none") };
  }
  if (project === undefined) return undefined;
  return { scope: "project", key: project === true ? thisProject() : projectAt(project) };
}

function noSession(reason: string): never {
  throw new UsageError(`Cannot tell which session is meant: ${reason}`, {
    hint: "give the id, as `mneme sessions list --json` shows it",
  });
}

/** Returns the client's id, which hooks use, also for `s4` or `4`, which must exist. Warns of another unknown id. */
export function clientSession(id: string): string {
  if (id === "") noSession(`"" is no session`);
  const [paths, own] = [requirePaths(), id.toLowerCase()];
  if (/^s?\d+$/.test(own)) return readStore(paths, (store) => requireSession(store, own)).session_id;
  const isUnseen = orUndefined(() => readStore(paths, (store) => sessionCalled(store, id) === undefined));
  if (isUnseen) warnLine(`mneme: no session ${plainText(id)} has been seen yet; look at its spelling`);
  return id;
}

export function unpauseLine({ scope, key }: PauseSubject): string {
  return `mneme unpause --${scope === "all" ? "everything" : `${scope} ${shellWord(key)}`}`;
}

function forJson({ scope, key, until }: Pause) {
  return { scope, key, until: until === null ? null : new Date(until).toISOString() };
}

export type PauseSubject = Pick<Pause, "scope" | "key">;

export function currentPauses(paths: Paths, now: number): Pause[] {
  return readPauses(paths).filter((pause) => isCurrent(pause, now));
}

/** Ends the pauses of `subject`, or all if it is absent, and begins `begun`. Returns the ended pauses. */
export function changePauses(
  paths: Paths,
  now: number,
  { subject, begun }: { readonly subject: PauseSubject | undefined; readonly begun?: Pause },
): Pause[] {
  if (begun === undefined && currentPauses(paths, now).length === 0) return [];
  using _lock = holdLock(paths, "changes");
  const isSubject = ({ scope, key }: Pause) =>
    subject === undefined || (scope === subject.scope && key === subject.key);
  const { current = [], past = [] } = Object.groupBy(
    readPauses(paths),
    (pause) => isCurrent(pause, now) ? "current" : "past",
  );
  const ended = current.filter(isSubject);
  if (ended.length === 0 && begun === undefined) return ended;
  const left = current.filter((pause) => !ended.includes(pause));
  attempt(`write ${paths.paused}`, "run `mneme doctor`", () => {
    // If the second write fails, the pause goes on, and is noted again when it ends.
    notePauseTimes(paths, [...past, ...ended.map((pause) => ({ ...pause, until: now }))]);
    // An empty list stays in the file: hooks read it faster than they find that there is no file.
    writeAtomic(paths.paused, `${JSON.stringify(begun === undefined ? left : [...left, begun])}\n`);
  });
  return ended;
}

/** Returns "everything until 2026-03-01 14:05" or "project /home/me/app until `mneme unpause`". */
export function describePause(pause: Pause): string {
  const { until } = pause;
  const end = until === null ? "`mneme unpause`" : localTime(new Date(until).toISOString());
  return `${describeSubject(pause)} until ${end}`;
}

function describeSubject({ scope, key }: PauseSubject): string {
  return scope === "all" ? "everything" : `${scope} ${plainText(key)}`;
}
