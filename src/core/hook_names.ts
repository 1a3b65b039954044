/** One row per event that a hook of ours is registered for. The installer, `doctor` and the tests read it. */
export interface HookRegistration {
  readonly event: string;
  readonly executable: HookName;
  /** The client's own timeout; ours is always shorter (design: Deadlines). */
  readonly timeoutSeconds: number;
  readonly statusMessage?: string;
}

export type HookName =
  | "session-start"
  | "user-prompt-submit"
  | "pre-tool-use"
  | "post-tool-use"
  | "subagent-start"
  | "subagent-stop"
  | "stop"
  | "pre-compact"
  | "session-end";

/** In the order of a session's life. */
export const HOOK_REGISTRATIONS: readonly HookRegistration[] = [
  { event: "SessionStart", executable: "session-start", timeoutSeconds: 10 },
  { event: "UserPromptSubmit", executable: "user-prompt-submit", timeoutSeconds: 10 },
  { event: "PreToolUse", executable: "pre-tool-use", timeoutSeconds: 10 },
  { event: "PostToolUse", executable: "post-tool-use", timeoutSeconds: 10 },
  { event: "PostToolUseFailure", executable: "post-tool-use", timeoutSeconds: 10 },
  { event: "SubagentStart", executable: "subagent-start", timeoutSeconds: 10 },
  { event: "SubagentStop", executable: "subagent-stop", timeoutSeconds: 10 },
  {
    event: "Stop",
    executable: "stop",
    timeoutSeconds: 30,
    statusMessage: "Evaluating session for memories…",
  },
  { event: "PreCompact", executable: "pre-compact", timeoutSeconds: 10 },
  { event: "SessionEnd", executable: "session-end", timeoutSeconds: 10 },
];

/** First argument of every hook that `mneme install` registers. Entries are recognised by it and by nothing else; the executables ignore it. */
export const HOOK_MARKER = "--mneme-hook";
