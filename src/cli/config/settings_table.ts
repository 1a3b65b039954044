import type { HookSettings } from "../../core/settings.ts";
import type { FlagSetting, NumberSetting, ProjectRule, SettingsTable, TextSetting } from "./setting_types.ts";

/** A hook's own deadline must leave the client's 10 s time to take the answer (Stop: 30 s). */
const LONGEST_HOOK_MS = 9000;
const LONGEST_STOP_MS = 28_000;
const LONGEST_LLM_MS = 25_000;

/** One row per setting: the check, `mneme config` and the manual come from here, the defaults from the hooks' own. */
export const SETTINGS: SettingsTable = {
  "capture.skip_tools": {
    kind: "list",
    pattern: /^[\w.:-]{1,200}$/,
    what: "whole names",
    project: "add",
    doc: "Tools that are neither captured nor looked at for test runs and recall, beside the built-in list.",
  },
  "capture.max_field_bytes": whole([1024, 4_194_304], "lower", "Longer fields keep their head and tail."),

  "privacy.redact_secrets": flag(
    "on",
    "Replace keys, tokens and passwords by `[redacted:<kind>]` before anything is kept.",
  ),
  "privacy.exclude_projects": {
    kind: "folders",
    project: "add",
    doc:
      "Projects in these folders and below them: nothing is captured and nothing is shown there. `~/` is the home folder; in a path, `*` stands for any part of one folder's name.",
  },

  ...hookRows("session_start", LONGEST_HOOK_MS, "Act when a session starts"),
  "hooks.session_start.inject_light_context": flag(
    "off",
    "Tell a new session the project's rules and last sessions.",
  ),
  "hooks.session_start.token_budget": whole(
    [0, 2000],
    "lower",
    "Most tokens for rules and last sessions, and as many for what a compacted session knew; scratchpads and open predictions come beside them.",
  ),

  ...hookRows("user_prompt_submit", LONGEST_HOOK_MS, "Act on each prompt"),
  "hooks.user_prompt_submit.context_depth": {
    kind: "choice",
    values: ["none", "light", "rich"],
    project: "narrower",
    doc: "How much is brought back for a prompt; `none` still records the prompt.",
  },
  "hooks.user_prompt_submit.token_budget": whole([0, 2400], "lower", "Most tokens that a prompt may get."),
  "hooks.user_prompt_submit.limit": whole([0, 100], "lower", "Most items that a prompt may get."),
  "hooks.user_prompt_submit.relevance_floor": {
    kind: "floor",
    project: "never",
    doc:
      "Items that score lower are not shown. `auto` is 0.35, found on judged prompts, and goes by the best: up to five nearly as good as one above it are shown, and beside a clear one nothing far below it.",
  },
  "hooks.user_prompt_submit.include_code": flag("off", "Bring back indexed code too."),

  ...hookRows("ghap_checkin", LONGEST_HOOK_MS, "Remind of the active goal and prediction"),
  "hooks.ghap_checkin.frequency": whole([1, 1000], "raise", "Remind after this many tool calls."),

  ...hookRows("outcome_capture", LONGEST_HOOK_MS, "Recognise test runs and builds, and say what they mean"),
  "hooks.outcome_capture.matchers": {
    kind: "matchers",
    project: "add",
    doc:
      "Commands of yours that count as a test run or a build, beside the built-in ones; a plain text is a test run.",
  },
  "hooks.outcome_capture.auto_capture": flag(
    "off",
    "Offer a ready `resolve_ghap` call when an outcome is known.",
  ),

  "hooks.recall.on_file": flag("off", "Bring back what is known of a file when it is read."),
  "hooks.recall.on_failure": flag("off", "Bring back what is known of a failure when it happens again."),
  "hooks.recall.token_budget": whole([0, 1000], "lower", "Most tokens that one such recall may add."),

  ...hookRows(
    "capture",
    LONGEST_HOOK_MS,
    "Record tool calls; off, test runs, failures and reads are not looked at either",
  ),
  ...hookRows("stop", LONGEST_STOP_MS, "Act at the end of a turn: memories, scratchpad, summary"),
  ...hookRows("subagent_start", LONGEST_HOOK_MS, "Tell subagents the scratchpad protocol"),
  ...hookRows("subagent_stop", LONGEST_HOOK_MS, "Check the scratchpad of subagents"),
  ...hookRows("pre_compact", LONGEST_HOOK_MS, "Mark compactions"),
  ...hookRows("session_end", LONGEST_HOOK_MS, "Close a session's record and start `mneme process`"),
  "hooks.session_end.checkpoint": {
    kind: "choice",
    values: ["passive", "full", "restart", "truncate"],
    project: "never",
    doc: "How SQLite's log is moved into the database at the end; `passive` never waits.",
  },

  "triage.mode": {
    kind: "choice",
    values: ["heuristic", "hybrid", "llm"],
    project: "narrower",
    doc: "Whether a language model looks at what the heuristics found: never, when in doubt, always.",
  },
  "triage.max_transcript_messages": whole(
    [1, 500],
    "lower",
    "Read this many messages back from the end; of a longer turn three times as many.",
  ),
  "triage.heuristic_threshold": fraction("Candidates that score less are dropped."),
  "triage.llm_floor": fraction("In `hybrid` mode, ask the model when a candidate scores at least this."),
  "triage.summary_min_files": whole(
    [1, 1000],
    "raise",
    "Changed files that make a session worth a SESSION_SUMMARY memory.",
  ),
  "triage.summary_min_tools": whole([1, 1000], "raise", "Tool calls that do, where a file is changed, too."),
  "triage.blocking": flag(
    "off",
    "Ask the agent to save; `false` saves silently and says so at the next start.",
  ),
  "triage.delivery": {
    kind: "choice",
    values: ["context", "decision", "exit-code"],
    project: "narrower",
    doc: "How the request to save reaches the agent: as context, as a block, or as a block by status 2.",
  },
  "triage.min_turns_between_asks": whole([0, 1000], "raise", "Prompts between two requests to save."),
  "triage.unattended": {
    kind: "choice",
    values: ["off", "save", "ask"],
    project: "narrower",
    doc: "What triage does where nobody watches the session (scripts).",
  },
  "triage.nudge.enabled": flag(
    "off",
    "Let the next prompt carry a note where a turn had the shape of something worth keeping; the agent judges.",
  ),
  "triage.nudge.max_per_session": whole([0, 100], "lower", "Notes that a session gets at most."),

  "llm.provider": {
    kind: "choice",
    values: ["none", "gemini-flash", "haiku", "openai-compatible", "claude-cli"],
    project: "none",
    doc:
      "Who refines triage, and words the summaries of sessions; with `none` nobody. Also accepted as `triage.llm_provider`.",
  },
  "llm.model": model("Another model of that provider than the usual one."),
  "llm.base_url": url("Where the provider listens; only `openai-compatible` has no address of its own."),
  "llm.api_key_env": keyName(
    "The environment variable that holds the key, where it is not the usual one: `GEMINI_API_KEY` or `GOOGLE_API_KEY`; `ANTHROPIC_API_KEY` for `haiku`; `OPENAI_API_KEY`.",
  ),
  "llm.timeout_ms": whole(
    [100, LONGEST_LLM_MS],
    "lower",
    "One deadline for the whole request, retry included. Also accepted as `triage.llm_timeout_ms`.",
  ),

  "scratchpad.enforce": {
    kind: "choice",
    values: ["never", "auto", "always"],
    project: "narrower",
    doc: "Whether agents owe a scratchpad; `auto`: where the project has `.claude/scratchpad/`.",
  },
  "scratchpad.max_blocks": whole(
    [0, 10],
    "lower",
    "How often an agent is sent back before it may stop anyway.",
  ),
  "scratchpad.exempt_agents": {
    kind: "list",
    pattern: /^[^\p{Cc}\p{Cf}*]{1,200}$/u,
    what: "whole names",
    project: "add",
    doc: "Agent types that owe no scratchpad.",
  },
  "scratchpad.sections": {
    kind: "list",
    pattern: /^[^\p{Cc}\p{Cf}]{1,80}$/u,
    what: "headings of at most 80 characters",
    project: "add",
    doc: "Headings that a scratchpad must have.",
  },

  "retention.raw_days": whole([1, 3650], "never", "Days that captured tool calls are kept in full."),
  "retention.log_mb": whole([1, 1000], "never", "Megabytes of log that are kept."),

  "embeddings.provider": {
    kind: "choice",
    values: ["none", "openai-compatible"],
    project: "none",
    doc: "Who computes embeddings for search (Ollama is `openai-compatible`); never asked by a hook.",
  },
  "embeddings.model": model("The embedding model."),
  "embeddings.base_url": url("Where that provider listens."),
  "embeddings.api_key_env": keyName(
    "The environment variable that holds its key, where it is not `OPENAI_API_KEY`.",
  ),

  "log.level": {
    kind: "choice",
    values: ["debug", "data", "info", "failure", "error"],
    project: "never",
    doc: "The least important kind of line that is logged.",
  },
};

