import { dirname } from "node:path";
import { below } from "../../base/slashes.ts";
import { asText, at, parseJson } from "../../base/json.ts";
import { textOf } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { readPlace } from "./registered_hooks.ts";
import { namesIn } from "../frame/is_there.ts";
import { followLinks, settingsPlaces } from "./settings_file.ts";

/** A settings file in which hooks of mneme are registered. */
export interface KnownSettings {
  readonly path: string;
  /** True for the user's own file, to which the MCP server and the skill belong. */
  readonly isUsers: boolean;
  /** Folders of the executables that it starts. */
  readonly folders: readonly string[];
}

/** Lists the settings files with hooks of mneme: the user's, this folder's, and those install recorded. */
export function knownSettings(paths: Paths): KnownSettings[] {
  const places = settingsPlaces();
  const recorded = recordedSettings(paths).map((path) => ({ path, option: " --project" as const }));
  const known = new Map<string, KnownSettings>();
  for (const place of [...places, ...recorded]) {
    const { hooks } = readPlace(place);
    const target = hooks.length === 0 ? "" : followLinks(place.path);
    if (target === "" || known.has(target)) continue;
    const folders = [...new Set(hooks.map(({ command }) => dirname(command)))];
    known.set(target, { path: place.path, isUsers: place.option === "", folders });
  }
  return [...known.values()];
}

function recordedSettings({ backups }: Paths): string[] {
  const folder = below(backups, "settings");
  return namesIn(folder).filter((name) => name.endsWith(".record.json"))
    .flatMap((name) => asText(at(parseJson(textOf(below(folder, name)) ?? ""), "settings_file")) ?? [])
    .sort();
}
