// Finds mneme's hooks in the settings files of Claude Code.
import { HOOK_MARKER } from "../../base/hook_names.ts";
import { asText, at, parseJson } from "../../base/json.ts";
import { below } from "../../base/slashes.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { shortTextOf, textOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { namesIn } from "../frame/typed_paths.ts";
import { listHooks } from "./settings_edit.ts";
import { followLinks, readSettings, type SettingsPlace, settingsPlaces } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

/** Reads as strictly as the client, which ignores a file with a `problem`. Never throws. */
export function readPlace(place: SettingsPlace) {
  try {
    const { text } = readSettings(place.path);
    const hooks = listHooks(text, HOOK_MARKER).map(({ event, hook }) => {
      const timeout = at(hook, "timeout");
      const timeoutSeconds = typeof timeout === "number" ? timeout : undefined;
      return { event, command: asText(at(hook, "command")) ?? "", timeoutSeconds };
    });
    const settings = JSON.parse(text?.replace(/^\uFEFF/, "").trim() || "{}");
    const plugins = Object.entries(settings.enabledPlugins ?? {}).filter(([id]) => id.startsWith("mneme@"))
      .map(([id, isEnabled]) => ({ id, isEnabled: isEnabled === true, path: place.path }));
    const hooksOff = settings.disableAllHooks === true;
    const managedOnly = settings.allowManagedHooksOnly === true; // counts in an organisation's file alone
    const dataFolder = asText(at(settings, "env", "MNEME_HOME")); // for the hooks, not for a shell of the user
    return { place, hooks, hooksOff, managedOnly, dataFolder, plugins, problem: undefined };
  } catch (error) {
    const problem = describe(place.path, error, "; the client drops such a file without a word");
    return { place, hooks: [], dataFolder: undefined, plugins: [], problem };
  }
}

export function describe(path: string, error: unknown, effect = ""): { text: string; fix: string } {
  if (error instanceof SettingsError) {
    const dropped = error.message.includes("Claude Code ignores") ? "" : effect; // it says so already
    return { text: `${path}:${error.line}:${error.column}: ${error.message}${dropped}`, fix: error.advice };
  }
  const fix = error instanceof UserError ? error.hint : undefined;
  return { text: reasonOf(error), fix: fix ?? `look at ${path}` };
}

/** Returns an enabled plugin `mneme@…`; of each, the file nearest to the project decides. */
export function enabledPlugin(readings: readonly ReturnType<typeof readPlace>[]) {
  const nearest = new Map(readings.flatMap(({ plugins }) => plugins.map((plugin) => [plugin.id, plugin])));
  return nearest.values().find(({ isEnabled }) => isEnabled);
}

/** Returns files with mneme's hooks, except the user's: this folder's, and those that install recorded. */
export function furtherSettings(paths: Paths): string[] {
  const folder = below(paths.backups, "settings");
  const recorded = namesIn(folder).filter((name) => name.endsWith(".record.json")).flatMap((name) => {
    const path = asText(at(parseJson(textOf(below(folder, name)) ?? ""), "settings_file"));
    return path === undefined ? [] : [{ path, scope: "project" as const }];
  }).sort((a, b) => a.path < b.path ? -1 : 1);
  const known = new Map<string, SettingsPlace>();
  for (const place of [...settingsPlaces(), ...recorded]) {
    const { hooks, problem } = readPlace(place);
    const isKnown = hooks.length > 0 || (problem && shortTextOf(place.path, Infinity)?.includes(HOOK_MARKER));
    if (isKnown) known.getOrInsert(followLinks(place.path), place);
  }
  return [...known.values()].filter(({ scope }) => scope !== "user").map(({ path }) => path);
}
