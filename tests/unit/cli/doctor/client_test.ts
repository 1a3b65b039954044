import { below } from "../../../../src/base/slashes.ts";
import { checkDeadlines, checkServer, checkSettings } from "../../../../src/cli/doctor/client.ts";
import { shellWord } from "../../../../src/cli/frame/plain_text.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { DoctorHome, said } from "./doctor_home.ts";

Deno.test("checkSettings is content with one complete install", () => {
  using home = new DoctorHome();
  assertEquals(said(checkSettings(home.probe()), home), [
    "ok: 10 hooks are registered in /home/.claude/settings.json",
  ]);
});

Deno.test("checkSettings warns of two installs at once, naming both and how to undo the second", () => {
  using home = new DoctorHome();
  home.install(home.projectSettings);
  const [finding] = checkSettings(home.probe());
  assertEquals([finding?.level, finding?.fix], ["warn", "mneme uninstall --project"]);
  assert(
    finding?.text.includes(`${home.userSettings} and ${home.projectSettings}; each event is handled once`),
  );
});

Deno.test("checkSettings names the events that are not registered", () => {
  using home = new DoctorHome();
  home.editSettings('"Stop"', '"Halt"');
  assertMatch(said(checkSettings(home.probe()), home)[0] ?? "", /^fail: Stop is not registered in /);
});

Deno.test("checkSettings finds a registered file that is gone, and one of another folder", () => {
  using home = new DoctorHome();
  home.install(home.userSettings, below(home.root, "old"));
  const lines = said(checkSettings(home.probe()), home);
  assertEquals(lines.filter((line) => line.includes("that cannot be started: /old/")).length, 9);
  assertEquals(
    lines.at(-1),
    "warn: /home/.claude/settings.json starts the hooks in /old, this mneme is in /dist",
  );
});

Deno.test("checkSettings fails for a file that the client drops, with the line, hooks in it or not", () => {
  using home = new DoctorHome();
  Deno.writeTextFileSync(home.projectSettings, '{\n  // mine\n  "model": "x"\n}\n');
  const [finding] = checkSettings(home.probe());
  assertEquals([finding?.level, finding?.fix], ["fail", "remove the comment"]);
  assert(finding?.text.startsWith(`${home.projectSettings}:2:3: it has a comment`));
  for (const text of ['{"a": 1,}', "[]", "{", '{"hooks": []}']) {
    Deno.writeTextFileSync(home.projectSettings, text);
    assertEquals(checkSettings(home.probe())[0]?.level, "fail", text);
  }
});

Deno.test("checkSettings says once that a file is dropped, not also that no hook is registered", () => {
  using home = new DoctorHome();
  home.editSettings("{", "{ // mine");
  assertEquals(said(checkSettings(home.probe()), home), [
    "fail: /home/.claude/settings.json:1:3: it has a comment, and Claude Code ignores the whole of a settings file " +
    "with comments",
  ]);
  home.editSettings("{ // mine", "{,");
  assertEquals(said(checkSettings(home.probe()), home), [
    "fail: /home/.claude/settings.json:1:2: it is not valid JSON (value expected); the client drops such a file without a word",
  ]);
});

Deno.test("checkSettings warns when all hooks are switched off", () => {
  using home = new DoctorHome();
  Deno.writeTextFileSync(home.projectSettings, '\uFEFF{"disableAllHooks": true}');
  assertEquals(
    said(checkSettings(home.probe()), home)[0],
    "warn: /project/.claude/settings.json switches all hooks off",
  );
});

Deno.test("checkDeadlines warns of timeouts that are not ours", () => {
  using home = new DoctorHome();
  assertEquals(checkDeadlines(home.probe())[0]?.level, "ok");
  home.editSettings(/"timeout": ?30/, '"timeout": 5');
  assertEquals(said(checkDeadlines(home.probe()), home), [
    "warn: Timeouts in /home/.claude/settings.json are not ours, in seconds: Stop 5 (should be 30)",
  ]);
});

function enable(path: string, isEnabled: boolean): void {
  Deno.writeTextFileSync(
    path,
    JSON.stringify({ enabledPlugins: { "other@place": true, "mneme@mneme": isEnabled } }),
  );
}

Deno.test("checkSettings is content with the plugin alone", () => {
  using home = new DoctorHome();
  enable(home.userSettings, true);
  assertEquals(said(checkSettings(home.probe()), home), [
    "ok: The plugin mneme@mneme, enabled in /home/.claude/settings.json, brings the hooks",
  ]);
});

Deno.test("checkSettings takes the word of the project about the plugin before that of the user", () => {
  using home = new DoctorHome();
  enable(home.userSettings, true);
  enable(home.projectSettings, false);
  assertEquals(checkSettings(home.probe()).map(({ level, fix }) => [level, fix]), [[
    "fail",
    "mneme install",
  ]]);
  enable(home.userSettings, false);
  enable(home.projectSettings, true);
  assertEquals(checkSettings(home.probe()).map(({ level }) => level), ["ok"]);
});

Deno.test("checkSettings warns of the plugin beside an install, and says how to undo that one", () => {
  using home = new DoctorHome();
  enable(home.projectSettings, true);
  assertEquals(checkSettings(home.probe()).map(({ level, fix }) => [level, fix ?? ""]), [
    ["warn", "mneme uninstall"],
    ["ok", ""],
  ]);
});

const UNREGISTERED = { servers: [] };

Deno.test("checkServer is content with a registered server", () => {
  using home = new DoctorHome();
  assertEquals(checkServer(home.probe()).map(({ level }) => level), ["ok"]);
});

Deno.test("checkServer warns where hooks are installed without a server, and says what registers it", () => {
  using home = new DoctorHome();
  const found = checkServer(home.probe(UNREGISTERED)).map(({ level, fix }) => [level, fix]);
  assertEquals(found, [[
    "warn",
    `claude mcp add --scope user mneme -- ${shellWord(executablePath(home.executables, "mneme"))} mcp`,
  ]]);
});

Deno.test("checkServer registers the server for whom the hooks are", () => {
  using home = new DoctorHome();
  Deno.removeSync(home.userSettings);
  home.install(home.projectSettings);
  const [finding] = checkServer(home.probe(UNREGISTERED));
  assertEquals(
    finding?.fix,
    `claude mcp add --scope project mneme -- ${shellWord(executablePath(home.executables, "mneme"))} mcp`,
  );
});

Deno.test("checkServer has nothing to say without an install, or with the plugin, which brings its server", () => {
  using home = new DoctorHome();
  Deno.writeTextFileSync(home.projectSettings, '{"enabledPlugins":{"mneme@mneme":true}}');
  assertEquals(checkServer(home.probe(UNREGISTERED)), []);
  Deno.removeSync(home.projectSettings);
  Deno.removeSync(home.userSettings);
  assertEquals(checkServer(home.probe(UNREGISTERED)), []);
});

Deno.test("checkServer warns of a server whose file is gone, and of a name that no shell finds", () => {
  using home = new DoctorHome();
  for (const command of ["/gone/dist/mneme", "mneme-that-nobody-has"]) {
    const found = checkServer(home.probe({ servers: [{ scope: "project", command, args: ["mcp"] }] }));
    assertEquals(found, [{
      check: "server",
      level: "warn",
      text:
        `The MCP server is registered as ${command}, which is not there: sessions have the hooks, but not the tools`,
      fix: "mneme install --project",
    }]);
  }
});
