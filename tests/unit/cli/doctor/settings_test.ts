import { checkDeadlines, checkSettings } from "../../../../src/cli/doctor/client.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { DoctorHome, said } from "./doctor_home.ts";
import { below } from "../../../../src/base/slashes.ts";

Deno.test("checkSettings is content with one complete install", () => {
  using home = new DoctorHome();
  assertEquals(said(checkSettings(home.probe()), home), [
    "ok: 10 hooks are registered in /home/.claude/settings.json",
  ]);
});

Deno.test("checkSettings fails without an install and names the files that it looked at", () => {
  using home = new DoctorHome();
  Deno.removeSync(home.userSettings);
  const [finding] = checkSettings(home.probe());
  assertEquals([finding?.level, finding?.fix], ["fail", "mneme install"]);
  assert(finding?.text.includes(home.userSettings) && finding.text.includes(home.projectSettings));
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
