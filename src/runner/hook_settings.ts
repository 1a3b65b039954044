import type { HookName } from "../core/hook_names.ts";
import type { HookSettings, HookSwitch, Settings } from "../core/settings.ts";

/** Which setting switches which executable. `pre-tool-use` does the check-in alone; `post-tool-use` captures. */
export function settingsOf(name: HookName, { hooks }: Settings): HookSwitch {
  if (name === "pre-tool-use") return hooks.ghap_checkin;
  if (name === "post-tool-use") return hooks.capture;
  return hooks[name.replaceAll("-", "_") as Exclude<keyof HookSettings, "recall">];
}
