import { FOLDERS_ALLOWED, isFolder, patternsOf } from "./folders.ts";
import type { HookSettings, OutcomeMatcher, Settings } from "../../base/settings.ts";

/** The names of all settings as people write them: `hooks.stop.timeout_ms`. */
export type SettingKey = LeafKeys<Settings>;

type Leaf = readonly unknown[] | string | number | boolean | null;
type LeafKeys<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends Leaf ? `${Prefix}${K}` : LeafKeys<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/**
 * The values that a project's file may set, as it comes with a repository that may not be trustworthy. `off`/`on`: only
 * false or true. `lower`/`raise`: only a lower or a higher number than applies without the file. `narrower`: only an
 * earlier one of the choices. `none`: only "none". `add`: its entries are added. `never`: no value.
 */
export type ProjectRule = "never" | "off" | "on" | "lower" | "raise" | "narrower" | "none" | "add";

export interface Setting {
  readonly doc: string;
  readonly project: ProjectRule;
  /** The allowed values; in messages this follows the word "expected". */
  readonly allowed: string;
  readonly takes: (value: unknown) => boolean;
  /** The choices, if the setting has any. With the rule `narrower`, the first makes mneme do least. */
  readonly values?: readonly string[];
  /** True if the value may be a secret by mistake, so that no message repeats it. */
  readonly hidden?: true;
  /** True for a list of folders: each entry is checked by itself, so that a wrong one does not disable the others. */
  readonly isFolders?: true;
  /** Turns the written value into the one that hooks use. */
  readonly compiled?: (value: never) => unknown;
}

export const MAX_ENTRIES = 100;

/** The longest deadlines of hooks: well below the client's timeout of 10 s (for Stop 30 s). */
const LONGEST_HOOK_MS = 9000;
const LONGEST_STOP_MS = 28_000;
const LONGEST_LLM_MS = 25_000;

