// The settings of mneme: their types and default values.
const LOG_LEVELS = ["debug", "data", "info", "failure", "error"] as const; // least severe first; `data`: the input of hooks
export type LogLevel = typeof LOG_LEVELS[number]; // `failure`: an attempt failed; `error`: data is damaged or lost

export function isLogged(level: LogLevel, least: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least);
}

export type OutcomeMatcher = Readonly<{ command: string; kind: "test" | "build" }>;

export type CheckpointMode = "passive" | "full" | "restart" | "truncate";
export type LlmProvider = "none" | "gemini-flash" | "haiku" | "openai-compatible" | "claude-cli";

/** `timeout_ms` is the hook's own deadline, shorter than the client's timeout. */
const QUICK_HOOK = { enabled: true, timeout_ms: 200 };
const NO_TEXTS: readonly string[] = [];
const NO_TEXT = null as string | null;
/** No model server. `api_key_env` names an environment variable; it is never the key. */
const NO_SERVER = { model: NO_TEXT, base_url: NO_TEXT, api_key_env: NO_TEXT };

const DEFAULTS = {
  capture: { skip_tools: NO_TEXTS, max_field_bytes: 262_144 },
  privacy: { redact_secrets: true, exclude_projects: NO_TEXTS }, // `exclude_projects`: path patterns with `~/` expanded
  hooks: {
    session_start: {
      enabled: true,
      timeout_ms: 5000,
      inject_light_context: true,
      token_budget: 500,
      contents_budget: 2000,
    },
    user_prompt_submit: {
      enabled: true,
      timeout_ms: 500,
      context_depth: "lines" as "none" | "lines" | "light" | "rich",
      token_budget: 2000,
      limit: 20,
      relevance_floor: "auto" as "auto" | number,
      include_code: true,
    },
    ghap_checkin: { enabled: true, timeout_ms: 100, frequency: 10 },
    outcome_capture: {
      enabled: true,
      timeout_ms: 500,
      matchers: [] as readonly OutcomeMatcher[],
      auto_capture: true,
    },
    recall: { on_file: true, on_failure: true, token_budget: 300 },
    capture: { enabled: true, timeout_ms: 500 }, // long, because after a failure the hook assembles context as for a prompt
    stop: { enabled: true, timeout_ms: 25_000 },
    subagent_start: { enabled: true, timeout_ms: 2000, contents_budget: 600 }, // long, as several start at once
    subagent_stop: QUICK_HOOK,
    pre_compact: QUICK_HOOK,
    session_end: { enabled: true, timeout_ms: 1000, checkpoint: "passive" as CheckpointMode },
  },
  triage: {
    mode: "hybrid" as "heuristic" | "hybrid" | "llm",
    max_transcript_messages: 50,
    heuristic_threshold: 0.6,
    llm_floor: 0.3,
    summary_min_files: 3,
    summary_min_tools: 20,
    blocking: true,
    delivery: "context" as "context" | "decision" | "exit-code",
    min_turns_between_asks: 3,
    unattended: "save" as "save" | "ask" | "off",
    nudge: { enabled: true, max_per_session: 3 },
    look_back: false,
    look_back_windows: 12,
    look_back_characters: 1_000_000,
  },
  llm: { provider: "none" as LlmProvider, ...NO_SERVER, timeout_ms: 10_000 },
  scratchpad: {
    enforce: "auto" as "auto" | "always" | "never",
    max_blocks: 3,
    exempt_agents: ["Explore", "Plan"] as readonly string[],
    sections: ["What I did", "Cross-agent observations", "Unresolved"] as readonly string[],
  },
  retention: { raw_days: 30, log_mb: 5 },
  embeddings: { provider: "none" as "none" | "openai-compatible", ...NO_SERVER },
  view: { port: 0 },
  log: { level: "info" as LogLevel },
};

type Frozen<T> = T extends readonly unknown[] | string | number | boolean | null ? T
  : { readonly [K in keyof T]: Frozen<T[K]> };

/** Every setting, nested as in `config.yaml`. `docs/configuration.md` explains each. */
export type Settings = Frozen<typeof DEFAULTS>;
export type PrivacySettings = Settings["privacy"];
export type HookSettings = Settings["hooks"];
export type HookSwitch = HookSettings["capture"];
export type TriageSettings = Settings["triage"];
export type LlmSettings = Settings["llm"];
export type EmbeddingSettings = Settings["embeddings"];

export const DEFAULT_SETTINGS: Settings = DEFAULTS;
