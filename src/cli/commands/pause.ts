import { Command } from "commander";
import { UsageError, UserError } from "../../core/user_error.ts";
import { readEnvironment } from "../../host/environment.ts";
import type { Pause } from "../../host/pause.ts";
import { sessionsCalled } from "../../store/session_views.ts";
import { projectAt, requirePaths } from "../data_folder.ts";
import { parseDuration } from "../duration.ts";
import { printJson, printLine } from "../output.ts";
import {
  addPause,
  currentPauses,
  describePause,
  describeSubject,
  type PauseSubject,
  removePauses,
} from "../pause_file.ts";
import { shellWord } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { thisProject } from "../this_project.ts";

interface UnpauseOptions {
  readonly session?: string | true;
  readonly project?: string | true;
  readonly json?: true;
}

interface PauseOptions extends UnpauseOptions {
  readonly for?: string;
}

/** `mneme pause`: no hook captures or injects anything until the pause ends. */
export function pauseCommand(): Command {
  return new Command("pause")
    .description("Stop capturing and injecting: everywhere, in one project or in one session")
    .option("--session [id]", "only this session (default: the one that runs this command)")
    .option("--project [dir]", "only this project (default: the current one)")
    .option("--for <duration>", "end by itself after 30m, 1h, 2d …")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme pause --project --for 1h")
    .action(pause);
}

/** `mneme unpause`: ends pauses before their time. */
export function unpauseCommand(): Command {
  return new Command("unpause")
    .description("End every pause, or the one of a project or session")
    .option("--session [id]", "only the pause of this session (default: the one that runs this command)")
    .option("--project [dir]", "only the pause of this project (default: the current one)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme unpause")
    .action(unpause);
}

function pause(options: PauseOptions): void {
  const [paths, now] = [requirePaths(), Date.now()];
  const until = options.for === undefined ? null : now + parseDuration(options.for);
  const added: Pause = { ...subjectOf(options) ?? { scope: "all", key: "" }, until };
  addPause(paths, added, now);
  if (options.json) return printJson({ paused: currentPauses(paths, now).map(forJson) });
  const there = added.scope === "all" ? "" : " there";
  printLine(`Paused ${describePause(added)}: nothing is captured or injected${there}`);
  printLine(`Undo: mneme unpause${typedSubject(options)}`);
}

function unpause(options: UnpauseOptions): void {
  const [paths, now] = [requirePaths(), Date.now()];
  const ended = removePauses(paths, subjectOf(options), now);
  const left = currentPauses(paths, now);
  if (options.json) return printJson({ ended: ended.map(forJson), paused: left.map(forJson) });
  if (ended.length === 0) printLine("Nothing was paused; nothing was changed");
  for (const pause of ended) printLine(`Ended the pause of ${describeSubject(pause)}`);
  for (const pause of left) printLine(`Still paused: ${describePause(pause)}; \`mneme unpause\` ends it`);
}

/** `undefined`: neither a session nor a project was named. */
function subjectOf({ session, project }: UnpauseOptions): PauseSubject | undefined {
  if (session !== undefined && project !== undefined) {
    throw new UsageError("Cannot take --session and --project together", { hint: "give one of them" });
  }
  if (session !== undefined) {
    return { scope: "session", key: session === true ? ownSession() : clientSession(session) };
  }
  if (project === undefined) return undefined;
  return {
    scope: "project",
    key: project === true ? thisProject(requirePaths()) : projectAt(project),
  };
}

function ownSession(): string {
  const id = readEnvironment("CLAUDE_CODE_SESSION_ID");
  if (id !== undefined) return id;
  throw noSession("CLAUDE_CODE_SESSION_ID is not set");
}

function noSession(reason: string): UsageError {
  return new UsageError(`Cannot tell which session is meant: ${reason}`, {
    hint: "give the id, as `mneme sessions list --json` shows it",
  });
}

/** The client's id behind `s4`; hooks know sessions by that alone. Anything else is the client's id itself. */
function clientSession(id: string): string {
  if (id === "") throw noSession(`"" is no session`);
  if (!/^s\d+$/.test(id)) return id;
  const [found] = readStore(requirePaths(), (store) => sessionsCalled(store, id, 1), []);
  if (found !== undefined) return found.session_id;
  throw new UserError(`Cannot tell which session is meant: there is no ${id}`, {
    hint: "`mneme sessions list` shows what there is",
  });
}

/** The options that name the same subject again, as they are typed. */
function typedSubject({ session, project }: UnpauseOptions): string {
  const [name, value] = session !== undefined ? ["session", session] : ["project", project];
  if (value === undefined) return "";
  return value === true ? ` --${name}` : ` --${name} ${shellWord(value)}`;
}

function forJson(pause: Pause) {
  return { ...pause, until: pause.until === null ? null : new Date(pause.until).toISOString() };
}