/** The table of all settings, for the check, `mneme config` and the manual. The defaults are in `base/settings.ts`. */
export const SETTINGS: Readonly<Record<SettingKey, Setting>> = {
  "capture.skip_tools": list(
    /^[\w.:-]{1,200}$/,
    "whole names",
    "Tools whose calls mneme neither records nor answers, in addition to a built-in list.",
  ),
  "capture.max_field_bytes": whole(
    [1024, 4_194_304],
    "lower",
    "mneme stores the head and the tail of a longer field.",
  ),

  "privacy.redact_secrets": flag(
    "on",
    "Replace keys, tokens and passwords by `[redacted:<kind>]` before anything is stored.",
  ),
  "privacy.exclude_projects": folders(
    "In these folders and below them mneme records nothing and shows nothing. `~/` is the home folder; in a path, `*` stands for any part of one folder's name.",
  ),

  ...hookRows("session_start", "Act when a session starts"),
  "hooks.session_start.inject_light_context": flag(
    "off",
    "Show a new session the rules, the contents and the last sessions.",
  ),
  "hooks.session_start.token_budget": whole(
    [0, 2000],
    "lower",
    "Most tokens for rules and last sessions. After a compaction, mneme adds the items that the session knew before, with at most as many tokens again. Scratchpads and open predictions are not counted.",
  ),
  "hooks.session_start.contents_budget": whole(
    [0, 2400],
    "lower",
    "Most tokens for the contents: a line with id and title for each memory and lesson. 0 leaves them out.",
  ),

  ...hookRows("user_prompt_submit", "Act on each prompt"),
  "hooks.user_prompt_submit.context_depth": choice(
    ["none", "lines", "light", "rich"],
    "narrower",
    "The amount of memory that mneme adds to a prompt. `none`: nothing. `lines`: titles of memories that the contents do not list, and the known fix of an error that the prompt quotes. `light`: up to three items with their text, in 300 tokens. `rich`: a block with sessions, observations and code, too. With each of them the prompt is recorded.",
  ),
  "hooks.user_prompt_submit.token_budget": whole(
    [0, 2400],
    "lower",
    "Most tokens of `light` and `rich`. With 0 no memory is added to a prompt, not even by `lines`.",
  ),
  "hooks.user_prompt_submit.limit": whole(
    [0, 100],
    "lower",
    "Most items of `light` and `rich`. With 0 no memory is added to a prompt, not even by `lines`.",
  ),
  "hooks.user_prompt_submit.relevance_floor": floor(
    "With `light` and `rich`, items with a lower score are not shown. `auto` is 0.35.",
  ),
  "hooks.user_prompt_submit.include_code": flag("off", "With `rich`, show indexed code, too."),

  ...hookRows("ghap_checkin", "Remind the agent of its open GHAP entry"),
  "hooks.ghap_checkin.frequency": whole([1, 1000], "raise", "Remind after this many tool calls."),

  ...hookRows("outcome_capture", "Recognise test runs and builds, and what they mean"),
  "hooks.outcome_capture.matchers": matchers(
    "Your commands that count as a test run or a build, in addition to the built-in ones; an entry without a kind is a test run.",
  ),
  "hooks.outcome_capture.auto_capture": flag(
    "off",
    "When a run has ended, offer a `resolve_ghap` call in which only the lesson is left open.",
  ),

  "hooks.recall.on_file": flag("off", "Bring back what is known of a file when it is read."),
  "hooks.recall.on_failure": flag("off", "Bring back what is known of a failure when it happens again."),
  "hooks.recall.token_budget": whole([0, 1000], "lower", "Most tokens that one such recall may add."),

  ...hookRows(
    "capture",
    "Record tool calls. Without it mneme does not notice test runs, failures and reads either",
  ),
  ...hookRows("stop", "Act at the end of a turn: store a summary, ask for memories", LONGEST_STOP_MS),
  ...hookRows("subagent_start", "Show subagents the rules and the contents"),
  "hooks.subagent_start.contents_budget": whole(
    [0, 2400],
    "lower",
    "Most tokens for rules and contents that a subagent gets; agents in `scratchpad.exempt_agents` get none.",
  ),
  ...hookRows("subagent_stop", "Check the scratchpad of subagents"),
  ...hookRows("pre_compact", "Mark compactions"),
  ...hookRows("session_end", "Close a session's record and start `mneme process`"),
  "hooks.session_end.checkpoint": choice(
    ["passive", "full", "restart", "truncate"],
    "never",
    "The way in which SQLite moves its write-ahead log into the database at the end of a session; `passive` never waits.",
  ),

  "triage.mode": choice(
    ["heuristic", "hybrid", "llm"],
    "narrower",
    "The stops at which the model of `llm.provider` checks what the rules found. `heuristic`: none. `hybrid`: those with a finding that reaches `llm_floor`. `llm`: all with new messages.",
  ),
  "triage.max_transcript_messages": whole(
    [1, 500],
    "lower",
    "The number of messages that a stop reads, from the end; three times as many if the turn is longer.",
  ),
  "triage.heuristic_threshold": fraction(
    "A stop neither stores findings with a lower score nor asks about them, unless a model confirms them.",
  ),
  "triage.llm_floor": fraction("The model gets the findings with at least this score."),
  "triage.summary_min_files": whole(
    [1, 1000],
    "raise",
    "`mneme triage` prints a line that names the changed files if a conversation changed at least this many.",
  ),
  "triage.summary_min_tools": whole(
    [1, 1000],
    "raise",
    "It also prints that line from this many tool calls on, if at least one file was changed.",
  ),
  "triage.blocking": flag(
    "off",
    "Ask the agent to save; with `false` mneme saves by itself and says so at the next start.",
  ),
  "triage.delivery": choice(
    ["context", "decision", "exit-code"],
    "narrower",
    "The way in which the request to save reaches the agent: `context` as context, `decision` as a block, `exit-code` as a block by status 2.",
  ),
  "triage.min_turns_between_asks": whole([0, 1000], "raise", "Fewest prompts between two requests to save."),
  "triage.unattended": choice(
    ["off", "save", "ask"],
    "narrower",
    "Findings in a script, in which nobody sees a question. `off`: mneme does not look for any. `save`: it saves nearly certain ones and stores the others as candidates. `ask`: it asks as usual.",
  ),
  "triage.nudge.enabled": flag(
    "off",
    "Add a line to the next prompt if a failed command passed, the user corrected the agent, answered its question or stated a rule, or work was postponed. The agent decides.",
  ),
  "triage.nudge.max_per_session": whole([0, 100], "lower", "Most notes in a session."),
  "triage.look_back": flag(
    "off",
    "Let `mneme process` send each finished session to the model of `llm.provider`, to find what is worth saving.",
  ),
  "triage.look_back_windows": whole(
    [1, 200],
    "lower",
    "Most windows of some 24,000 characters that are read of a session; of a longer session the last ones.",
  ),
  "triage.look_back_characters": whole(
    [0, 100_000_000],
    "lower",
    "Most characters that are sent for look backs within 24 hours, for all sessions together.",
  ),

  "llm.provider": choice(
    ["none", "gemini-flash", "haiku", "openai-compatible", "claude-cli"],
    "none",
    "The language model that checks findings, writes summaries of sessions and recall phrases for memories, and does the look back (`triage.look_back`). `none`: no model. Also accepted as `triage.llm_provider`.",
  ),
  "llm.model": model("A model of that provider instead of its default."),
  "llm.base_url": url("The address of the provider; only `openai-compatible` has no default."),
  "llm.api_key_env": keyName(
    "The environment variable with the key, if it is not the default: `GEMINI_API_KEY` or `GOOGLE_API_KEY` for `gemini-flash`, `ANTHROPIC_API_KEY` for `haiku`, `OPENAI_API_KEY` for `openai-compatible`.",
  ),
  "llm.timeout_ms": whole(
    [100, LONGEST_LLM_MS],
    "lower",
    "The deadline for a request with its retry. Also accepted as `triage.llm_timeout_ms`.",
  ),

  "scratchpad.enforce": choice(
    ["never", "auto", "always"],
    "narrower",
    "The projects in which agents must write a scratchpad. `never`: none. `auto`: those with a folder `.claude/scratchpad/`. `always`: all.",
  ),
  "scratchpad.max_blocks": whole(
    [0, 10],
    "lower",
    "The number of times that mneme sends an agent back before the agent may stop without a scratchpad.",
  ),
  "scratchpad.exempt_agents": list(
    /^[^\p{Cc}\p{Cf}*]{1,200}$/u,
    "whole names",
    "Agent types that need not write a scratchpad.",
  ),
  "scratchpad.sections": list(
    /^(?=.*\S)[^\p{Cc}\p{Cf}]{1,80}$/u,
    "headings of at most 80 characters",
    "Headings that a scratchpad must have.",
  ),

  "retention.raw_days": whole([1, 3650], "never", "Days for which mneme stores the details of tool calls."),
  "retention.log_mb": whole([1, 1000], "never", "Most megabytes of log."),

  "embeddings.provider": choice(
    ["none", "openai-compatible"],
    "none",
    "The server that computes embeddings for search (Ollama is `openai-compatible`). Hooks never ask it.",
  ),
  "embeddings.model": model("The embedding model."),
  "embeddings.base_url": url("The address of that server."),
  "embeddings.api_key_env": keyName(
    "The environment variable with its key, if it is not `OPENAI_API_KEY`.",
  ),

  "view.port": whole(
    [0, 65_535],
    "never",
    "The port of `mneme view`. 0: mneme takes a free port the first time and uses it from then on.",
  ),

  "log.level": choice(
    ["debug", "data", "info", "failure", "error"],
    "never",
    "The least important kind of line that is logged. `data`: the input of hooks; `failure`: an attempt that failed; `error`: damaged or lost data.",
  ),
};