type HookName = Exclude<keyof HookSettings, "recall">;
type HookRows<N extends HookName> =
  & Record<`hooks.${N}.enabled`, FlagSetting>
  & Record<`hooks.${N}.timeout_ms`, NumberSetting>;

function hookRows<N extends HookName>(hook: N, longestMs: number, doc: string): HookRows<N> {
  return {
    [`hooks.${hook}.enabled`]: flag("off", `${doc}.`),
    [`hooks.${hook}.timeout_ms`]: whole([10, longestMs], "lower", "After this, optional work is dropped."),
  } as HookRows<N>;
}

function flag(project: ProjectRule, doc: string): FlagSetting {
  return { kind: "flag", project, doc };
}

function whole([min, max]: readonly [number, number], project: ProjectRule, doc: string): NumberSetting {
  return { kind: "whole", min, max, project, doc };
}

/** Thresholds between 0 and 1: the higher, the less gets through. */
function fraction(doc: string): NumberSetting {
  return { kind: "number", min: 0, max: 1, project: "raise", doc };
}

function model(doc: string): TextSetting {
  return { kind: "text", pattern: /^[\w.:/@+-]{1,200}$/, what: "the name of a model", project: "never", doc };
}

function url(doc: string): TextSetting {
  const what = "an http or https address without a user or password";
  return { kind: "text", pattern: /^https?:\/\/[^\s@]{1,500}$/, what, project: "never", doc, hidden: true };
}

function keyName(doc: string): TextSetting {
  const what = "the name of an environment variable, never the key itself";
  return {
    kind: "text",
    pattern: /^[A-Za-z_][A-Za-z0-9_]{0,99}$/,
    what,
    project: "never",
    doc,
    hidden: true,
  };
}
