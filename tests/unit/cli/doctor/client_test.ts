import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { checkDeadlines, checkServer, checkSettings } from "../../../../src/cli/doctor/client.ts";
import { shellWord } from "../../../../src/cli/frame/plain_text.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { DoctorHome, said } from "./doctor_home.ts";

const [USER, PROJECT] = ["/home/.claude/settings.json", "/project/.claude/settings.json"];

/** Writes which of two plugins is enabled. */
function enable(path: string, isEnabled: boolean): void {
  const enabledPlugins = { "other@place": true, "mneme@mneme": isEnabled };
  Deno.writeTextFileSync(path, JSON.stringify({ enabledPlugins }));
}

/** Settings by what is special about them: the change of a complete install, and the findings, each with its fix. */
const SETTINGS: Record<string, [change: (home: DoctorHome) => void, findings: string[]]> = {
  "one complete install": [() => {}, [`ok: All hooks are registered in ${USER}`]],
  "no install": [(home) => Deno.removeSync(home.userSettings), [
    `fail: No hook of mneme is registered in ${USER}, ${PROJECT}; fix: mneme install`,
  ]],
  "two installs at once": [(home) => home.install(home.projectSettings), [
    `warn: Hooks are brought by ${USER} and ${PROJECT}; each event is handled once, but may cost a start for each; ` +
    "fix: mneme uninstall --project",
    `ok: All hooks are registered in ${USER}`,
    `ok: All hooks are registered in ${PROJECT}`,
  ]],
  "an event that is not registered": [(home) => home.editSettings('"Stop"', '"Halt"'), [
    `fail: Stop is not registered in ${USER}; fix: mneme install`,
  ]],
  "a comment in a file without hooks": [
    (home) => Deno.writeTextFileSync(home.projectSettings, '{\n  // mine\n  "model": "x"\n}\n'),
    [
      `fail: ${PROJECT}:2:3: it has a comment, and Claude Code ignores the whole of a settings file with comments; ` +
      "fix: remove the comment",
      `ok: All hooks are registered in ${USER}`,
    ],
  ],
  "a comment in the only file with hooks": [(home) => home.editSettings("{", "{ // mine"), [
    `fail: ${USER}:1:3: it has a comment, and Claude Code ignores the whole of a settings file with comments; ` +
    "fix: remove the comment",
  ]],
  "a file that is no JSON": [(home) => home.editSettings("{", "{,"), [
    `fail: ${USER}:1:2: it is not valid JSON (value expected); the client drops such a file without a word; ` +
    "fix: correct it",
  ]],
  "hooks that are all switched off": [
    (home) => Deno.writeTextFileSync(home.projectSettings, '\uFEFF{"disableAllHooks": true}'),
    [
      `warn: ${PROJECT} switches all hooks off; fix: take "disableAllHooks" out of it`,
      `ok: All hooks are registered in ${USER}`,
    ],
  ],
  "the plugin alone": [(home) => enable(home.userSettings, true), [
    `ok: The plugin mneme@mneme, enabled in ${USER}, brings the hooks`,
  ]],
  "a plugin that the project switches off": [
    (home) => {
      enable(home.userSettings, true);
      enable(home.projectSettings, false);
    },
    [`fail: No hook of mneme is registered in ${USER}, ${PROJECT}; fix: mneme install`],
  ],
  "a plugin that the project switches on": [
    (home) => {
      enable(home.userSettings, false);
      enable(home.projectSettings, true);
    },
    [`ok: The plugin mneme@mneme, enabled in ${PROJECT}, brings the hooks`],
  ],
  "the plugin beside an install": [(home) => enable(home.projectSettings, true), [
    `warn: Hooks are brought by The plugin mneme@mneme, enabled in ${PROJECT} and ${USER}; each event is handled ` +
    "once, but may cost a start for each; fix: mneme uninstall",
    `ok: All hooks are registered in ${USER}`,
  ]],
};

