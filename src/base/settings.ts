/** Every setting, nested as in `config.yaml`. What each one means and allows stands in `docs/configuration.md`. */
export interface Settings {
  readonly capture: CaptureSettings;
  readonly privacy: PrivacySettings;
  readonly hooks: HookSettings;
  readonly triage: TriageSettings;
  readonly llm: LlmSettings;
  readonly scratchpad: ScratchpadSettings;
  readonly retention: { readonly raw_days: number; readonly log_mb: number };
  readonly embeddings: EmbeddingSettings;
  readonly log: { readonly level: LogLevel };
}

export interface CaptureSettings {
  readonly skip_tools: readonly string[];
  readonly max_field_bytes: number;
}

export interface PrivacySettings {
  readonly redact_secrets: boolean;
  /** Patterns of whole paths, or `*`: the compiler has written `~/` out. */
  readonly exclude_projects: readonly string[];
}

/** The settings of every hook; `timeout_ms` is its own deadline, always below the client's. */
export interface HookSwitch {
  readonly enabled: boolean;
  readonly timeout_ms: number;
}

export interface HookSettings {
  readonly session_start: HookSwitch & {
    readonly inject_light_context: boolean;
    readonly token_budget: number;
  };
  readonly user_prompt_submit: HookSwitch & {
    readonly context_depth: ContextDepth;
    readonly token_budget: number;
    readonly limit: number;
    readonly relevance_floor: RelevanceFloor;
    readonly include_code: boolean;
  };
  readonly ghap_checkin: HookSwitch & { readonly frequency: number };
  readonly outcome_capture: HookSwitch & {
    readonly matchers: readonly OutcomeMatcher[];
    readonly auto_capture: boolean;
  };
  readonly recall: { readonly on_file: boolean; readonly on_failure: boolean; readonly token_budget: number };
  readonly capture: HookSwitch;
  readonly stop: HookSwitch;
  readonly subagent_start: HookSwitch;
  readonly subagent_stop: HookSwitch;
  readonly pre_compact: HookSwitch;
  readonly session_end: HookSwitch & { readonly checkpoint: CheckpointMode };
}

export interface TriageSettings {
  readonly mode: "heuristic" | "hybrid" | "llm";
  readonly max_transcript_messages: number;
  readonly heuristic_threshold: number;
  readonly llm_floor: number;
  readonly summary_min_files: number;
  readonly summary_min_tools: number;
  readonly blocking: boolean;
  readonly delivery: "context" | "decision" | "exit-code";
  readonly min_turns_between_asks: number;
  readonly unattended: "save" | "ask" | "off";
  /** The note with the next prompt. */
  readonly nudge: { readonly enabled: boolean; readonly max_per_session: number };
  /** A model reads each session once it is over. */
  readonly look_back: boolean;
  readonly look_back_windows: number;
  readonly look_back_characters: number;
}

export interface LlmSettings {
  readonly provider: LlmProvider;
  readonly model: string | null;
  readonly base_url: string | null;
  /** The name of the environment variable that holds the key, never the key. */
  readonly api_key_env: string | null;
  readonly timeout_ms: number;
}

export interface ScratchpadSettings {
  readonly enforce: "auto" | "always" | "never";
  readonly max_blocks: number;
  readonly exempt_agents: readonly string[];
  readonly sections: readonly string[];
}

export interface EmbeddingSettings {
  readonly provider: "none" | "openai-compatible";
  readonly model: string | null;
  readonly base_url: string | null;
  readonly api_key_env: string | null;
}

/** A command of the user's that counts as a test run or a build, beside the built-in ones. */
export interface OutcomeMatcher {
  readonly command: string;
  readonly kind: "test" | "build";
}

export type ContextDepth = "none" | "light" | "rich";
export type RelevanceFloor = "auto" | number;
export type CheckpointMode = "passive" | "full" | "restart" | "truncate";
export type LlmProvider = "none" | "gemini-flash" | "haiku" | "openai-compatible" | "claude-cli";
export type LogLevel = "debug" | "data" | "info" | "failure" | "error";

/** Least to most severe. */
const LOG_LEVELS: readonly LogLevel[] = ["debug", "data", "info", "failure", "error"];

/** True when entries of `level` go into the log when `least` is set. */
export function isLogged(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

const QUICK_HOOK: HookSwitch = { enabled: true, timeout_ms: 200 };

/** The settings that hold where no file says otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  capture: { skip_tools: [], max_field_bytes: 262_144 },
  privacy: { redact_secrets: true, exclude_projects: [] },
  hooks: {
    session_start: { enabled: true, timeout_ms: 5000, inject_light_context: true, token_budget: 500 },
    user_prompt_submit: {
      enabled: true,
      timeout_ms: 500,
      context_depth: "rich",
      token_budget: 2000,
      limit: 20,
      relevance_floor: "auto",
      include_code: true,
    },
    ghap_checkin: { enabled: true, timeout_ms: 100, frequency: 10 },
    outcome_capture: { enabled: true, timeout_ms: 200, matchers: [], auto_capture: true },
    recall: { on_file: true, on_failure: true, token_budget: 300 },
    capture: QUICK_HOOK,
    stop: { enabled: true, timeout_ms: 25_000 },
    subagent_start: QUICK_HOOK,
    subagent_stop: QUICK_HOOK,
    pre_compact: QUICK_HOOK,
    session_end: { enabled: true, timeout_ms: 1000, checkpoint: "passive" },
  },
  triage: {
    mode: "hybrid",
    max_transcript_messages: 50,
    heuristic_threshold: 0.6,
    llm_floor: 0.3,
    summary_min_files: 3,
    summary_min_tools: 20,
    blocking: true,
    delivery: "context",
    min_turns_between_asks: 3,
    unattended: "save",
    nudge: { enabled: true, max_per_session: 6 },
    look_back: false,
    look_back_windows: 12,
    look_back_characters: 1_000_000,
  },
  llm: { provider: "none", model: null, base_url: null, api_key_env: null, timeout_ms: 10_000 },
  scratchpad: {
    enforce: "auto",
    max_blocks: 3,
    exempt_agents: ["Explore", "Plan"],
    sections: ["What I did", "Cross-agent observations", "Unresolved"],
  },
  retention: { raw_days: 30, log_mb: 5 },
  embeddings: { provider: "none", model: null, base_url: null, api_key_env: null },
  log: { level: "info" },
};
