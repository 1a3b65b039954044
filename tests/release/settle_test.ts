import { executableName } from "../../src/machine/files.ts";
import { HOOKS } from "../../src/base/hook_names.ts";
import { VERSION } from "../../src/base/version.ts";
import { assertEquals, assertMatch } from "../_support/assert.ts";
import { DIST, linkExecutables } from "../_support/executables.ts";
import { namesIn, test as testInHome, type TestHome } from "../_support/test_home.ts";

/** Elsewhere the release's workflow does it; Windows has junctions for links, and needs a real one. */
const test = (name: string, work: (home: TestHome) => Promise<void>) =>
  testInHome(name, work, { ignore: Deno.build.os === "windows" });

/** A folder with the program alone, as a zip archive and a package of npm have it. */
function unpacked(home: TestHome, name = "unpacked"): string {
  const folder = `${home.root}/${name}`;
  Deno.mkdirSync(folder);
  Deno.linkSync(`${DIST}/mneme`, `${folder}/mneme`);
  return folder;
}

const ALL_NAMES = [...HOOKS.map(({ name }) => name), "mneme"].sort();

test("install names the hooks beside a program that stands alone; a dry run does not", async (home) => {
  const dist = unpacked(home);
  const dry = await home.mneme(["install", "--dry-run"], { dist });
  assertEquals([dry.code, dry.stderr, namesIn(dist)], [0, "", ["mneme"]]);
  const self = await home.mneme(["install", "--self", "--dry-run"], { dist });
  assertEquals([self.code, self.stdout.includes(`${dist}/`), namesIn(home.home)], [0, false, []]);
  assertMatch(self.stdout, /"command": "[^"]*[/][.]local[/]share[/]mneme[/]current[/]stop"/);
  const run = await home.mneme(["install"], { dist });
  assertEquals([run.code, run.stderr, namesIn(dist)], [0, "", ALL_NAMES]);
  const prompt = await home.fire("UserPromptSubmit", { prompt: "hi" }, { dist });
  assertEquals([prompt.code, prompt.stderr], [0, ""]);
});

test("install --self keeps the ten names of an archive one file, and registers its real path", async (home) => {
  const [dist, linked] = [linkExecutables(`${home.root}/unpacked`), `${home.root}/linked`];
  Deno.symlinkSync(home.home, linked);
  const run = await home.mneme(["install", "--self", "--bin", dist], { dist, env: { HOME: linked } });
  const version = `${home.home}/.local/share/mneme/${VERSION}`;
  assertEquals([run.code, run.stderr, namesIn(version)], [0, "", ALL_NAMES]);
  const { hooks } = JSON.parse(Deno.readTextFileSync(`${home.home}/.claude/settings.json`));
  assertEquals(hooks.Stop[0].hooks[0].command, `${home.home}/.local/share/mneme/current/stop`);
  assertEquals(new Set(ALL_NAMES.map((name) => Deno.statSync(`${version}/${name}`).ino)).size, 1);
});

test("install --self switches to itself once, leaves another's command alone, and the older version's switches back", async (home) => {
  const versions = `${home.home}/.local/share/mneme`;
  Deno.mkdirSync(`${home.home}/.local/bin`, { recursive: true });
  Deno.writeTextFileSync(`${home.home}/.local/bin/mneme`, "somebody's\n");
  for (const _ of ["first", "again"]) {
    const dist = unpacked(home, `unpacked ${_}`);
    Deno.writeTextFileSync(`${dist}/a letter.txt`, "the user's own");
    const run = await home.mneme(["install", "--self", "--unregistered"], { dist });
    assertEquals([run.code, run.stderr], [0, ""]);
    assertEquals(run.stdout, `Putting mneme ${VERSION} into ${versions}\n`);
    assertEquals(namesIn(versions), [VERSION, "current"]);
    assertEquals(namesIn(`${versions}/${VERSION}`), ALL_NAMES);
  }
  Deno.mkdirSync(`${home.root}/empty`);
  const none = await home.mneme(["install", "--self", "--unregistered", "--bin", `${home.root}/empty`]);
  assertEquals([none.code, namesIn(`${versions}/current`)], [1, ALL_NAMES]);
  assertEquals(Deno.readTextFileSync(`${home.home}/.local/bin/mneme`), "somebody's\n");
  assertEquals(namesIn(home.home).includes(".claude"), false);

  const placed = `${versions}/${VERSION}/${executableName("mneme")}`;
  Deno.removeSync(placed);
  Deno.writeTextFileSync(placed, `#!/bin/sh\necho ${VERSION}\n`, { mode: 0o755 }); // another build
  await home.mneme(["install", "--self", "--unregistered"], { dist: unpacked(home, "other") });
  const name = Deno.readLinkSync(`${versions}/current`);
  assertMatch(name, new RegExp(`^${VERSION.replaceAll(".", "[.]")}[.][0-9a-f]{8}$`));
  // The older version's own program switches back to it.
  Deno.removeSync(placed);
  Deno.linkSync(`${DIST}/mneme`, placed);
  const back = await home.mneme(["install", "--self", "--unregistered"], { dist: `${versions}/${VERSION}` });
  assertEquals(back.code, 0, back.stderr);
  assertEquals(Deno.readLinkSync(`${versions}/current`), VERSION);
});

test("install --self without a home links no command, and removes what a killed one left", async (home) => {
  const share = `${home.root}/share`;
  Deno.mkdirSync(`${share}/mneme/.new/unpacked`, { recursive: true });
  const env = { HOME: null, XDG_DATA_HOME: share };
  const run = await home.mneme(["install", "--self", "--unregistered"], { dist: unpacked(home), env });
  assertEquals([run.code, run.stderr, namesIn(home.project)], [0, "", []]);
  assertEquals(namesIn(`${share}/mneme`), [VERSION, "current"]);
});