function hookRows<N extends Exclude<keyof HookSettings, "recall">>(
  hook: N,
  doc: string,
  longestMs = LONGEST_HOOK_MS,
) {
  return {
    [`hooks.${hook}.enabled`]: flag("off", `${doc}.`),
    [`hooks.${hook}.timeout_ms`]: whole(
      [10, longestMs],
      "lower",
      "After this time the hook stores its record, prints what is ready, and leaves out the rest.",
    ),
  } as Record<`hooks.${N}.${"enabled" | "timeout_ms"}`, Setting>;
}

function flag(project: ProjectRule, doc: string): Setting {
  return { project, doc, allowed: "true or false", takes: (value) => typeof value === "boolean" };
}

type Range = readonly [min: number, max: number];

function isNumber(value: unknown, [min, max]: Range): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

function whole(range: Range, project: ProjectRule, doc: string): Setting {
  const allowed = `a whole number from ${range[0]} to ${range[1]}`;
  return { project, doc, allowed, takes: (value) => isNumber(value, range) && Number.isInteger(value) };
}

/** Makes a threshold between 0 and 1. A project's file may only raise it, so that fewer items pass. */
function fraction(doc: string): Setting {
  const takes = (value: unknown) => isNumber(value, [0, 1]);
  return { project: "raise", doc, allowed: "a number from 0 to 1", takes };
}

