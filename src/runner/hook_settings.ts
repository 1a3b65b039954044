import type { HookName } from "../core/hook_names.ts";
import type { HookSwitch, Settings } from "../core/settings.ts";

/** Which setting switches which executable. `pre-tool-use` does the check-in alone; `post-tool-use` captures. */
export function settingsOf(name: HookName, settings: Settings): HookSwitch {
  const { hooks } = settings;
  switch (name) {
    case "session-start":
      return hooks.session_start;
    case "user-prompt-submit":
      return hooks.user_prompt_submit;
    case "pre-tool-use":
      return hooks.ghap_checkin;
    case "post-tool-use":
      return hooks.capture;
    case "subagent-start":
      return hooks.subagent_start;
    case "subagent-stop":
      return hooks.subagent_stop;
    case "stop":
      return hooks.stop;
    case "pre-compact":
      return hooks.pre_compact;
    case "session-end":
      return hooks.session_end;
  }
}
