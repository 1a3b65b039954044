import { HOOK_MARKER } from "../../core/hook_names.ts";
import { UserError } from "../../core/user_error.ts";
import { listHooks } from "../install/settings_edit.ts";
import { SettingsError } from "../install/settings_error.ts";
import { readSettings } from "../install/settings_file.ts";
import type { SettingsPlace } from "./probe.ts";

/** A hook of ours as a settings file has it. */
export interface RegisteredHook {
  readonly event: string;
  readonly command: string;
  /** `undefined` where the client's own default holds. */
  readonly timeoutSeconds: number | undefined;
}

/** What one settings file says to the client. */
export interface SettingsReading {
  readonly place: SettingsPlace;
  /** Why the client reads nothing of it. */
  readonly problem?: { readonly text: string; readonly fix: string };
  readonly hooks: readonly RegisteredHook[];
  /** `disableAllHooks`: no hook of any file runs. */
  readonly disablesHooks: boolean;
  /** What it says of the plugin, if anything. */
  readonly plugin?: { readonly id: string; readonly isEnabled: boolean };
}

/** Reads a settings file as strictly as the client does. Never throws; a missing one says nothing. */
export function readPlace(place: SettingsPlace): SettingsReading {
  const nothing: SettingsReading = { place, hooks: [], disablesHooks: false };
  try {
    const { text } = readSettings(place.path);
    const hooks = listHooks(text, HOOK_MARKER).map(({ event, hook }) => registered(event, hook));
    const settings = parsed(text);
    const plugin = pluginIn(settings);
    const disablesHooks = settings.disableAllHooks === true;
    return { ...nothing, hooks, disablesHooks, ...(plugin === undefined ? {} : { plugin }) };
  } catch (error) {
    return { ...nothing, problem: describe(place, error) };
  }
}

function describe(place: SettingsPlace, error: unknown): { text: string; fix: string } {
  if (error instanceof SettingsError) {
    const at = `${place.path}:${error.line}:${error.column}`;
    const isSaid = error.message.includes("Claude Code ignores");
    const dropped = isSaid ? "" : "; the client drops such a file without a word";
    return { text: `${at}: ${error.message}${dropped}`, fix: error.advice };
  }
  const text = error instanceof Error ? error.message : String(error);
  const fix = error instanceof UserError ? error.hint : undefined;
  return { text, fix: fix ?? `look at ${place.path}` };
}

function registered(event: string, hook: unknown): RegisteredHook {
  const { command, timeout } = hook as Record<string, unknown>;
  return {
    event,
    command: typeof command === "string" ? command : "",
    timeoutSeconds: typeof timeout === "number" ? timeout : undefined,
  };
}

function parsed(text: string | undefined): Record<string, unknown> {
  return JSON.parse(text?.replace(/^\uFEFF/, "").trim() || "{}");
}

function pluginIn({ enabledPlugins }: Record<string, unknown>): SettingsReading["plugin"] {
  if (typeof enabledPlugins !== "object" || enabledPlugins === null) return undefined;
  const found = Object.entries(enabledPlugins).find(([id]) => id.startsWith("mneme@"));
  return found === undefined ? undefined : { id: found[0], isEnabled: found[1] === true };
}
