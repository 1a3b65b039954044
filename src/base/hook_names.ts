// The table of hooks, which the settings, the installers, `doctor` and the tests read.
import type { HookSettings, HookSwitch, Settings } from "./settings.ts";

interface HookRow {
  readonly name: string;
  readonly events: readonly string[];
  /** The key below `hooks` in the settings. `recall` there has no `enabled`. */
  readonly setting: Exclude<keyof HookSettings, "recall">;
  /** `doctor` reports a hook whose 95th percentile is slower. `stop` may ask a model. */
  readonly p95Ms: number;
  /** The client's timeout, 10 unless given. The hook's own deadline is shorter. */
  readonly timeoutSeconds?: number;
  readonly statusMessage?: string;
}

/** All hooks in the order of a session. Tests compare other lists with this one. */
export const HOOKS = [
  { name: "session-start", events: ["SessionStart"], setting: "session_start", p95Ms: 500 },
  { name: "user-prompt-submit", events: ["UserPromptSubmit"], setting: "user_prompt_submit", p95Ms: 200 },
  { name: "pre-tool-use", events: ["PreToolUse"], setting: "ghap_checkin", p95Ms: 50 },
  { name: "post-tool-use", events: ["PostToolUse", "PostToolUseFailure"], setting: "capture", p95Ms: 100 },
  { name: "subagent-start", events: ["SubagentStart"], setting: "subagent_start", p95Ms: 200 },
  { name: "subagent-stop", events: ["SubagentStop"], setting: "subagent_stop", p95Ms: 200 },
  {
    name: "stop",
    events: ["Stop"],
    setting: "stop",
    p95Ms: 25_000,
    timeoutSeconds: 30,
    statusMessage: "Evaluating session for memories…",
  },
  { name: "pre-compact", events: ["PreCompact"], setting: "pre_compact", p95Ms: 100 },
  { name: "session-end", events: ["SessionEnd"], setting: "session_end", p95Ms: 500 },
] as const satisfies readonly HookRow[];

export type HookName = typeof HOOKS[number]["name"];

export function settingOf(name: HookName, { hooks }: Settings): HookSwitch {
  return hooks[HOOKS.find((hook) => hook.name === name)!.setting];
}

/** One row per event of a hook, for the installer and `doctor`. */
export const HOOK_REGISTRATIONS = /* @__PURE__ */ HOOKS.flatMap((hook: HookRow & { name: HookName }) => {
  const { name: executable, timeoutSeconds = 10, statusMessage } = hook;
  const message = statusMessage === undefined ? {} : { statusMessage };
  return hook.events.map((event) => ({ event, executable, timeoutSeconds, ...message }));
});

/** The first argument of hook commands, by which mneme recognises its own. */
export const HOOK_MARKER = "--mneme-hook";
