// The commands `mneme install` and `mneme uninstall`.
import { basename, dirname, join } from "node:path";
import { errorLine, UsageError, UserError } from "../../base/user_error.ts";
import { VERSION } from "../../base/version.ts";
import { findPaths } from "../../machine/paths.ts";
import { asStoreError } from "../../store/store_error.ts";
import { realPath } from "../frame/typed_paths.ts";
import { homeEntries, removalLine } from "../doctor/home.ts";
import { openHome, requirePaths, whyNoHome } from "../frame/home.ts";
import { throwLast, tryEach } from "../items/find_item.ts";
import { Command, type Flags } from "../frame/command.ts";
import { printLine, warnLine } from "../frame/output.ts";
import { amount, shellWord, sizeText } from "../frame/plain_text.ts";
import {
  type InstallStep,
  installSteps,
  printReports,
  type StepMode,
  type StepOptions,
  type StepReport,
} from "../registration/install_step.ts";
import { enabledPlugin, furtherSettings, readPlace } from "../registration/registered_hooks.ts";
import { type ScopeOptions, SCOPES, settingsPlaces } from "../registration/settings_file.ts";
import {
  checkExecutables,
  CURRENT,
  mnemeIn,
  nameHooks,
  ownFolder,
  packageRoot,
  typedCommand,
  versionsRoot,
} from "../registration/own_folder.ts";
import { mcpStep } from "../registration/mcp_step.ts";
import { skillStep } from "../registration/signed_file.ts";
import { installCopy } from "./own_copy.ts";
import { binFolderOf, claudeSteps, clientFiles, clientSteps, hooksStep } from "../clients/client_steps.ts";
import { chosenClients, CLIENT_NAMES, clientRows, namedClients } from "../clients/client_table.ts";
import { trustCodexHooks, withoutOwnTrust } from "../clients/codex_trust.ts";

type InstallOptions = StepOptions & Flags<"client" | "bin", "trust" | "self" | "unregistered">;

export function installCommand(): Command {
  return addStepOptions(new Command("install").alias("install-hooks"))
    .option("--bin <dir>", "folder of the hook executables (default: the folder of mneme)")
    .option("--self", "first copy mneme to ~/.local/share/mneme (from an npm package, mneme always does so)")
    .option("--unregistered", "with --self: only copy, and register nothing")
    .option("--trust", "with --client codex or all: make Codex trust the hooks; it runs only trusted hooks")
    .example("mneme install --dry-run")
    .action(install);
}

async function install(options: InstallOptions): Promise<void> {
  if (options.trust === true && options.client !== "codex" && options.client !== "all") {
    throw new UsageError("Cannot ask for trust without Codex CLI", { hint: "add --client codex" });
  }
  const folder = binFolderOf(options);
  const copiesFirst = options.self === true || packageRoot(folder) !== undefined;
  if (options.unregistered === true && !copiesFirst) {
    throw new UsageError("Cannot install without registering: nothing is left to do", { hint: "add --self" });
  }
  checkExecutables(folder); // first, so that nothing is said or changed if an executable is missing
  if (copiesFirst && options.json !== true) {
    printLine(`${options.dryRun === true ? "Would put" : "Putting"} mneme ${VERSION} into ${versionsRoot()}`);
  }
  if (options.dryRun !== true) {
    if (copiesFirst) return runCopy(installCopy(folder), options);
    nameHooks(folder);
  }
  if (options.unregistered === true) return;
  // a dry run shows the paths that the copy would register
  const parts = partsOf(copiesFirst ? { ...options, bin: join(versionsRoot(), CURRENT) } : options);
  const errors: UserError[] = [];
  const reports: StepReport[] = [];
  const advice: string[] = [];
  for (const part of parts) {
    try {
      reports.push(...part.heading, ...installSteps(part.steps, modeOf(options), makeHome));
      advice.push(...part.advice);
      if (part.row?.name !== "codex" || options.trust !== true || modeOf(options) !== "apply") continue;
      const count = await trustCodexHooks(part.row);
      const what = count === 0 ? "the hooks already" : `${amount(count, "hook")} now`;
      reports.push(noteReport(`Codex CLI trusts ${what}`, count > 0));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      errors.push(error);
    }
  }
  finish(reports, errors, options, () => [
    ...(Deno.env.get("MNEME_HOME") ? [HOME_ADVICE] : []),
    ...advice,
    ...shellAdvice(folder),
    `To undo: mneme uninstall${typedScope(options)}`,
  ]);
}

