// Checks of the doctor: hooks, timeouts and MCP server of Claude Code.
import { dirname } from "node:path";
import { HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { isFile } from "../../machine/files.ts";
import { leadsTo, programOnPath } from "../../machine/mneme_command.ts";
import { folderPath, isAbsolute } from "../../machine/paths.ts";
import { isClaudeFound } from "../clients/client_table.ts";
import { isOwnServer, registrationLine } from "../registration/mcp_step.ts";
import { mnemeIn } from "../registration/own_folder.ts";
import type { Scope } from "../registration/settings_file.ts";
import { realPath } from "../frame/typed_paths.ts";
import { plainLine } from "../frame/plain_text.ts";
import { check, type Probe } from "./check.ts";
import { lastSeen } from "./other_clients.ts";
import { enabledPlugin } from "../registration/registered_hooks.ts";

/**
 * Checks that Claude Code has each hook once, at an existing path. If other agents have mneme, a lack of all hooks is
 * only a warning; if the MCP server is missing, too, it is none, as the user has taken mneme out of Claude Code.
 */
export const checkSettings = check<Probe>("settings", (probe, warn, fail, ok) => {
  const { settings: readings, managed, binFolder, hasOthers, paths: { root = "none" } = {} } = probe;
  const active = managed.managedOnly ? [managed] : [...readings, managed]; // the last file decides on a plugin
  const installed = active.filter(({ hooks }) => hooks.length > 0);
  const own = binFolder && realPath(binFolder);
  const plugin = enabledPlugin(active);
  const isManaged = installed.includes(managed) || plugin?.path === managed.place.path;
  const unread = readings.flatMap(({ problem }) => problem ?? []); // their hooks are not known
  for (const { text, fix } of unread) fail(text, fix);
  for (const { place: { path }, hooksOff } of readings) {
    if (hooksOff && !isManaged) warn(`${path} switches all hooks off`, 'take "disableAllHooks" out of it');
  }
  const isForbidden = managed.hooksOff || (managed.managedOnly && !isManaged);
  if (isForbidden) warn(`${managed.place.path}, the settings of your organisation, forbids mneme's hooks`);
  for (const { place: { path }, dataFolder } of readings) {
    if (dataFolder === undefined || realPath(folderPath(dataFolder)) === realPath(root)) continue;
    const text = `${path} sets MNEME_HOME to ${plainLine(dataFolder, 200)}`;
    if (isAbsolute(dataFolder)) warn(`${text}; this shell's mneme uses ${root}`, "set it alike in both");
    else fail(`${text}, so that hooks store nothing`, "write the whole path there");
  }
  const fromPlugin = plugin === undefined ? [] : [`plugin ${plugin.id}, enabled in ${plugin.path}`];
  const sources = [...fromPlugin.map((one) => `the ${one}`), ...installed.map(({ place }) => place.path)];
  if (plugin !== undefined && installed.length === 0) ok(`The ${fromPlugin[0]}, brings the hooks`);
  if (sources.length === 0 && unread.length === 0 && !isForbidden) {
    const files = readings.map(({ place }) => place.path).join(", ");
    const text = `No hook of mneme is registered in ${files || "any settings file"}`;
    if (hasOthers && probe.servers.length === 0) ok(`${text}; other agents have them`);
    else (hasOthers ? warn : fail)(text, "mneme install");
  }
  if (sources.length > 1) {
    const cost = "each event is handled once, but may start the hooks of all of them";
    const fix = inScope("mneme uninstall", installed.findLast((one) => one !== managed)?.place.scope);
    warn(`Hooks are brought by ${sources.join(" and ")}; ${cost}`, fix);
  }
  for (const { hooks, place } of installed) {
    const fix = place === managed.place ? "ask who keeps that file" : inScope("mneme install", place.scope);
    const missing = HOOK_REGISTRATIONS.map(({ event }) => event)
      .filter((event) => hooks.every((hook) => hook.event !== event));
    const are = missing.length === 1 ? "is" : "are";
    if (missing.length > 0) fail(`${missing.join(", ")} ${are} not registered in ${place.path}`, fix);
    const others = hooks.map(({ command }) => dirname(command)).filter((one) => realPath(one) !== own);
    const isElsewhere = own !== undefined && others.length > 0;
    if (isElsewhere) {
      const folders = [...new Set(others)].join(" and ");
      const text = `${place.path} starts the hooks in ${folders}, this mneme is in ${binFolder}`;
      if (hooks.every(({ command }) => isFile(command))) warn(text, fix);
      else fail(`${text}; some are missing`, fix);
    }
    if (missing.length === 0 && !isElsewhere) ok(`All hooks are registered in ${place.path}`);
  }
  if (sources.length > 0) lastSeen(probe, { name: "claude", title: "Claude Code", program: "claude" }, warn);
});

/** Returns true if Claude Code is on this machine or has hooks of mneme, which a project may bring. */
export function isClaudeThere({ settings }: Probe): boolean {
  return isClaudeFound() || settings.some(({ hooks }) => hooks.length > 0);
}

/** Checks that the client's timeouts are as long as the installer makes them: longer than the hooks' own deadlines. */
export const checkDeadlines = check<Probe>("deadlines", ({ settings }, warn) => {
  const installed = settings.filter(({ hooks }) => hooks.length > 0);
  for (const { hooks, place } of installed) {
    const wrong = hooks.flatMap(({ event, timeoutSeconds }) => {
      const wanted = HOOK_REGISTRATIONS.find((registration) => registration.event === event)?.timeoutSeconds;
      if (wanted === undefined || (timeoutSeconds ?? 60) >= wanted) return []; // 60 by default
      return [`${event} ${timeoutSeconds} (should be ${wanted})`];
    });
    const text = `Timeouts in ${place.path} are too short, in seconds: ${wrong.join(", ")}`;
    if (wrong.length > 0) warn(text, inScope("mneme install", place.scope));
  }
  return installed.length === 0 ? undefined : "Every hook gives up before the client's timeout for it";
});

function inScope(command: string, scope: Scope = "user"): string {
  return scope === "user" ? command : `${command} --${scope}`;
}

const NO_TOOLS = "sessions have the hooks, but not the tools";

/** Checks that sessions with hooks have the tools: install may not have found `claude`. A plugin brings its server. */
export const checkServer = check<Probe>("server", ({ settings, servers, binFolder }, warn) => {
  const installed = settings.find(({ hooks }) => hooks.length > 0);
  if (installed === undefined || binFolder === undefined || enabledPlugin(settings) !== undefined) return;
  const other = servers.find(({ command }) => !leadsTo(programOf(command) ?? "", mnemeIn(binFolder)));
  if (other !== undefined) {
    const { command, args, scope } = other;
    const text = programOf(command) === undefined
      ? `The MCP server is registered as ${command}, which is not there: ${NO_TOOLS}`
      : `The MCP server named mneme starts ${command}, and not this mneme, in ${binFolder}`;
    const again = inScope("mneme install", scope);
    warn(text, isOwnServer([command, ...args]) ? again : `rename or remove it, then \`${again}\``);
  } else if (servers.length === 0) {
    const fix = registrationLine({ scope: installed.place.scope, binFolder });
    warn(`No MCP server of mneme is registered: ${NO_TOOLS}`, fix);
  }
  return "The MCP server is registered";
});

/** Returns the file that the client starts, if it is there. A name without a folder is searched on the PATH. */
function programOf(command: string): string | undefined {
  if (!/[\\/]/.test(command)) return programOnPath(command);
  return isFile(command) ? command : undefined;
}
