import { dirname, join } from "node:path";
import { isThere } from "../is_there.ts";
import type { Probe } from "./probe.ts";
import type { SettingsReading } from "./registered_hooks.ts";

/** The plugin as the client's settings enable it. */
export interface EnabledPlugin {
  /** With its marketplace: `mneme@mneme`. */
  readonly id: string;
  /** The settings file that enables it. */
  readonly path: string;
}

/** The plugin, if it is enabled: a file that is nearer to the project has the last word. */
export function enabledPlugin(readings: readonly SettingsReading[]): EnabledPlugin | undefined {
  const nearest = readings.findLast(({ plugin }) => plugin !== undefined);
  if (nearest?.plugin?.isEnabled !== true) return undefined;
  return { id: nearest.plugin.id, path: nearest.place.path };
}

/** The folder of the plugin that the running mneme came with, enabled or not. */
export function ownPlugin({ executables }: Probe): string | undefined {
  if (executables === undefined) return undefined;
  const folder = dirname(executables);
  return isThere(join(folder, ".claude-plugin", "plugin.json")) ? folder : undefined;
}
