import type { HookSettings, HookSwitch, Settings } from "./settings.ts";

/** One executable, and the events of the client that it is registered for. */
interface HookRow {
  readonly name: string;
  readonly events: readonly string[];
  /** The key below `hooks` in the settings with `enabled` and `timeout_ms` of this hook. */
  readonly setting: Exclude<keyof HookSettings, "recall">;
  /** The limit for the 95th percentile of its durations. `doctor` reports a hook that is slower. `stop` may ask a model. */
  readonly p95Ms: number;
  /** The timeout that the client applies, 10 unless given. The hook's own deadline is always shorter. */
  readonly timeoutSeconds?: number;
  readonly statusMessage?: string;
}

/** All hooks, in the order of a session's life. Tests compare every other list of hooks with this table. */
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

/** Returns the settings `enabled` and `timeout_ms` of a hook. */
export function settingOf(name: HookName, { hooks }: Settings): HookSwitch {
  return hooks[HOOKS.find((hook) => hook.name === name)!.setting];
}

/** One row per event for which a hook is registered, for the installer and `doctor`. */
export const HOOK_REGISTRATIONS = /* @__PURE__ */ HOOKS.flatMap((hook: HookRow & { name: HookName }) => {
  const { name: executable, timeoutSeconds = 10, statusMessage } = hook;
  const message = statusMessage === undefined ? {} : { statusMessage };
  return hook.events.map((event) => ({ event, executable, timeoutSeconds, ...message }));
});

/** The first argument of every hook command that mneme installs; mneme recognises its commands by it. Hooks ignore it. */
export const HOOK_MARKER = "--mneme-hook";