for (const [what, [change, expected]] of Object.entries(SETTINGS)) {
  Deno.test(`checkSettings reports ${what}`, () => {
    using home = new DoctorHome();
    change(home);
    const findings = checkSettings(home.probe());
    const fixes = findings.map(({ fix }) => fix === undefined ? "" : `; fix: ${fix}`);
    assertEquals(said(findings, home).map((line, i) => line + fixes[i]), expected);
  });
}

Deno.test("checkSettings finds a registered file that is gone, and one of another folder", () => {
  using home = new DoctorHome();
  home.install(home.userSettings, below(home.root, "old"));
  const lines = said(checkSettings(home.probe()), home);
  assertEquals(lines, [
    `fail: ${USER} names a file that cannot be started: /old/session-start is missing, and 8 more`,
    `warn: ${USER} starts the hooks in /old, this mneme is in /dist`,
  ]);
});

Deno.test("checkSettings fails for a file that the client drops, hooks in it or not", () => {
  using home = new DoctorHome();
  for (const text of ['{"a": 1,}', "[]", "{", '{"hooks": []}']) {
    Deno.writeTextFileSync(home.projectSettings, text);
    assertEquals(checkSettings(home.probe())[0]?.level, "fail", text);
  }
});

Deno.test("checkDeadlines warns of timeouts that are not ours", () => {
  using home = new DoctorHome();
  assertEquals(checkDeadlines(home.probe())[0]?.level, "ok");
  home.editSettings(/"timeout": ?30/, '"timeout": 5');
  assertEquals(said(checkDeadlines(home.probe()), home), [
    `warn: Timeouts in ${USER} are not ours, in seconds: Stop 5 (should be 30)`,
  ]);
});

const UNREGISTERED = { servers: [] };

Deno.test("checkServer is content with a registered server, else says what registers one for whom the hooks are", () => {
  using home = new DoctorHome();
  const program = shellWord(executablePath(home.executables, "mneme"));
  const look = () => checkServer(home.probe(UNREGISTERED)).map(({ level, fix }) => [level, fix]);
  assertEquals(checkServer(home.probe()).map(({ level }) => level), ["ok"]);
  assertEquals(look(), [["warn", `claude mcp add --scope user mneme -- ${program} mcp`]]);
  Deno.removeSync(home.userSettings);
  home.install(home.projectSettings);
  assertEquals(look(), [["warn", `claude mcp add --scope project mneme -- ${program} mcp`]]);
});

Deno.test("checkServer has nothing to say without an install, or with the plugin, which brings its server", () => {
  using home = new DoctorHome();
  Deno.writeTextFileSync(home.projectSettings, '{"enabledPlugins":{"mneme@mneme":true}}');
  assertEquals(checkServer(home.probe(UNREGISTERED)), []);
  Deno.removeSync(home.projectSettings);
  Deno.removeSync(home.userSettings);
  assertEquals(checkServer(home.probe(UNREGISTERED)), []);
});

Deno.test("checkServer warns of a server that is gone, of another mneme, or foreign, with what mends it", () => {
  using home = new DoctorHome();
  const [again, rename] = ["mneme install --project", "rename or remove it, then `mneme install --project`"];
  const gone = (command: string) =>
    `warn: The MCP server is registered as ${command}, which is not there: sessions have the hooks, but not the tools`;
  const wrong = (command: string) =>
    `warn: The MCP server named mneme starts ${command}, and not this mneme, in /dist`;
  const old = executablePath(below(home.root, "old"), "mneme");
  const foreign = executablePath(home.executables, "stop");
  Deno.mkdirSync(parentFolder(old));
  Deno.writeTextFileSync(old, "", { mode: 0o755 });
  for (
    const [command, text, fix] of [
      ["/gone/dist/mneme", gone("/gone/dist/mneme"), again],
      ["mneme-that-nobody-has", gone("mneme-that-nobody-has"), rename],
      [old, wrong("/old/mneme"), again],
      [foreign, wrong("/dist/stop"), rename],
    ] as const
  ) {
    const found = checkServer(home.probe({ servers: [{ scope: "project", command, args: ["mcp"] }] }));
    assertEquals([said(found, home), found.map(({ fix }) => fix)], [[text], [fix]]);
  }
});
