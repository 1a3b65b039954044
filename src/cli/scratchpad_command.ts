// `mneme scratchpad`: lists, shows and sets up the scratchpads in a project's folder.
import { below } from "../base/slashes.ts";
import { isDay, localDay } from "../base/time.ts";
import { UserError } from "../base/user_error.ts";
import { readEnvironment } from "../machine/environment.ts";
import { isFolder, leadsOutside } from "../machine/files.ts";
import { isAbsolute } from "../machine/paths.ts";
import { findProject, foldersInRepository } from "../machine/project.ts";
import { hasScratchpads, ScratchpadFiles, scratchpadFolder } from "../machine/scratchpad_files.ts";
import { COORDINATOR, isPlainName, missingSections, USER_FOLDER } from "../session/scratchpad.ts";
import { attempt } from "./frame/attempt.ts";
import { cannotTake, Command, type Flags, type ListOptions } from "./frame/command.ts";
import { evaluateProject } from "./config/compile.ts";
import { requirePaths, thisProject } from "./frame/home.ts";
import { isThere, realPath, resolvePath } from "./frame/typed_paths.ts";
import { printJson, printLine, warnLine } from "./frame/output.ts";
import { alignRows, plainLine, plainText } from "./frame/plain_text.ts";

export function scratchpadCommand(): Command {
  const scratchpad = new Command("scratchpad").example("mneme scratchpad list --agent coordinator");
  scratchpad.subcommand("list", "List scratchpads by day and agent, and the headings that each lacks")
    .option("--agent <name>", "of one agent")
    .option("--day <date>", "of one day, such as 2026-03-01")
    .option("--project <dir>", "of another project")
    .limited(50)
    .orJson("mneme scratchpad list --agent coordinator", listScratchpads);
  scratchpad.subcommand("show", "Print an agent's scratchpad")
    .argument("<agent>", "the name of the agent's folder in .claude/scratchpad")
    .argument("[day]", "a date, or today (default: the newest)")
    .option("--project <dir>", "of another project")
    .orJson("mneme scratchpad show coordinator", showScratchpad);
  scratchpad.subcommand("init", "Switch scratchpads on: mneme then asks the project's agents for them")
    .option("--project <dir>", "another project")
    .orJson("mneme scratchpad init", initScratchpads);
  return scratchpad;
}

type ListFlags = Flags<"project" | "agent" | "day"> & Pick<ListOptions, "limit">;

function listScratchpads(flags: ListFlags): void {
  const { agent, day } = flags;
  if (day !== undefined && !isDay(day)) cannotTake(day, "--day", "give a date such as 2026-03-01");
  const { project, files, settings } = findScratchpads(flags.project);
  const found = files.agents().filter((one) => agent === undefined || one === agent)
    .flatMap((one) => files.days(one).map((date) => ({ agent: one, day: date })))
    .filter((one) => day === undefined || one.day === day)
    .sort((a, b) => b.day.localeCompare(a.day)); // of a day, the agents stay sorted
  const listed = found.slice(0, flags.limit).map(({ agent, day }) => {
    const content = files.read(agent, day);
    const required = agent === USER_FOLDER ? [] : settings.sections; // the user's own texts need no headings
    const missing = content.kind === "text" ? missingSections(content.text, required) : [];
    const state = content.kind !== "text" ? "unreadable" : missing.length === 0 ? "complete" : "incomplete";
    return { day, agent, path: files.pathOf(agent, day), state, missing };
  });
  if (flags.json) return printJson(listed);
  const rows = listed.map(({ day, agent, state, missing }) => {
    const about = missing.length === 0 ? "" : `; ${plainLine(`missing: ${missing.join(", ")}`, 200)}`;
    return [day, plainLine(agent, 80), state + about];
  });
  alignRows(rows).forEach(printLine);
  if (listed.length < found.length) warnLine("These are the newest; --limit shows more");
  if (listed.length > 0) return;
  const which = agent === undefined && day === undefined ? "" : "such ";
  const advice = hasScratchpads(project) ? "" : "; `mneme scratchpad init` sets a project up";
  warnLine(`No ${which}scratchpad in ${plainText(files.folder)}${advice}`);
}

function showScratchpad(agent: string, day: string | undefined, flags: ListFlags): void {
  const date = day === "today" ? localDay(new Date()) : day;
  const ofDate = date === undefined ? "" : ` of ${date}`;
  if (!isPlainName(agent)) {
    cannotTake(agent, "an agent's name", "`mneme scratchpad list` shows which there are");
  }
  if (date !== undefined && !isDay(date)) cannotTake(date, "a day", "give one such as 2026-03-01, or today");
  const { files } = findScratchpads(flags.project);
  const shownDay = date ?? files.days(agent)[0];
  const content = shownDay === undefined ? { kind: "missing" } as const : files.read(agent, shownDay);
  if (shownDay === undefined || content.kind === "missing") {
    throw new UserError(`Cannot show a scratchpad of ${plainText(agent)}: there is none${ofDate}`, {
      hint: "`mneme scratchpad list` shows what there is",
    });
  }
  const path = files.pathOf(agent, shownDay);
  if (content.kind === "unreadable") {
    throw new UserError(`Cannot show ${plainText(path)}: ${content.reason}`, {
      hint: "look at the file itself",
    });
  }
  const { text } = content;
  if (flags.json) printJson({ agent, day: shownDay, path, text });
  else printLine(plainText(text).trimEnd());
}

function initScratchpads({ project, json }: ListFlags): void {
  const { project: root, files: { folder }, settings } = findScratchpads(project);
  const refuse = (why: string, hint: string) => {
    throw new UserError(`Cannot set up ${plainText(root)}: ${why}`, { hint });
  };
  if (!isFolder(root)) refuse("it is no folder", "name a project's folder");
  if (leadsOutside(folder, root)) {
    const hint = "make .claude/scratchpad a folder of the project itself";
    refuse("a link leads its scratchpads out of it", hint);
  }
  const made = [COORDINATOR, USER_FOLDER].map((name) => below(folder, name)).filter((one) => !isThere(one));
  attempt(`make ${plainText(folder)}`, "see whether the project may be written", () => {
    for (const path of made) Deno.mkdirSync(path, { recursive: true });
  });
  if (json) printJson({ folder, made });
  else for (const path of made) printLine(`made ${plainText(path)}`);
  if (made.length === 0) warnLine(`Nothing to do: ${plainText(folder)} is set up`);
  if (settings.enforce === "never") {
    warnLine(
      "scratchpad.enforce is never: no agent is asked; `mneme config unset scratchpad.enforce` changes that",
    );
  }
}

/** Returns the scratchpads of `given`, or without it those of `launchProject`. A worktree has its own. */
function findScratchpads(given: string | undefined) {
  const project = given === undefined ? launchProject() : realPath(resolvePath(given));
  const { settings } = evaluateProject(requirePaths(), findProject(project));
  return { project, files: new ScratchpadFiles(scratchpadFolder(project)), settings: settings.scratchpad };
}

/** Returns where the client was started; else, of the repository's folders, the nearest one upwards with scratchpads. */
function launchProject(): string {
  const client = readEnvironment("CLAUDE_PROJECT_DIR");
  if (client !== undefined && isAbsolute(client)) return resolvePath(client);
  const current = Deno.cwd();
  return foldersInRepository(current).find(hasScratchpads) ?? thisProject(current);
}