/** Makes the data folder. Only warns of a newer mneme's database: the hooks then write to the spool. */
function makeHome(): void {
  try {
    openHome().store.close();
  } catch (error) {
    if (!(error instanceof UserError) || asStoreError(error.cause).fault !== "newer") throw error;
    warnLine(`mneme: ${errorLine(error)}; until then the hooks write to the spool`);
  }
}

/** Prints the reports, unless everything failed. Then prints each error once, but throws the last. */
function finish(
  reports: readonly StepReport[],
  errors: readonly UserError[],
  options: StepOptions,
  advice: () => readonly string[],
): void {
  if (errors.length === 0 || reports.length > 0) printReports(reports, options, advice());
  throwLast([...new Map(errors.map((error) => [error.message, error])).values()]);
}

/** Lets the copy register itself, whatever `--bin` says, and exits with the copy's status. */
function runCopy(folder: string, { unregistered }: InstallOptions): void {
  if (unregistered === true) return;
  const args = [...Deno.args.filter((word) => word !== "--self"), "--bin", folder];
  const stdio = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
  Deno.exit(new Deno.Command(mnemeIn(folder), { args, ...stdio }).outputSync().code);
}

/** Returns steps and advice for each client; Claude Code has no `row`. */
function partsOf(options: InstallOptions, clients = namedClients(options.client ?? "claude")) {
  const { project, local, settings, trust } = options;
  return clients.map((row) => {
    const restart = `Restart ${row === "claude" ? "Claude Code" : row.title} for the hooks to take effect.`;
    if (row === "claude") {
      const plugin = enabledPlugin(settingsPlaces().map(readPlace));
      const advice = [
        plugin &&
        `The plugin ${plugin.id}, enabled in ${plugin.path}, brings all this, too: undo this, or run ` +
          `\`claude plugin uninstall ${plugin.id}\`.`,
        settings && "Installed only the hooks; without --settings also the MCP server and the skill.",
        restart,
      ].filter((line) => line !== undefined);
      return { row: undefined, heading: [], steps: claudeSteps(options), advice };
    }
    if (project !== undefined || local !== undefined || settings !== undefined) {
      throw new UsageError("Cannot choose a settings file of another client than Claude Code", {
        hint: "leave --project, --local and --settings away",
      });
    }
    const advice = row.name === "codex" && trust !== true ? [TRUST_ADVICE] : [restart];
    const steps = clientSteps(row, binFolderOf(options));
    return { row, heading: [noteReport(`${row.title}:`)], steps, advice };
  });
}

const HOME_ADVICE =
  "MNEME_HOME is set here: set it also where you start the agent, or its hooks use ~/.mneme.";

const TRUST_ADVICE = "Codex CLI runs a hook once you trust it: start `codex` and say so, or " +
  "`mneme install --client codex --trust`.";

const modeOf = ({ dryRun }: InstallOptions): StepMode => dryRun === true ? "preview" : "apply";

function noteReport(line: string, changed = false): StepReport {
  return { changed, lines: [line], diff: "", data: { step: "note", text: line } };
}

function shellAdvice(binFolder: string): string[] {
  const { found, isThis, line } = typedCommand(binFolder);
  if (isThis) return [];
  const why = found === undefined ? "does not find mneme yet" : `starts ${found} for \`mneme\``;
  return [`Your shell ${why}; add to its profile: ${line}`];
}

export function uninstallCommand(): Command {
  return addStepOptions(new Command("uninstall").alias("uninstall-hooks"))
    .example("mneme uninstall --dry-run")
    .action(uninstall);
}

