import { HOOK_MARKER } from "../../base/hook_names.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { listHooks } from "./settings_edit.ts";
import { readSettings, type SettingsPlace } from "./settings_file.ts";
import { SettingsError } from "./settings_text.ts";

/** A hook of mneme in a settings file. */
export interface RegisteredHook {
  readonly event: string;
  readonly command: string;
  /** `undefined` where the client's default applies. */
  readonly timeoutSeconds: number | undefined;
}

/** The content of one settings file, as far as it concerns mneme. */
export interface SettingsReading {
  readonly place: SettingsPlace;
  /** The reason why the client ignores the whole file. */
  readonly problem?: { readonly text: string; readonly fix: string };
  readonly hooks: readonly RegisteredHook[];
  /** True where the file has `disableAllHooks`, with which no hook of any file runs. */
  readonly disablesHooks: boolean;
  /** The plugin of mneme, if the file mentions one. */
  readonly plugin?: { readonly id: string; readonly isEnabled: boolean };
}

/** Reads a settings file as strictly as the client does. Never throws; a missing file has no hooks. */
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

/** Describes why a client ignores a settings file, and what to do about it. */
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

/** Returns the enabled plugin (`mneme@mneme`) and its file; the file nearest to the project decides. */
export function enabledPlugin(
  readings: readonly SettingsReading[],
): { readonly id: string; readonly path: string } | undefined {
  const nearest = readings.findLast(({ plugin }) => plugin !== undefined);
  if (nearest?.plugin?.isEnabled !== true) return undefined;
  return { id: nearest.plugin.id, path: nearest.place.path };
}
