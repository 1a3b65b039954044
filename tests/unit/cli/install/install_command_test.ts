import type { Command } from "commander";
import { installCommand, uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { InstallFolder } from "./install_folder.ts";
import { below } from "../../../../src/base/slashes.ts";
import { executablePath, pathLine } from "../../../../src/cli/registration/own_folder.ts";
import { shellWord } from "../../../../src/cli/frame/plain_text.ts";

/** Runs the command as `main` does and gives what it printed to stdout. */
function run(folder: InstallFolder, command: Command, args: readonly string[], path = "/nowhere"): string {
  const before = { MNEME_HOME: Deno.env.get("MNEME_HOME"), PATH: Deno.env.get("PATH") };
  const write = Deno.stdout.writeSync;
  const printed: string[] = [];
  Deno.env.set("MNEME_HOME", below(folder.root, "home"));
  Deno.env.set("PATH", path);
  Deno.stdout.writeSync = (bytes) => {
    printed.push(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  try {
    command.exitOverride().parse(["--settings", folder.settings, ...args], { from: "user" });
  } finally {
    Deno.stdout.writeSync = write;
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
  return printed.join("");
}

Deno.test("mneme install says what it changed, where the backup is, to restart, and how to undo", () => {
  using folder = new InstallFolder();
  folder.write('{"model":"opus"}');
  const printed = run(folder, installCommand(), ["--bin", folder.executables("dist")]);
  const [backup] = folder.names(`${folder.backups}/settings`);
  assertEquals(printed.split("\n"), [
    `The hooks in ${folder.settings}: added`,
    `The file as it was before is kept in ${below(folder.backups, `settings/${backup}`)}`,
    "Only the hooks: without --settings the MCP server and the skill are installed, too.",
    "Restart Claude Code for the hooks to take effect.",
    `Your shell does not find mneme yet; add to its profile: ${pathLine(below(folder.root, "dist"))}`,
    `To undo: mneme uninstall --settings ${shellWord(folder.settings)}`,
    "",
  ]);
  assert(folder.names(`${folder.root}/home`).includes("memory.db"));
});

Deno.test("mneme install says nothing of the PATH where a shell finds this mneme there, and names another", () => {
  using folder = new InstallFolder();
  const bin = folder.executables("dist");
  Deno.writeTextFileSync(executablePath(bin, "mneme"), "", { mode: 0o755 });
  const [own, other] = [bin, `${folder.root}/other`];
  Deno.mkdirSync(other);
  Deno.writeTextFileSync(executablePath(other, "mneme"), "", { mode: 0o755 });
  assertMatch(run(folder, installCommand(), ["--bin", bin], own), /\nRestart .*\nTo undo: /);
  run(folder, uninstallCommand(), []);
  assertMatch(
    run(folder, installCommand(), ["--bin", bin], other),
    /\nYour shell takes .*[\\/]other[\\/]mneme\S* for mneme; add to its profile: .*PATH.*\nTo undo: /i,
  );
});

Deno.test("mneme install says how a model may look back, what it is sent, and nothing where it does already", () => {
  using folder = new InstallFolder();
  const bin = folder.executables("dist");
  Deno.mkdirSync(`${folder.root}/client`);
  Deno.writeTextFileSync(executablePath(`${folder.root}/client`, "claude"), "", { mode: 0o755 });
  const said = (config: string, path = `${folder.root}/client`) => {
    Deno.mkdirSync(`${folder.root}/home`, { recursive: true });
    Deno.writeTextFileSync(`${folder.root}/home/config.yaml`, config);
    const printed = run(folder, installCommand(), ["--bin", bin], path);
    run(folder, uninstallCommand(), []);
    return printed.split("\n").filter((line) => line.includes("look_back"));
  };
  const sent =
    "(it is sent what was said and which tools, files and commands were used, not what they printed)";
  assertEquals(said(""), [
    "To have the `claude` that you are signed in with read finished sessions for what is worth keeping: " +
    `mneme config set llm.provider claude-cli && mneme config set triage.look_back true ${sent}`,
  ]);
  assertEquals(said("", "/nowhere"), []);
  assertEquals(said("llm: { provider: haiku }\n", "/nowhere"), [
    "To have the model that you have named read finished sessions for what is worth keeping: " +
    `mneme config set triage.look_back true ${sent}`,
  ]);
  assertEquals(said("llm: { provider: haiku }\ntriage: { look_back: true }\n"), []);
});

Deno.test("mneme install --dry-run shows a diff and makes nothing, not even the data folder", () => {
  using folder = new InstallFolder();
  folder.write('{\n  "model": "opus"\n}\n');
  const printed = run(folder, installCommand(), ["--bin", folder.executables("dist"), "--dry-run"]);
  assertMatch(printed, /^Dry run: nothing is changed\.\n/);
  assert(printed.includes('\n {\n-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n'), printed);
  assert(!printed.includes("Restart"));
  assertEquals(folder.read(), '{\n  "model": "opus"\n}\n');
  assertEquals(folder.names(folder.root), [".claude", "dist"]);
});

Deno.test("mneme install and uninstall give JSON of the same form", () => {
  using folder = new InstallFolder();
  const bin = folder.executables("dist");
  const installed = JSON.parse(run(folder, installCommand(), ["--bin", bin, "--json"]));
  const preview = JSON.parse(run(folder, uninstallCommand(), ["--dry-run", "--json"]));
  const uninstalled = JSON.parse(run(folder, uninstallCommand(), ["--json"]));
  assertEquals([installed.dry_run, installed.changed], [false, true]);
  assertEquals([preview.dry_run, preview.changed], [true, true]);
  assertMatch(preview.steps[0].diff, /^@@ /);
  assertEquals(uninstalled.steps, [{ step: "file", file: folder.settings, changed: true }]);
});

Deno.test("mneme uninstall without a settings file says so and succeeds", () => {
  using folder = new InstallFolder();
  assertEquals(
    run(folder, uninstallCommand(), []),
    `Nothing to remove: nothing of mneme is in ${folder.settings}\n`,
  );
  assertEquals(folder.names(folder.root), []);
});

Deno.test("mneme install and uninstall have aliases and show an example in their help", () => {
  for (const [command, name] of [[installCommand(), "install"], [uninstallCommand(), "uninstall"]] as const) {
    assertEquals([command.name(), command.alias()], [name, `${name}-hooks`]);
    let help = "";
    command.configureOutput({ writeOut: (text) => help += text }).outputHelp();
    assertMatch(help, new RegExp(`Example:\\n  mneme ${name} --dry-run`));
  }
});
