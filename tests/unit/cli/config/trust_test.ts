import { evaluate } from "../../../../src/cli/config/evaluate.ts";
import { SETTING_KEYS } from "../../../../src/cli/config/setting_values.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";

/** The rows: setting, what a project's file says of it, what then holds; the user's file is empty. */
const TAKEN: Record<string, [given: unknown, holds: unknown]> = {
  "capture.skip_tools": [["A"], ["A"]],
  "capture.max_field_bytes": [2048, 2048],
  "privacy.exclude_projects": [["/x"], ["/x"]],
  "hooks.session_start.inject_light_context": [false, false],
  "hooks.session_start.token_budget": [100, 100],
  "hooks.session_start.contents_budget": [0, 0],
  "hooks.user_prompt_submit.context_depth": ["none", "none"],
  "hooks.user_prompt_submit.token_budget": [0, 0],
  "hooks.user_prompt_submit.limit": [5, 5],
  "hooks.user_prompt_submit.include_code": [false, false],
  "hooks.subagent_start.contents_budget": [100, 100],
  "hooks.ghap_checkin.frequency": [50, 50],
  "hooks.outcome_capture.matchers": [[{ command: "x", kind: "test" }], [{ command: "x", kind: "test" }]],
  "hooks.outcome_capture.auto_capture": [false, false],
  "hooks.recall.on_file": [false, false],
  "hooks.recall.on_failure": [false, false],
  "hooks.recall.token_budget": [10, 10],
  "triage.mode": ["heuristic", "heuristic"],
  "triage.max_transcript_messages": [10, 10],
  "triage.heuristic_threshold": [0.9, 0.9],
  "triage.llm_floor": [0.9, 0.9],
  "triage.summary_min_files": [9, 9],
  "triage.summary_min_tools": [90, 90],
  "triage.blocking": [false, false],
  "triage.min_turns_between_asks": [9, 9],
  "triage.nudge.enabled": [false, false],
  "triage.nudge.max_per_session": [2, 2],
  "triage.look_back": [false, false],
  "triage.look_back_windows": [3, 3],
  "triage.look_back_characters": [1000, 1000],
  "triage.unattended": ["off", "off"],
  "llm.timeout_ms": [500, 500],
  "scratchpad.enforce": ["never", "never"],
  "scratchpad.max_blocks": [0, 0],
  "scratchpad.exempt_agents": [["Mine"], ["Explore", "Plan", "Mine"]],
  "scratchpad.sections": [["Risks"], ["What I did", "Cross-agent observations", "Unresolved", "Risks"]],
};

const REFUSED: Record<string, unknown> = {
  "capture.max_field_bytes": 4_000_000,
  "hooks.session_start.token_budget": 2000,
  "hooks.session_start.contents_budget": 2400,
  "hooks.subagent_start.contents_budget": 2400,
  "hooks.user_prompt_submit.context_depth": "rich",
  "hooks.user_prompt_submit.token_budget": 2400,
  "hooks.user_prompt_submit.limit": 100,
  "hooks.user_prompt_submit.relevance_floor": 0,
  "hooks.ghap_checkin.frequency": 1,
  "hooks.recall.token_budget": 1000,
  "hooks.session_end.checkpoint": "truncate",
  "privacy.redact_secrets": false,
  "triage.mode": "llm",
  "triage.max_transcript_messages": 500,
  "triage.heuristic_threshold": 0.1,
  "triage.llm_floor": 0,
  "triage.summary_min_files": 1,
  "triage.summary_min_tools": 1,
  "triage.delivery": "exit-code",
  "triage.min_turns_between_asks": 0,
  "triage.look_back": true,
  "triage.look_back_windows": 200,
  "triage.look_back_characters": 100_000_000,
  "triage.unattended": "ask",
  "llm.provider": "openai-compatible",
  "llm.model": "x",
  "llm.base_url": "https://elsewhere.example",
  "llm.api_key_env": "AWS_SECRET_ACCESS_KEY",
  "llm.timeout_ms": 25_000,
  "scratchpad.enforce": "always",
  "scratchpad.max_blocks": 10,
  "retention.raw_days": 1,
  "retention.log_mb": 1,
  "embeddings.provider": "openai-compatible",
  "embeddings.model": "x",
  "embeddings.base_url": "https://elsewhere.example",
  "embeddings.api_key_env": "HOME",
  "log.level": "debug",
  "triage.llm_provider": "haiku",
};

const EVERY_HOOK = SETTING_KEYS.filter((key) => /^hooks\.\w+\.(enabled|timeout_ms)$/.test(key));

