// All settings, for checks, `mneme config` and the manual. The defaults are in `base/settings.ts`.
import { FOLDERS_ALLOWED, isFolder, patternsOf } from "./folders.ts";
import type { HookSettings, Settings } from "../../base/settings.ts";

export type SettingKey = LeafKeys<Settings>;

type Leaf = readonly unknown[] | string | number | boolean | null;
type LeafKeys<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends Leaf ? `${Prefix}${K}` : LeafKeys<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/**
 * The values that a project's file may set; the file comes with a repository that may not be trustworthy.
 * `off`, `on`: only false, true. `lower`, `raise`: a lower, higher number than holds without the file.
 * `narrower`: an earlier choice. `none`: only "none". `add`: further entries. `never`: no value.
 */
export type ProjectRule = "never" | "off" | "on" | "lower" | "raise" | "narrower" | "none" | "add";

export interface Setting {
  readonly doc: string;
  readonly project: ProjectRule;
  /** Follows the word "expected" in messages. */
  readonly allowed: string;
  readonly takes: (value: unknown) => boolean;
  /** The choices; with `narrower`, the first makes mneme do least. */
  readonly values?: readonly string[];
  /** True if the value may be a secret by mistake, which no message repeats. */
  readonly hidden?: true;
  /** True for a list of folders, each of which is checked by itself. */
  readonly isFolders?: true;
  /** Turns the written value into the one that hooks use. */
  readonly compiled?: (value: never) => unknown;
}

const MAX_ENTRIES = 100;
/** A longer list is refused, and the last valid one holds. */
export const MAX_FOLDERS = 1000;

const LONGEST_HOOK_MS = 9000; // well below the client's timeouts of 10 s, and 30 s for Stop
const LONGEST_STOP_MS = 28_000;

