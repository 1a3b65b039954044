import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { checkDeadlines, checkServer, checkSettings } from "../../../../src/cli/doctor/claude.ts";
import type { HomeProbe } from "../../../../src/cli/doctor/check.ts";
import { shellWord } from "../../../../src/cli/frame/plain_text.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { said, test } from "./doctor_home.ts";

const USER = "/home/.claude/settings.json";

/** Settings by what is special about them, and the findings, each with its fix. */
interface Settings {
  readonly what: string;
  /** Texts of the two files; null for a user's file that is gone. */
  readonly user?: string | null;
  readonly project?: string;
  readonly managed?: string;
  readonly edit?: readonly [from: string, to: string];
  readonly isTwice?: boolean;
  readonly said: readonly string[];
}

for (
  const { what, user, project, managed, edit, isTwice, said: wanted } of casesOf<Settings>(
    import.meta.filename,
  )
) {
  test(`checkSettings reports ${what}`, (home) => {
    if (user === null) Deno.removeSync(home.userSettings);
    else if (user !== undefined) Deno.writeTextFileSync(home.userSettings, user);
    if (project !== undefined) Deno.writeTextFileSync(home.projectSettings, project);
    if (managed !== undefined) Deno.writeTextFileSync(below(home.root, "managed.json"), managed);
    if (edit !== undefined) home.editSettings(...edit);
    if (isTwice) home.install(home.projectSettings);
    const findings = checkSettings(home.probe());
    const fixes = findings.map(({ fix }) => fix === undefined ? "" : `; fix: ${fix}`);
    assertEquals(said(findings, home).map((line, i) => line + fixes[i]), wanted);
  });
}

test("checkSettings finds a registered file that is gone, and one of another folder", (home) => {
  home.install(home.userSettings, below(home.root, "old"));
  const lines = said(checkSettings(home.probe()), home);
  assertEquals(lines, [`fail: ${USER} starts the hooks in /old, this mneme is in /dist; some are missing`]);
});

test("checkSettings warns of missing hooks beside other agents, unless the server is gone, too", (home) => {
  Deno.removeSync(home.userSettings);
  const look = (more: Partial<HomeProbe>) =>
    checkSettings({ ...home.probe(more), hasOthers: true }).map(({ level, fix }) => [level, fix]);
  assertEquals([look({}), look(UNREGISTERED)], [[["warn", "mneme install"]], [["ok", undefined]]]);
});

test("checkDeadlines warns of timeouts that are too short", (home) => {
  const look = () => said(checkDeadlines(home.probe()), home);
  const wellKept = look();
  home.editSettings(/"timeout": ?30/, '"timeout": 300'); // install keeps a raised one
  assertEquals([look(), wellKept[0]?.slice(0, 3)], [wellKept, "ok:"]);
  home.editSettings(/"timeout": ?300/, '"other": 5'); // the client's own is long enough
  assertEquals(look(), wellKept);
  home.editSettings(/"other": 5/, '"timeout": 5');
  assertEquals(look(), [`warn: Timeouts in ${USER} are too short, in seconds: Stop 5 (should be 30)`]);
});

const UNREGISTERED = { servers: [] };

test("checkServer is content with a registered server, else says what registers one for whom the hooks are", (home) => {
  const program = shellWord(executablePath(home.executables, "mneme"));
  const look = () => checkServer(home.probe(UNREGISTERED)).map(({ level, fix }) => [level, fix]);
  assertEquals(checkServer(home.probe()).map(({ level }) => level), ["ok"]);
  assertEquals(look(), [["warn", `claude mcp add --scope user mneme -- ${program} mcp`]]);
  Deno.removeSync(home.userSettings);
  home.install(home.projectSettings);
  assertEquals(look(), [["warn", `claude mcp add --scope project mneme -- ${program} mcp`]]);
});

test("checkServer has nothing to say without an install, or with the plugin, which brings its server", (home) => {
  Deno.writeTextFileSync(home.projectSettings, '{"enabledPlugins":{"mneme@mneme":true}}');
  assertEquals(checkServer(home.probe(UNREGISTERED)), []);
  Deno.removeSync(home.projectSettings);
  Deno.removeSync(home.userSettings);
  assertEquals(checkServer(home.probe(UNREGISTERED)), []);
});

test("checkServer warns of a server that is gone, of another mneme, or foreign, with what mends it", (home) => {
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
      ["deno.json", gone("deno.json"), rename], // a file in the current folder
      [old, wrong("/old/mneme"), again],
      [foreign, wrong("/dist/stop"), rename],
    ] as const
  ) {
    const found = checkServer(home.probe({ servers: [{ scope: "project", command, args: ["mcp"] }] }));
    assertEquals([said(found, home), found.map(({ fix }) => fix)], [[text], [fix]]);
  }
});
