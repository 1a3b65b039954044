import { dirname } from "node:path";
import { HOOK_REGISTRATIONS } from "../../core/hook_names.ts";
import { fileProblem } from "./executables.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import { type EnabledPlugin, enabledPlugin, ownPlugin } from "./plugin.ts";
import type { Probe } from "./probe.ts";
import { readPlace, type SettingsReading } from "./registered_hooks.ts";

const CHECK = "settings";

/** Whether the client knows the hooks: registered once, all of them, with paths that exist and our timeouts. */
export function checkSettings(probe: Probe): Finding[] {
  const readings = probe.settings.map(readPlace);
  const installed = readings.filter(({ hooks }) => hooks.length > 0);
  const plugin = enabledPlugin(readings);
  const problems = readings.flatMap(unreadable);
  return [
    ...problems,
    ...readings.flatMap(switchedOff),
    ...(installed.length > 0 ? [] : plugin !== undefined ? [broughtBy(plugin)] : problems.length > 0
      ? [] // what is in that file is not known before it is put right
      : [notInstalled(probe)]),
    ...(plugin === undefined ? [] : installed.map((reading) => besidePlugin(plugin, reading))),
    ...(installed.length > 1 ? [installedTwice(installed)] : []),
    ...installed.flatMap((reading) => checkInstall(reading, probe)),
  ];
}

function unreadable({ problem }: SettingsReading): Finding[] {
  return problem === undefined ? [] : [fail(CHECK, problem.text, { fix: problem.fix })];
}

function switchedOff({ disablesHooks, place }: SettingsReading): Finding[] {
  if (!disablesHooks) return [];
  return [warn(CHECK, `${place.path} switches all hooks off`, { fix: `take "disableAllHooks" out of it` })];
}

function broughtBy({ id, path }: EnabledPlugin): Finding {
  return ok(CHECK, `The plugin ${id}, enabled in ${path}, brings the hooks`);
}

function besidePlugin({ id, path }: EnabledPlugin, { place }: SettingsReading): Finding {
  const text =
    `The plugin ${id}, enabled in ${path}, and ${place.path} both bring the hooks; each event is ` +
    "handled once, but costs two starts";
  return warn(CHECK, text, { fix: `mneme uninstall${place.option}` });
}

function notInstalled(probe: Probe): Finding {
  const plugin = ownPlugin(probe);
  if (plugin !== undefined) {
    const text =
      `This mneme is the one of the plugin in ${plugin}, which no settings file enables: only sessions ` +
      "that load it have its hooks";
    return warn(CHECK, text, {
      fix: `claude --plugin-dir '${plugin}', or install the plugin from its marketplace`,
    });
  }
  const files = probe.settings.map(({ path }) => path).join(", ");
  return fail(CHECK, `No hook of mneme is registered in ${files || "any settings file"}`, {
    fix: "mneme install",
  });
}

function installedTwice(installed: readonly SettingsReading[]): Finding {
  const files = installed.map(({ place }) => place.path).join(" and ");
  const option = installed.at(-1)?.place.option ?? "";
  const text =
    `The hooks are registered in ${files}; each event is handled once, but may cost a start for each`;
  return warn(CHECK, text, {
    fix: `mneme uninstall${option}`,
  });
}

function checkInstall(reading: SettingsReading, probe: Probe): Finding[] {
  const problems = [
    ...missingEvents(reading),
    ...brokenPaths(reading),
    ...wrongTimeouts(reading),
    ...otherFolders(reading, probe),
  ];
  if (problems.length > 0) return problems;
  return [ok(CHECK, `${reading.hooks.length} hooks are registered in ${reading.place.path}`)];
}

function missingEvents({ hooks, place }: SettingsReading): Finding[] {
  const missing = HOOK_REGISTRATIONS.map(({ event }) => event)
    .filter((event) => hooks.every((hook) => hook.event !== event));
  if (missing.length === 0) return [];
  const text = `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not registered in ${place.path}`;
  return [fail(CHECK, text, { fix: `mneme install${place.option}` })];
}

function brokenPaths({ hooks, place }: SettingsReading): Finding[] {
  const commands = [...new Set(hooks.map(({ command }) => command))];
  return commands.flatMap((command) => {
    const problem = fileProblem(command, CHECK);
    if (problem === undefined) return [];
    const fix = problem.repair === undefined ? `mneme install${place.option}` : problem.fix ?? "";
    return [{ ...problem, text: `${place.path} starts a file that cannot be started: ${problem.text}`, fix }];
  });
}

function wrongTimeouts({ hooks, place }: SettingsReading): Finding[] {
  const wrong = hooks.flatMap(({ event, timeoutSeconds }) => {
    const wanted = HOOK_REGISTRATIONS.find((registration) => registration.event === event)?.timeoutSeconds;
    if (wanted === undefined || wanted === timeoutSeconds) return [];
    return [`${event} ${timeoutSeconds ?? "none"} (should be ${wanted})`];
  });
  if (wrong.length === 0) return [];
  return [warn(CHECK, `Timeouts in ${place.path} are not ours, in seconds: ${wrong.join(", ")}`, {
    fix: `mneme install${place.option}`,
  })];
}

function otherFolders({ hooks, place }: SettingsReading, probe: Probe): Finding[] {
  if (probe.executables === undefined) return [];
  const others = [...new Set(hooks.map(({ command }) => dirname(command)))]
    .filter((folder) => folder !== probe.executables);
  if (others.length === 0) return [];
  const text = `${place.path} starts the hooks in ${
    others.join(" and ")
  }, this mneme is in ${probe.executables}`;
  return [warn(CHECK, text, { fix: `mneme install${place.option}` })];
}