export const SETTINGS: Readonly<Record<SettingKey, Setting>> = {
  "capture.skip_tools": list(
    /^[\w.:-]{1,200}$/,
    "exact names",
    "mneme neither records calls of these tools nor prints anything after them. mneme never records [some other tools](hooks.md#priorities).",
  ),
  "capture.max_field_bytes": lower([1024, 4_194_304], "mneme removes the middle of a text with more bytes."),

  "privacy.redact_secrets": {
    ...flag("mneme replaces secrets by `[redacted:<kind>]` before it stores a text."),
    project: "on",
  },
  "privacy.exclude_projects": folders(
    'If a session starts in or below these folders, mneme records nothing and shows nothing. If a session elsewhere reads files in these folders, mneme records that. `"*"`, in quotes, is every folder. In a path, `*` is any part of one name: `~/work/*-secret`.',
  ),

  ...hookRows("session_start", "mneme acts when a session starts"),
  "hooks.session_start.inject_light_context": flag(
    "A start shows rules, contents and recent sessions. This setting has nothing to do with `context_depth: light`.",
  ),
  "hooks.session_start.token_budget": lower(
    [0, 2000],
    "The most tokens for rules and recent sessions. After a compaction, the text of items that the session saved, opened or was shown has a second budget of the same size. Scratchpads and open GHAP entries are not counted.",
  ),
  "hooks.session_start.contents_budget": lower([0, 2400], "The most tokens for the contents."),

  ...hookRows("user_prompt_submit", "mneme records each prompt and adds what fits it"),
  "hooks.user_prompt_submit.context_depth": narrower(
    ["none", "lines", "light", "rich"],
    "The text that mneme adds to a prompt, apart from notes. `none`: nothing. `lines`: matching titles and changed rules that are new to the session, and what is known of an error in the prompt. `light`: none of these, but up to three whole items (such as memories), together at most 300 tokens. `rich`: none of these, but up to `limit` whole items, also code, together at most `token_budget` tokens.",
  ),
  "hooks.user_prompt_submit.token_budget": lower(
    [0, 2400],
    "The most tokens that `rich` adds. A value below 300 also limits `light`. With 0, mneme adds nothing at any `context_depth`.",
  ),
  "hooks.user_prompt_submit.limit": lower(
    [0, 100],
    "The most items that `rich` adds. A value below 3 also limits `light`. With 0, mneme adds nothing at any `context_depth`.",
  ),
  "hooks.user_prompt_submit.relevance_floor": {
    doc: "`light` and `rich` leave out items whose search score is lower. `auto` is 0.35.",
    project: "never",
    allowed: "auto or a number from 0 to 1",
    takes: (value) => value === "auto" || isNumber(value, [0, 1]),
  },
  "hooks.user_prompt_submit.include_code": flag("`rich` also adds code of the [code index](code_index.md)."),

  ...hookRows("ghap_checkin", "mneme reminds an agent of its open GHAP entry"),
  "hooks.ghap_checkin.frequency": raise([1, 1000], "The tool calls from one reminder to the next."),

  ...hookRows("outcome_capture", "mneme recognises test runs and builds, and checks predictions"),
  "hooks.outcome_capture.timeout_ms": lower(
    [10, LONGEST_HOOK_MS],
    "After this many milliseconds mneme prints no comparison and no premortem. The hook's own time is `hooks.capture.timeout_ms`.",
  ),
  "hooks.outcome_capture.matchers": matchers(
    "A command that begins with the words of an entry also counts as a test run or a build: `./check.sh` fits `./check.sh --fast`. An entry without a kind is a test run.",
  ),
  "hooks.outcome_capture.auto_capture": flag(
    "At the first test run or build of an open prediction, and when the result changes (passed or failed), mneme prints how the result fits the prediction. mneme also prints the call of [`resolve_ghap`](ghap.md#a-run-meets-the-prediction) that closes the prediction.",
  ),

  "hooks.recall.on_file": flag("After a file is read, mneme prints what is known about the file."),
  "hooks.recall.on_failure": flag("After a failure, mneme prints what is known about the failure."),
  "hooks.recall.token_budget": lower([0, 1000], "The most tokens at a file, a failure or a prompt's error."),

  ...hookRows("capture", "mneme records tool calls. With `false`, `post-tool-use` does nothing at all"),
  ...hookRows("stop", "At a turn's end mneme writes a summary and asks the agent to save", LONGEST_STOP_MS),
  ...hookRows("subagent_start", "Subagents get rules, contents and the path of their scratchpad"),
  "hooks.subagent_start.contents_budget": lower([0, 2400], "The most tokens for rules and contents."),
  ...hookRows("subagent_stop", "mneme checks whether a subagent has written its scratchpad"),
  ...hookRows("pre_compact", "mneme records compactions"),
  ...hookRows("session_end", "mneme records a session's end and starts [`mneme process`](processing.md)"),
  "hooks.session_end.checkpoint": choice(
    ["passive", "full", "restart", "truncate"],
    "SQLite's [mode](https://sqlite.org/pragma.html#pragma_wal_checkpoint) of moving its write-ahead log into the database. `passive` never waits.",
  ),

  "triage.mode": narrower(
    ["heuristic", "hybrid", "llm"],
    "The model of `llm.provider`, if there is one, checks the findings of a stop. `heuristic`: never. `hybrid`: if a finding reaches `llm_floor`. `llm`: at every stop with new messages. When asked, the model may also add findings.",
  ),
  "triage.max_transcript_messages": lower(
    [1, 500],
    "A stop reads this many of the newest messages. If the last turn is longer, the stop reads the whole turn, but at most three times as many messages.",
  ),
  "triage.heuristic_threshold": fraction("A stop asks about findings from this score on."),
  "triage.llm_floor": fraction("The model gets findings with at least this score, but none below 0.3."),
  "triage.summary_min_files": raise(
    [1, 1000],
    "Only for the command [`mneme triage`](how_it_decides.md#asking-triage): it also prints the names of the files that the session changed, if they are at least this many.",
  ),
  "triage.summary_min_tools": raise([1, 1000], "With this many tool calls, one changed file is enough."),
  "triage.blocking": flag(
    "mneme asks the agent to save. With `false`, a stop saves findings itself, as [in scripts](hooks.md#stop): those with a score of at least `heuristic_threshold` + 0.15 (in the categories CONSTRAINT and TECH_DEBT + 0.35). Others from `heuristic_threshold` on become candidates.",
  ),
  "triage.delivery": narrower(
    ["context", "decision", "exit-code"],
    "The form of the request to save. `context`: additional context. `decision`: a blocked stop, which the client shows as an error. `exit-code`: the same by exit status 2. Keep `context`, unless your client ignores it.",
  ),
  "triage.min_turns_between_asks": raise([0, 1000], "The fewest prompts from one ask to the next."),
  "triage.unattended": narrower(
    ["off", "save", "ask"],
    "The work of a stop in a script (`claude -p`). `off`: mneme looks for nothing. `save`: mneme does the same as with `blocking: false`. `ask`: mneme asks as usual.",
  ),
  "triage.nudge.enabled": flag("mneme adds [notes](README.md#terms) to prompts."),
  "triage.nudge.max_per_session": lower([0, 100], "A session gets at most this many notes."),
  "triage.look_back": flag("The model reads [ended sessions](how_it_decides.md#the-look-back) for findings."),
  "triage.look_back_windows": lower([1, 200], "At most this many × 24,000 characters of a session are sent."),
  "triage.look_back_characters": lower([0, 100_000_000], "The most characters that are sent in 24 hours."),

  "llm.provider": choice(
    ["none", "gemini-flash", "haiku", "openai-compatible", "claude-cli"],
    "The provider of the language model that checks findings, writes recall phrases, and reads sessions for `triage.look_back`. `claude-cli` is the program `claude`, in which you are signed in. Also accepted as `triage.llm_provider`.",
    "none",
  ),
  "llm.model": model("The model to ask. `null`: the provider's default. For your own server, name a model."),
  "llm.base_url": url("The address of the provider. `openai-compatible` needs it; `claude-cli` has none."),
  "llm.api_key_env": keyName(
    "This environment variable has the key. Defaults: `GEMINI_API_KEY` or `GOOGLE_API_KEY` for `gemini-flash`, `ANTHROPIC_API_KEY` for `haiku`, `OPENAI_API_KEY` for `openai-compatible`.",
  ),
  "llm.timeout_ms": lower(
    [100, 25_000],
    "The most milliseconds for a request and its retry together. Also accepted as `triage.llm_timeout_ms`.",
  ),

  "scratchpad.enforce": narrower(
    ["never", "auto", "always"],
    "`never`: no agent has to write a [scratchpad](scratchpads.md). `auto`: in projects with a folder `.claude/scratchpad/`, each subagent has to write one, and [in some cases](hooks.md#scratchpads) the main agent. `always`: the same in all projects.",
  ),
  "scratchpad.max_blocks": lower([0, 10], "The most requests for a scratchpad per agent, session and day."),
  "scratchpad.exempt_agents": list(
    /^[^\p{Cc}\p{Cf}*]{1,200}$/u,
    "exact names",
    "These agents need no scratchpad, and get no rules or contents.",
  ),
  "scratchpad.sections": list(
    /^(?=.*\S)[^\p{Cc}\p{Cf}]{1,80}$/u,
    "headings of at most 80 characters",
    "A scratchpad must have these headings.",
    20, // an answer that asks for more would be longer than the client takes
  ),

  "retention.raw_days": whole([1, 3650], "mneme stores inputs and outputs of tool calls for this many days."),
  "retention.log_mb": whole([1, 1000], "The log has at most this many megabytes."),

  "embeddings.provider": choice(
    ["none", "openai-compatible"],
    "This kind of server computes embeddings for search. Ollama is `openai-compatible`. Hooks never ask it.",
    "none",
  ),
  "embeddings.model": model("The model that computes the embeddings. `openai-compatible` needs it."),
  "embeddings.base_url": url("The address of the embeddings server, which `openai-compatible` needs."),
  "embeddings.api_key_env": keyName("This variable has the key of the server. Default: `OPENAI_API_KEY`."),

  "view.port": whole([0, 65_535], "The port of `mneme view`. 0: a free port, which mneme uses again."),

  "log.level": choice(
    ["debug", "data", "info", "failure", "error"],
    "Hooks log lines of this level and of all later levels: first `debug` (harmless disturbances, such as a locked database), then `data` (the input of hooks), `info` (events, such as a restored backup), `failure` (an attempt that failed), `error` (damaged or lost data). Commands always log `info`, `failure` and `error`.",
  ),
};

