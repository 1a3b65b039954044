import { HOOK_MARKER } from "../../base/hook_names.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { listHooks } from "./settings_edit.ts";
import { readSettings, type SettingsPlace } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

/** A hook of ours as a settings file has it. */
export interface RegisteredHook {
  readonly event: string;
  readonly command: string;
  /** `undefined` where the client's own default holds. */
  readonly timeoutSeconds: number | undefined;
}

/** Holds what one settings file says to the client. */
export interface SettingsReading {
  readonly place: SettingsPlace;
  /** Why the client reads nothing of it. */
  readonly problem?: { readonly text: string; readonly fix: string };
  readonly hooks: readonly RegisteredHook[];
  /** `disableAllHooks`: no hook of any file runs. */
  readonly disablesHooks: boolean;
  /** Holds what it says of the plugin, if anything. */
  readonly plugin?: { readonly id: string; readonly isEnabled: boolean };
}

/** Reads a settings file as strictly as the client does. Never throws; a missing one says nothing. */
export function readPlace(place: SettingsPlace): SettingsReading {
  try {
    const { text } = readSettings(place.path);
    const hooks = listHooks(text, HOOK_MARKER).map(({ event, hook }) => {
      const { command, timeout } = hook as Record<string, unknown>;
      return {
        event,
        command: typeof command === "string" ? command : "",
        timeoutSeconds: typeof timeout === "number" ? timeout : undefined,
      };
    });
    const settings = JSON.parse(text?.replace(/^\uFEFF/, "").trim() || "{}");
    const plugins = Object.entries(settings.enabledPlugins ?? {});
    const [id, isEnabled] = plugins.find(([id]) => id.startsWith("mneme@")) ?? [];
    const plugin = id === undefined ? {} : { plugin: { id, isEnabled: isEnabled === true } };
    return { place, hooks, disablesHooks: settings.disableAllHooks === true, ...plugin };
  } catch (error) {
    return {
      place,
      hooks: [],
      disablesHooks: false,
      problem: describe(place.path, error, "; the client drops such a file without a word"),
    };
  }
}

/** Why a client reads nothing of its settings, and what to do about it. */
export function describe(path: string, error: unknown, effect = ""): { text: string; fix: string } {
  if (error instanceof SettingsError) {
    const at = `${path}:${error.line}:${error.column}`;
    const isSaid = error.message.includes("Claude Code ignores");
    const dropped = isSaid ? "" : effect;
    return { text: `${at}: ${error.message}${dropped}`, fix: error.advice };
  }
  const text = reasonOf(error);
  const fix = error instanceof UserError ? error.hint : undefined;
  return { text, fix: fix ?? `look at ${path}` };
}

/** The plugin (`mneme@mneme`) and the file that enables it, if one does: the nearest to the project has the last word. */
export function enabledPlugin(
  readings: readonly SettingsReading[],
): { readonly id: string; readonly path: string } | undefined {
  const nearest = readings.findLast(({ plugin }) => plugin !== undefined);
  if (nearest?.plugin?.isEnabled !== true) return undefined;
  return { id: nearest.plugin.id, path: nearest.place.path };
}
