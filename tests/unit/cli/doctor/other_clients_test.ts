// What doctor says of agents other than Claude Code, by what is wrong with them.
import { runChecks } from "../../../../src/cli/doctor/doctor_command.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { type ClientRow, clientRows } from "../../../../src/cli/clients/client_table.ts";
import { parentFolder } from "../../../../src/base/slashes.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { DoctorHome } from "./doctor_home.ts";

/** Also says that Codex cannot be asked, which is not on these machines. */
const NEVER_SEEN = /^warn: (No session of .* has been seen yet|Cannot ask Codex .* not on PATH)$/;

/** Changes of one file, as its user may have made them, and what is said then beside that no session was seen. */
const FAULTS: readonly (readonly [client: string, change: (row: ClientRow) => void, said: RegExp])[] = [
  [
    "gemini",
    (row) => edit(row.hooksFile, /^\{/, '{ "hooksConfig": { "enabled": false },'),
    /^fail: Gemini CLI runs no/,
  ],
  [
    "gemini",
    (row) => edit(row.hooksFile, /^\{/, '{ "hooksConfig": { "disabled": ["mneme"] },'),
    /^fail: Gemini CLI runs no/,
  ],
  [
    "gemini",
    (row) => edit(row.hooksFile, /"hooks": ?\{/, '"hooks": { "enabled": false,'),
    /^fail: Gemini CLI runs no/,
  ],
  ["qwen", (row) => edit(row.hooksFile, /^\{/, '{ "disableAllHooks": true,'), /^fail: Qwen Code runs no/],
  [
    "qwen",
    (row) => edit(row.hooksFile, /\}$/, ""),
    /^fail: Qwen Code: .*settings\.json:\d+:\d+: it is not valid JSON/,
  ],
  [
    "qwen",
    (row) => edit(row.hooksFile, /"Stop"/, '"Other"'),
    /^warn: Qwen Code: the hooks in .* are not those/,
  ],
  ["copilot", (row) => Deno.removeSync(row.serversFile), /^fail: Copilot CLI has no MCP server of mneme in/],
  ["copilot", (row) => Deno.removeSync(row.hooksFile!), /^fail: Copilot CLI has no hooks of mneme in/],
  [
    "copilot",
    (row) => edit(row.hooksFile, /^\{/, '{ "disableAllHooks": true,'),
    /^fail: Copilot CLI runs no hooks/,
  ],
  [
    "opencode",
    (row) => edit(row.serversFile, /"mcp"/, '"mcp": null, "other"'),
    /^fail: OpenCode has no MCP server/,
  ],
  ["opencode", (row) => edit(row.serversFile, /"mneme"/, '"mine"'), /^fail: OpenCode has no MCP server/],
  [
    "opencode",
    (row) => edit(row.serversFile, /\[[^\]]*\]/, '["other"]'),
    /^warn: OpenCode has another MCP server named mneme/,
  ],
  ...([
    ["opencode", /"enabled": true/, '"enabled": false', "mcp.mneme.enabled"],
    ["codex", /$/, "\nenabled = false\n", "mcp_servers.mneme.enabled"],
    ["gemini", /^\{/, '{ "mcp": { "excluded": ["mneme"] },', "mcp.excluded"],
    ["gemini", /^\{/, '{ "mcp": { "allowed": ["other"] },', "mcp.allowed"],
    ["qwen", /^\{/, '{ "mcp": { "excluded": ["mneme"] },', "mcp.excluded"],
    ["qwen", /^\{/, '{ "mcp": { "allowed": ["other"] },', "mcp.allowed"],
    ["cursor", /"command":/, '"disabled": true, "command":', "mcpServers.mneme.disabled"],
  ] as const).map(([client, from, to, key]) =>
    [
      client,
      (row: ClientRow) => edit(row.serversFile, from, to),
      new RegExp(`^warn: .* has the MCP server of mneme switched off: \`${key}\` in .*[\\\\/]`),
    ] as const
  ),
  [
    "gemini",
    (row) =>
      Deno.writeTextFileSync(`${row.folder}/mcp-server-enablement.json`, '{"mneme":{"enabled":false}}'),
    /^warn: Gemini CLI has the MCP server of mneme switched off: `mneme\.enabled` in /,
  ],
];

/** The same where nothing is wrong. */
const HARMLESS: readonly (readonly [client: string, from: RegExp, to: string])[] = [
  ["gemini", /^\{/, '{ "mcp": { "allowed": ["other", "mneme"], "excluded": ["other"] },'],
  ["gemini", /^\{/, '{ "mcp": { "allowed": [], "excluded": [] },'],
  ["gemini", /"args":/, '"trust": true, "args":'],
  ["codex", /^# Added by.*\n/m, ""],
];

function edit(path: string | undefined, from: RegExp, to: string): void {
  const before = Deno.readTextFileSync(path!);
  const after = before.trimEnd().replace(from, to);
  if (after === before.trimEnd()) throw new Error(`${path} does not hold ${from}`);
  Deno.writeTextFileSync(path!, after);
}

/** A machine with one agent alone, in which mneme is installed. */
function machineWith(client: string) {
  const home = new DoctorHome();
  Deno.removeSync(parentFolder(home.userSettings), { recursive: true });
  const environment = new Environment({ ...home.environment(), PATH: home.root, CODEX_HOME: undefined });
  const row = clientRows().find(({ name }) => name === client)!;
  for (const step of clientSteps(row, home.executables)) step.install("apply");
  const probe = home.probe({ settings: [{ path: home.userSettings, option: "" }], servers: [] });
  return {
    row,
    /** All that is not in order. */
    async said(named?: string): Promise<string[]> {
      const findings = await runChecks(probe, named);
      return findings.filter(({ level }) => level !== "ok").map(({ level, text }) => `${level}: ${text}`);
    },
    [Symbol.dispose]() {
      environment[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}

for (const { name } of clientRows()) {
  Deno.test(`doctor finds nothing wrong with ${name} alone on a machine, and nothing about Claude Code`, async () => {
    using machine = machineWith(name);
    for (const named of [undefined, name, "all"]) {
      const said = await machine.said(named);
      assertEquals(said.filter((line) => !NEVER_SEEN.test(line)), []);
    }
  });
}

Deno.test("doctor finds nothing wrong with what a user has added", async () => {
  for (const [client, from, to] of HARMLESS) {
    using machine = machineWith(client);
    edit(machine.row.serversFile, from, to);
    assertEquals((await machine.said()).filter((line) => !NEVER_SEEN.test(line)), [], to);
  }
});

const NOWHERE: readonly (readonly [folders: readonly string[], said: string, fix: string])[] = [
  [[".codex"], "mneme is in no agent yet; found: Codex CLI", "mneme install --client codex"],
  [
    [".gemini", ".codex"],
    "mneme is in no agent yet; found: Codex CLI, Gemini CLI",
    "mneme install --client all",
  ],
  [[], "mneme is in no agent yet, and none is found", "name yours: `mneme install --client NAME`"],
];

Deno.test("doctor names the agents that are found where mneme is in none, and nothing of Claude Code", async () => {
  for (const [folders, text, fix] of NOWHERE) {
    using home = new DoctorHome();
    Deno.removeSync(parentFolder(home.userSettings), { recursive: true });
    for (const folder of folders) Deno.mkdirSync(`${home.root}/home/${folder}`);
    using _environment = new Environment({ ...home.environment(), PATH: home.root, CODEX_HOME: undefined });
    const findings = await runChecks(
      home.probe({ settings: [{ path: home.userSettings, option: "" }], servers: [] }),
    );
    assertEquals(findings.filter(({ level }) => level !== "ok"), [
      { check: "clients", level: "fail", text, fix },
    ]);
  }
});

Deno.test("doctor says what is wrong with an agent", async () => {
  for (const [client, change, words] of FAULTS) {
    using machine = machineWith(client);
    change(machine.row);
    for (const named of [undefined, client]) {
      const said = (await machine.said(named)).filter((line) => !NEVER_SEEN.test(line));
      assertEquals(said.length, 1, `${client} ${words}: ${said.join("; ")}`);
      assertMatch(said[0]!, words);
    }
  }
});
