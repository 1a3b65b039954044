import { dirname } from "node:path";
import { TOOLS } from "../../../src/cli/mcp/all_tools.ts";
import { HOOK_MARKER, HOOK_REGISTRATIONS } from "../../../src/base/hook_names.ts";
import { VERSION } from "../../../src/base/version.ts";
import { textBeside } from "../../../src/machine/files.ts";
import { EXECUTABLES } from "../../../src/build/executables.ts";
import { pluginFiles, writePlugin } from "../../../src/build/plugin.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../../_support/assert.ts";
import { namesIn } from "../../_support/test_home.ts";
import { isWindows, notOnWindows } from "../../_support/windows.ts";
import { executablePath } from "../../../src/cli/registration/own_folder.ts";

const FILES = pluginFiles();
const SUFFIX = isWindows ? ".exe" : "";

function file(path: string): string {
  const text = FILES.get(path);
  assert(text !== undefined, `${path} is missing`);
  return text;
}

Deno.test("the plugin's hooks are those that install registers, with their timeouts and marks", () => {
  const { hooks } = JSON.parse(file("mneme/hooks/hooks.json"));
  const found = Object.entries(hooks).flatMap(([event, groups]) =>
    (groups as { hooks: Record<string, unknown>[] }[]).flatMap((group) => {
      assertEquals(Object.keys(group), ["hooks"], "no matcher: it fires for everything");
      return group.hooks.map((hook) => ({ event, ...hook }));
    })
  );
  const wanted = HOOK_REGISTRATIONS.map(({ event, executable, timeoutSeconds, statusMessage }) => ({
    event,
    type: "command",
    command: executablePath("${CLAUDE_PLUGIN_ROOT}/programs", executable),
    args: [HOOK_MARKER],
    timeout: timeoutSeconds,
    ...(statusMessage === undefined ? {} : { statusMessage }),
  }));
  assertEquals(found, wanted);
});

Deno.test("the plugin and its marketplace name the same plugin and the version of this mneme", () => {
  const manifest = JSON.parse(file("mneme/.claude-plugin/plugin.json"));
  const { plugins: [entry] } = JSON.parse(file(".claude-plugin/marketplace.json"));
  for (const { name, version } of [manifest, entry]) {
    assertEquals({ name, version }, { name: "mneme", version: VERSION });
  }
  assertEquals(entry.source, "./mneme");
  assertEquals(file("mneme/skills/memory-management/SKILL.md"), textBeside("cli/registration/skill.txt"));
});

Deno.test("the plugin's commands allow tools that the server has, and none that removes something", () => {
  const names: readonly string[] = TOOLS.map(({ name }) => name);
  const commands = [...FILES.keys()].filter((path) => path.startsWith("mneme/commands/"));
  const wanted = ["recall.md", "remember.md", "forget.md", "stats.md"];
  assertEquals(commands.map((path) => path.slice("mneme/commands/".length)), wanted);
  for (const path of commands) {
    const [, head = ""] = file(path).split("---\n");
    assertMatch(head, /^description: \S/);
    for (const tool of /allowed-tools: (.*)/.exec(head)?.[1]?.split(", ") ?? []) {
      const name = tool.slice(tool.lastIndexOf("__") + 2);
      assert(names.includes(name) && name !== "forget_memory", `${path} allows ${tool}`);
    }
  }
});

/** A folder with stand-ins for the executables, and a place for the plugin. */
class Place implements Disposable {
  readonly root = Deno.makeTempDirSync({ prefix: "mneme plugin " });
  readonly dist = `${this.root}/dist`;
  readonly out = `${this.root}/out`;

  constructor() {
    Deno.mkdirSync(this.dist);
    for (const { name } of EXECUTABLES) {
      Deno.writeTextFileSync(`${this.dist}/${name}${SUFFIX}`, `#!/bin/sh\necho "\${0##*/} $*"\n`, {
        mode: 0o755,
      });
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

Deno.test("writePlugin() takes the place of an earlier plugin, and nothing is left beside it", async () => {
  using place = new Place();
  await writePlugin(place);
  Deno.writeTextFileSync(`${place.out}/mneme/left over`, "");
  await writePlugin(place);
  assertEquals(namesIn(place.root), ["dist", "out"]);
  const names = ".claude-plugin .mcp.json README.md bin commands hooks programs skills";
  assertEquals(namesIn(`${place.out}/mneme`), names.split(" "));
  assertEquals(
    namesIn(`${place.out}/mneme/bin`),
    [isWindows ? "mneme.cmd" : "mneme"],
    "the client adds this folder to PATH",
  );
  assertEquals(namesIn(`${place.out}/mneme/programs`), EXECUTABLES.map(({ name }) => name + SUFFIX).sort());
  for (const [path, text] of FILES) assertEquals(Deno.readTextFileSync(`${place.out}/${path}`), text);
});

Deno.test("writePlugin() refuses a folder that holds something else, and one without executables", async () => {
  using place = new Place();
  Deno.mkdirSync(place.out);
  await writePlugin(place); // an empty folder may be used
  await writePlugin({ dist: place.dist, out: `${place.root}/kept` });
  // A letter, a clone named mneme, a folder where the plugin would be made, and a plugin with more in it.
  const mine = ["mine/letter", "clones/mneme/letter", "near.new/letter", "kept/.git/letter"];
  for (const path of mine.map((name) => `${place.root}/${name}`)) {
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, "dear");
  }
  for (const name of ["mine", "mine/letter", "clones", "near", "kept"]) {
    const out = `${place.root}/${name}`;
    await assertRejects(() => writePlugin({ dist: place.dist, out }), /holds something else/);
  }
  for (const name of mine) assertEquals(Deno.readTextFileSync(`${place.root}/${name}`), "dear");
  Deno.removeSync(`${place.dist}/stop${SUFFIX}`);
  await assertRejects(() => writePlugin(place), /is missing; run `deno task build`/);
  assert(namesIn(place.out).includes("mneme"), "the earlier one stays");
});

notOnWindows("scripts", "the plugin's launcher starts mneme also through links to it", async () => {
  using place = new Place();
  await writePlugin(place);
  Deno.symlinkSync("out/mneme/bin/mneme", `${place.root}/near`);
  Deno.symlinkSync(`${place.root}/near`, `${place.root}/far`);
  for (const name of ["out/mneme/bin/mneme", "near", "far"]) {
    const { stdout } = await new Deno.Command(`${place.root}/${name}`, { args: ["a b"] }).output();
    assertEquals(new TextDecoder().decode(stdout), "mneme a b\n", name);
  }
});