function hookRows<N extends Exclude<keyof HookSettings, "recall">>(
  hook: N,
  doc: string,
  longestMs = LONGEST_HOOK_MS,
) {
  return {
    [`hooks.${hook}.enabled`]: flag(`${doc}.`),
    [`hooks.${hook}.timeout_ms`]: lower([10, longestMs], "The hook's time in milliseconds."),
  } as Record<`hooks.${N}.${"enabled" | "timeout_ms"}`, Setting>;
}

function flag(doc: string): Setting {
  return { project: "off", doc, allowed: "true or false", takes: (value) => typeof value === "boolean" };
}

type Range = readonly [min: number, max: number];

function isNumber(value: unknown, [min, max]: Range): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

function whole(range: Range, doc: string, project: ProjectRule = "never"): Setting {
  const allowed = `a whole number from ${range[0]} to ${range[1]}`;
  return { project, doc, allowed, takes: (value) => isNumber(value, range) && Number.isInteger(value) };
}

function lower(range: Range, doc: string): Setting {
  return whole(range, doc, "lower");
}

function raise(range: Range, doc: string): Setting {
  return whole(range, doc, "raise");
}

/** With a higher threshold, fewer items pass. */
function fraction(doc: string): Setting {
  const takes = (value: unknown) => isNumber(value, [0, 1]);
  return { project: "raise", doc, allowed: "a number from 0 to 1", takes };
}

