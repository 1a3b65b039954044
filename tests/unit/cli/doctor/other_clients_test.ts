// What doctor says of agents other than Claude Code, by what is wrong with them.
import { repairAll, runChecks } from "../../../../src/cli/doctor/doctor_command.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { parentFolder } from "../../../../src/base/slashes.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { notOnWindows } from "../../../_support/windows.ts";
import { DoctorHome } from "./doctor_home.ts";

/** Also says that Codex cannot be asked, which is not on these machines. */
const NEVER_SEEN = /^warn: (No session of .* has been seen yet|Cannot ask Codex .* not on PATH)$/;

/** A change of one file, as its user may have made it, and what is said then beside that no session was seen. */
type Fault = readonly [
  client: string,
  file: "hooksFile" | "serversFile",
  from: RegExp | "remove",
  to: string,
  said: RegExp,
];

const FAULTS: readonly Fault[] = [
  ["gemini", "hooksFile", /^\{/, '{ "hooksConfig": { "enabled": false },', /^fail: Gemini CLI runs no/],
  ["gemini", "hooksFile", /^\{/, '{ "hooksConfig": { "disabled": ["mneme"] },', /^fail: Gemini CLI runs no/],
  ["gemini", "hooksFile", /"hooks": ?\{/, '"hooks": { "enabled": false,', /^fail: Gemini CLI runs no/],
  ["qwen", "hooksFile", /^\{/, '{ "disableAllHooks": true,', /^fail: Qwen Code runs no/],
  ["qwen", "hooksFile", /\}$/, "", /^fail: Qwen Code: .*settings\.json:\d+:\d+: it is not valid JSON/],
  ["qwen", "hooksFile", /"Stop"/, '"Other"', /^warn: Qwen Code: the hooks in .* are not those/],
  ["copilot", "serversFile", "remove", "", /^fail: Copilot CLI has no MCP server of mneme in/],
  ["copilot", "hooksFile", "remove", "", /^fail: Copilot CLI has no hooks of mneme in/],
  ["copilot", "hooksFile", /^\{/, '{ "disableAllHooks": true,', /^fail: Copilot CLI runs no hooks/],
  ["opencode", "serversFile", /"mcp"/, '"mcp": null, "other"', /^fail: OpenCode has no MCP server/],
  ["opencode", "serversFile", /"mneme"/, '"mine"', /^fail: OpenCode has no MCP server/],
  [
    "opencode",
    "serversFile",
    /\[[^\]]*\]/,
    '["other"]',
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
  ] as const).map(([client, from, to, key]): Fault => {
    const said = new RegExp(`^warn: .* has the MCP server of mneme switched off: \`${key}\` in .*[\\\\/]`);
    return [client, "serversFile", from, to, said];
  }),
];

/** The same where nothing is wrong. */
const HARMLESS: readonly (readonly [client: string, from: RegExp, to: string])[] = [
  ["gemini", /^\{/, '{ "mcp": { "allowed": ["other", "mneme"], "excluded": ["other"] },'],
  ["gemini", /^\{/, '{ "mcp": { "allowed": [], "excluded": [] },'],
  ["gemini", /"args":/, '"trust": true, "args":'],
  ["codex", /^# Added by.*\n/m, ""],
];

function edit(path: string, from: RegExp, to: string): void {
  const before = Deno.readTextFileSync(path).trimEnd();
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} does not hold ${from}`);
  Deno.writeTextFileSync(path, after);
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
    probe,
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
  for (const [client, file, from, to, words] of FAULTS) {
    using machine = machineWith(client);
    const path = machine.row[file]!;
    if (from === "remove") Deno.removeSync(path);
    else edit(path, from, to);
    for (const named of [undefined, client]) {
      const said = (await machine.said(named)).filter((line) => !NEVER_SEEN.test(line));
      assertEquals(said.length, 1, `${client} ${words}: ${said.join("; ")}`);
      assertMatch(said[0]!, words);
    }
  }
});

Deno.test("doctor says that Gemini CLI's own list has the MCP server switched off", async () => {
  using machine = machineWith("gemini");
  Deno.writeTextFileSync(`${machine.row.folder}/mcp-server-enablement.json`, '{"mneme":{"enabled":false}}');
  const said = (await machine.said()).filter((line) => !NEVER_SEEN.test(line));
  assertMatch(
    said.join(),
    /^warn: Gemini CLI has the MCP server of mneme switched off: `mneme\.enabled` in /,
  );
});

notOnWindows("modes", "doctor can make a hook of an agent executable again", async () => {
  using machine = machineWith("gemini");
  const path = `${machine.probe.executables}/session-start`;
  Deno.chmodSync(path, 0o644);
  const [found] = await runChecks(machine.probe, "gemini");
  assertEquals([found?.check, found?.fix], ["clients", `chmod +x ${path}`]);
  assertMatch(found?.text ?? "", /^Gemini CLI starts a hook that cannot be: .* is not executable$/);
  assertEquals(repairAll([found!]), [`Made ${path} executable`]);
});
