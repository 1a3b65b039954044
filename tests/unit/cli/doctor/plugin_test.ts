import { checkSettings } from "../../../../src/cli/doctor/client.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { DoctorHome, said } from "./doctor_home.ts";

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