async function uninstall(options: InstallOptions): Promise<void> {
  const further = options.client === "all" ? furtherSteps() : [];
  const all = further.length === 0
    ? partsOf(options) // refuses if no agent is found
    : [...partsOf(options, chosenClients("all")), { row: undefined, heading: [], steps: further }];
  // An agent stays as it is if one of its files is broken.
  const { done: parts, refused } = tryEach(all, (part) => {
    for (const step of part.steps) step.uninstall("preview");
    return part;
  });
  const errors = refused.map(({ error }) => error);
  const remove = () =>
    parts.flatMap(({ heading, steps }) => {
      // Undoes the last step first. If one fails, the others are still undone.
      const removed = tryEach(steps.toReversed(), (one) => one.uninstall(modeOf(options)));
      errors.push(...removed.refused.map(({ error }) => error));
      const changesFirst = removed.done.toSorted((a, b) => Number(b.changed) - Number(a.changed));
      return changesFirst.length > 0 ? [...heading, ...changesFirst] : [];
    });
  const codex = modeOf(options) === "apply" ? parts.find(({ row }) => row?.name === "codex")?.row : undefined;
  const reports = codex === undefined ? remove() : await withoutOwnTrust(codex, remove);
  finish(reports, errors, options, () => [
    ...(parts.some(({ row }) => row === undefined)
      ? ["Restart Claude Code for it to forget the hooks."]
      : []),
    `To undo: mneme install${typedScope(options)}`,
    ...(hasClient() ? [] : whatStays()),
  ]);
}

/** Tells whether a client still has something that uninstall would take out. */
function hasClient(): boolean {
  const steps = [...partsOf({}, chosenClients("all")).flatMap(({ steps }) => steps), ...furtherSteps()];
  return tryEach(steps, (one) => one.uninstall("preview")).done.some(({ changed }) => changed);
}

/** Names the data, which uninstall leaves to the user, and how to delete it. */
function whatStays(): string[] {
  const paths = findPaths();
  const entries = paths === undefined || whyNoHome(paths) !== undefined ? [] : homeEntries(paths.root);
  return entries.slice(0, 1).map(({ path }) => {
    const size = sizeText(entries.reduce((sum, { info }) => sum + info.size, 0));
    return `Your data stays: ${size} in ${path}; to delete it: ${removalLine(realPath(path))}`;
  });
}

function furtherSteps(): InstallStep[] {
  const others = clientRows().flatMap((row) => clientFiles(row, "").map(({ path }) => realPath(path)));
  const settings = furtherSettings(requirePaths()).filter((path) => !others.includes(realPath(path)));
  return settings.flatMap((path, i) => {
    const [binFolder, folder] = [ownFolder(), dirname(path)];
    if (basename(folder) !== ".claude") return [hooksStep(path, binFolder)]; // from --settings
    const isFirst = settings.findIndex((one) => dirname(one) === folder) === i; // two files share the skill
    const skill = isFirst ? [skillStep(join(folder, "skills"))] : [];
    const scope = basename(path) === "settings.json" ? "project" : "local";
    return [hooksStep(path, binFolder), ...skill, mcpStep({ scope, binFolder, project: dirname(folder) })];
  });
}

function addStepOptions(command: Command): Command {
  const note = command.name() === "install" ? "; do not commit it: it names paths of this machine" : "";
  return command
    .option("--client <name>", `${CLIENT_NAMES}; all: every agent found (default: claude)`)
    .option("--user", "for Claude Code: your own settings, ~/.claude/settings.json (default)")
    .option("--project", `for Claude Code: the project's .claude/settings.json${note}`)
    .option("--local", "for Claude Code: the project's .claude/settings.local.json")
    .option("--settings <file>", "for Claude Code: any other settings file")
    .exclusive(...SCOPES, "settings")
    .option("--dry-run", "show what would change and change nothing")
    .option("--json", "print what was done as JSON");
}

/** Returns the options that name the same files again, with a leading space. */
export function typedScope(options: ScopeOptions & Flags<"client">): string {
  const { client, settings, project, local } = options;
  return (client === undefined ? "" : ` --client ${client}`) +
    (settings === undefined ? "" : ` --settings ${shellWord(settings)}`) +
    (project === true ? " --project" : "") + (local === true ? " --local" : "");
}
