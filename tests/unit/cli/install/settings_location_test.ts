import { join, resolve } from "node:path";
import { UsageError } from "../../../../src/base/user_error.ts";
import { settingsPath } from "../../../../src/cli/registration/settings_file.ts";
import { typedScope } from "../../../../src/cli/install/install_command.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { errorOf } from "./install_folder.ts";
import { below } from "../../../../src/base/slashes.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";

function withVariables<T>(values: Record<string, string>, run: () => T): T {
  const old = Object.keys(values).map((name) => [name, Deno.env.get(name)] as const);
  try {
    for (const [name, value] of Object.entries(values)) Deno.env.set(name, value);
    return run();
  } finally {
    for (const [name, value] of old) value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  }
}

Deno.test("settingsPath() is the user's own file, below CLAUDE_CONFIG_DIR where that is set", () => {
  const own = (folder: string) =>
    withVariables(
      { [homeVariable()]: "/home/zoë", CLAUDE_CONFIG_DIR: folder },
      () => [settingsPath({}), settingsPath({ user: true })],
    );
  assertEquals(own(""), Array(2).fill(join("/home/zoë", ".claude/settings.json")));
  assertEquals(own("/etc/claude"), Array(2).fill(resolve("/etc/claude/settings.json")));
});

Deno.test("settingsPath() takes the project's files from the current folder and makes any other absolute", () => {
  const here = Deno.cwd();
  assertEquals(settingsPath({ project: true }), below(here, ".claude/settings.json"));
  assertEquals(settingsPath({ local: true }), below(here, ".claude/settings.local.json"));
  assertEquals(settingsPath({ settings: "a b.json" }), below(here, "a b.json"));
});

Deno.test("settingsPath() takes two scopes for wrong usage", () => {
  const error = errorOf(() => settingsPath({ project: true, settings: "x.json" }));
  assert(error instanceof UsageError);
  assertEquals(error.message, "Cannot edit two settings files at once: --project and --settings were given");
});

Deno.test("typedScope() can be pasted into a shell", () => {
  assertEquals(typedScope({}), "");
  assertEquals(typedScope({ local: true }), " --local");
  assertEquals(typedScope({ settings: "/a/b.json" }), " --settings /a/b.json");
  assertEquals(typedScope({ settings: "it's $HOME" }), ` --settings 'it'\\''s $HOME'`);
});