function floor(doc: string): Setting {
  const takes = (value: unknown) => value === "auto" || isNumber(value, [0, 1]);
  return { project: "never", doc, allowed: "auto or a number from 0 to 1", takes };
}

function choice(values: readonly string[], project: ProjectRule, doc: string): Setting {
  const allowed = `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return { project, doc, allowed, values, takes: (value) => values.includes(value as string) };
}

/** Makes a text setting that may also be `null` (absent). */
function text(pattern: RegExp, what: string, doc: string): Setting {
  const takes = (value: unknown) => value === null || fits(value, pattern);
  return { project: "never", doc, allowed: `${what}, or null`, takes };
}

function model(doc: string): Setting {
  return text(/^[\w.:/@+-]{1,200}$/, "the name of a model", doc);
}

function url(doc: string): Setting {
  const what = "an http or https address without a user or password";
  return { ...text(/^https?:\/\/[^\s@]{1,500}$/, what, doc), hidden: true };
}

function keyName(doc: string): Setting {
  const what = "the name of an environment variable, never the key itself";
  return { ...text(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, what, doc), hidden: true };
}

function fits(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function listOf(what: string, takesEntry: (entry: unknown) => boolean, doc: string): Setting {
  const takes = (value: unknown) =>
    Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(takesEntry);
  return { project: "add", doc, allowed: `a list of at most ${MAX_ENTRIES} ${what}`, takes };
}

function list(pattern: RegExp, what: string, doc: string): Setting {
  return listOf(what, (entry) => fits(entry, pattern), doc);
}

function folders(doc: string): Setting {
  const compiled = (entries: readonly string[]) => entries.flatMap(patternsOf);
  return { ...listOf(`folders: ${FOLDERS_ALLOWED}`, isFolder, doc), isFolders: true, compiled };
}

/** The kinds of matchers. "tests" is accepted, too, as outcomes are spelt `tests:fail`. */
const MATCHER_KINDS = { test: "test", tests: "test", build: "build", builds: "build" } as const;

/** A matcher as it is written in a file: a command alone is a test run. */
type WrittenMatcher = string | { readonly command: string; readonly kind: keyof typeof MATCHER_KINDS };

function matchers(doc: string): Setting {
  const what = "entries such as pytest or {command: just check, kind: test}, kind being test or build";
  const compiled = (entries: readonly WrittenMatcher[]) =>
    entries.map((entry): OutcomeMatcher =>
      typeof entry === "string"
        ? { command: entry, kind: "test" }
        : { command: entry.command, kind: MATCHER_KINDS[entry.kind] }
    );
  return { ...listOf(what, isMatcher, doc), compiled };
}

function isMatcher(value: unknown): boolean {
  const pattern = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;
  if (typeof value !== "object" || value === null) return fits(value, pattern);
  const { command, kind, ...more } = value as Record<string, unknown>;
  return fits(command, pattern) && typeof kind === "string" && Object.hasOwn(MATCHER_KINDS, kind) &&
    Object.keys(more).length === 0;
}