function evaluateBoth(user: Record<string, unknown>, project: Record<string, unknown>) {
  const nothing = () => ({ user: {}, project: {} });
  return evaluate({ user: textOf(user), project: textOf(project) }, nothing);
}

/** JSON is YAML: `a.b: 1` becomes `{"a": {"b": 1}}`. */
function textOf(flat: Record<string, unknown>) {
  let nested: unknown = {};
  for (const [key, value] of Object.entries(flat)) {
    nested = key.split(".").reduceRight((inner, name) => ({ [name]: inner }), value);
  }
  return { kind: "text", text: JSON.stringify(nested) } as const;
}

for (const [key, [given, holds]] of Object.entries(TAKEN)) {
  Deno.test(`a project's file may set ${key} to ${JSON.stringify(given)}`, () => {
    const { values, problems, origins } = evaluateBoth({}, { [key]: given });
    assertEquals([values.get(key as never), problems], [holds, []]);
    assertEquals(origins.get(key as never)?.from, "project");
  });
}

for (const [key, given] of Object.entries(REFUSED)) {
  Deno.test(`a project's file may not set ${key} to ${JSON.stringify(given)}`, () => {
    const before = evaluateBoth({}, {});
    const { settings, problems } = evaluateBoth({}, { [key]: given });
    assertEquals(settings, before.settings);
    assertEquals(problems.length, 1);
    assertMatch(problems[0] ?? "", /^\.claude\/mneme\.yaml:1: .*; a project's file may only /);
  });
}

for (const key of EVERY_HOOK) {
  Deno.test(`a project's file may lower ${key}, never raise it`, () => {
    const isFlag = key.endsWith("enabled");
    const [low, high] = isFlag ? [false, true] : [20, 9000];
    assertEquals(evaluateBoth({}, { [key]: low }).values.get(key), low);
    assertEquals(evaluateBoth({ [key]: low }, { [key]: high }).values.get(key), low);
  });
}

Deno.test("a project's file may switch off a provider and strengthen privacy, against the user's file", () => {
  const providers = evaluateBoth({ "llm.provider": "haiku" }, { "llm.provider": "none" });
  assertEquals([providers.settings.llm.provider, providers.problems], ["none", []]);
  const embeddings = evaluateBoth({ "embeddings.provider": "openai-compatible" }, {
    "embeddings.provider": "none",
  });
  assertEquals(embeddings.settings.embeddings.provider, "none");
  const privacy = evaluateBoth({ "privacy.redact_secrets": false }, { "privacy.redact_secrets": true });
  assertEquals([privacy.settings.privacy.redact_secrets, privacy.problems], [true, []]);
});

Deno.test("a project's file may make delivery gentler, against the user's file", () => {
  const { settings } = evaluateBoth({ "triage.delivery": "exit-code" }, { "triage.delivery": "context" });
  assertEquals(settings.triage.delivery, "context");
});

Deno.test("a project's file may repeat what holds anyway", () => {
  assertEquals(evaluateBoth({ "llm.model": "m" }, { "llm.model": "m" }).problems, []);
});

Deno.test("a project's file cannot push a list over its limit", () => {
  const tools = (name: string) => Array.from({ length: 60 }, (_, i) => `${name}${i}`);
  const key = "capture.skip_tools";
  const { values, problems } = evaluateBoth({ [key]: tools("a") }, { [key]: tools("b") });
  assertEquals([values.get(key), problems.length], [tools("a"), 1]);
});

Deno.test("what a project's file may not say is left out, the rest of it counts", () => {
  const text = "llm: { provider: haiku }\nhooks: { recall: { on_file: false } }\n";
  const nothing = () => ({ user: {}, project: {} });
  const { settings } = evaluate({ user: { kind: "absent" }, project: { kind: "text", text } }, nothing);
  assertEquals([settings.llm.provider, settings.hooks.recall.on_file], ["none", false]);
});

Deno.test("a refusal does not repeat an address or the name of a key", () => {
  for (const key of ["llm.base_url", "llm.api_key_env"]) {
    const [problem = ""] =
      evaluateBoth({}, { [key]: key.endsWith("url") ? "https://u.example" : "MY_KEY" }).problems;
    assert(!/u\.example|MY_KEY/.test(problem), problem);
  }
});

Deno.test("every setting has a case of what a project's file may or may not do", () => {
  const covered = new Set([...Object.keys(TAKEN), ...Object.keys(REFUSED), ...EVERY_HOOK]);
  assertEquals(SETTING_KEYS.filter((key) => !covered.has(key)), []);
});