function choice(values: readonly string[], doc: string, project: ProjectRule = "never"): Setting {
  const allowed = `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return { project, doc, allowed, values, takes: (value) => values.includes(value as string) };
}

function narrower(values: readonly string[], doc: string): Setting {
  return choice(values, doc, "narrower");
}

function text(pattern: RegExp, what: string, doc: string): Setting {
  const takes = (value: unknown) => value === null || fits(value, pattern);
  return { project: "never", doc, allowed: `${what}, or null`, takes };
}

function model(doc: string): Setting {
  return text(/^[\w.:/@+-]{1,200}$/, "the name of a model", doc);
}

function url(doc: string): Setting {
  const what = "an http or https address without user, password or query";
  return { ...text(/^https?:\/\/[^\s@?#]{1,500}$/, what, doc), hidden: true };
}

function keyName(doc: string): Setting {
  const what = "the name of an environment variable, never the key itself";
  return { ...text(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, what, doc), hidden: true };
}

function fits(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function listOf(what: string, isEntry: (one: unknown) => boolean, doc: string, most = MAX_ENTRIES): Setting {
  const takes = (value: unknown) => Array.isArray(value) && value.length <= most && value.every(isEntry);
  return { project: "add", doc, allowed: `a list of at most ${most} ${what}`, takes };
}

function list(pattern: RegExp, what: string, doc: string, most?: number): Setting {
  return listOf(what, (entry) => fits(entry, pattern), doc, most);
}

function folders(doc: string): Setting {
  const compiled = (entries: readonly string[]) => entries.flatMap(patternsOf);
  return { ...listOf(`folders: ${FOLDERS_ALLOWED}`, isFolder, doc, MAX_FOLDERS), isFolders: true, compiled };
}

/** Matches a kind. The plural is accepted, too, because outcomes are spelt `tests:fail`. */
const KIND = /^(test|build)s?$/;

function matchers(doc: string): Setting {
  const what = "entries such as ./check.sh or {command: bin/pack, kind: build}, kind being test or build";
  const compiled = (entries: readonly (string | { command: string; kind?: string })[]) =>
    entries.map((entry) => {
      const { command, kind = "test" } = typeof entry === "string" ? { command: entry } : entry;
      return { command, kind: KIND.exec(kind)?.[1] };
    });
  return { ...listOf(what, isMatcher, doc), compiled };
}

function isMatcher(value: unknown): boolean {
  const pattern = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;
  if (typeof value !== "object" || value === null) return fits(value, pattern);
  const { command, kind = "test", ...more } = value as Record<string, unknown>;
  return fits(command, pattern) && fits(kind, KIND) && Object.keys(more).length === 0;
}
