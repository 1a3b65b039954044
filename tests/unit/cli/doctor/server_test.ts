import { checkServer } from "../../../../src/cli/doctor/client.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { DoctorHome } from "./doctor_home.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { shellWord } from "../../../../src/cli/frame/plain_text.ts";

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
