import type { Command } from "commander";
import { delimiter } from "node:path";
import { below } from "../../../../src/base/slashes.ts";
import { installCommand, uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import {
  type InstallStep,
  installSteps,
  type StepMode,
  type StepReport,
} from "../../../../src/cli/registration/install_step.ts";
import { executablePath, ownFolder, typedCommand } from "../../../../src/cli/registration/own_folder.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { asElsewhere, isWindows, notOnWindows } from "../../../_support/windows.ts";
import { Captured, Environment } from "../../../_support/with_environment.ts";
import { DoctorHome } from "../doctor/doctor_home.ts";
import { InstallFolder, test } from "./install_folder.ts";

/** Runs the command as `main` does and gives what it printed to stdout. */
function run(folder: InstallFolder, command: Command, args: readonly string[], path = "/nowhere"): string {
  using _environment = new Environment({ MNEME_HOME: below(folder.root, "home"), PATH: path });
  using printed = new Captured(Deno.stdout);
  command.exitOverride().parse(["--settings", folder.settings, ...args], { from: "user" });
  return printed.text;
}

test("mneme install says nothing of the PATH where a shell finds this mneme there, and names another", (folder) => {
  const bin = folder.executables("dist");
  Deno.writeTextFileSync(executablePath(bin, "mneme"), "", { mode: 0o755 });
  const [own, other] = [bin, `${folder.root}/other`];
  Deno.mkdirSync(other);
  Deno.writeTextFileSync(executablePath(other, "mneme"), "", { mode: 0o755 });
  assertMatch(run(folder, installCommand(), ["--bin", bin], own), /\nRestart .*\nTo undo: /);
  run(folder, uninstallCommand(), []);
  assertMatch(
    run(folder, installCommand(), ["--bin", bin], other),
    /\nYour shell starts .*[\\/]other[\\/]mneme\S* for `mneme`; add to its profile: .*PATH.*\nTo undo: /i,
  );
});

test("mneme install --dry-run shows a diff and makes nothing, not even the data folder", (folder) => {
  folder.write('{\n  "model": "opus"\n}\n');
  const printed = run(folder, installCommand(), ["--bin", folder.executables("dist"), "--dry-run"]);
  assertMatch(printed, /^Dry run: nothing is changed\.\n/);
  assert(printed.includes('\n {\n-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n'), printed);
  assert(!printed.includes("Restart"));
  assertEquals(folder.read(), '{\n  "model": "opus"\n}\n');
  assertEquals(folder.names(folder.root), [".claude", "dist"]);
});

test("mneme install and uninstall give JSON of the same form", (folder) => {
  const bin = folder.executables("dist");
  const installed = JSON.parse(run(folder, installCommand(), ["--bin", bin, "--json"]));
  const preview = JSON.parse(run(folder, uninstallCommand(), ["--dry-run", "--json"]));
  const uninstalled = JSON.parse(run(folder, uninstallCommand(), ["--json"]));
  assertEquals([installed.dry_run, installed.changed], [false, true]);
  assertEquals([preview.dry_run, preview.changed], [true, true]);
  assertMatch(preview.steps[0].diff, /^@@ /);
  assertEquals(uninstalled.steps, [{ step: "file", file: folder.settings, changed: true }]);
});

function recordingStep(name: string, log: string[], refusal?: Error): InstallStep {
  const report: StepReport = { changed: true, lines: [name], diff: "", data: {} };
  const run = (verb: string) => (mode: StepMode) => {
    log.push(`${verb} ${name} ${mode}`);
    if (refusal !== undefined) throw refusal;
    return report;
  };
  return { install: run("install"), uninstall: run("uninstall") };
}

Deno.test("installSteps() previews all and prepares before it applies any", () => {
  const log: string[] = [];
  const steps = [recordingStep("a", log), recordingStep("b", log)];
  installSteps(steps, "apply", () => log.push("prepare"));
  const both = "install a preview, install b preview";
  assertEquals(log.splice(0).join(", "), `${both}, prepare, install a apply, install b apply`);
  installSteps(steps, "preview", () => log.push("prepare"));
  const refusing = [...steps, recordingStep("c", log, new Error("refused"))];
  assertThrows(() => installSteps(refusing, "apply", () => log.push("prepare")));
  assertEquals(log.splice(0).join(", "), `${both}, ${both}, install c preview`);
});

notOnWindows(
  "links",
  "ownFolder is where the executables are, also for a mneme that was started by a link",
  () => {
    using home = new CliHome();
    const root = Deno.realPathSync(home.root);
    Deno.mkdirSync(`${root}/versions/1.0.0`, { recursive: true });
    Deno.writeTextFileSync(`${root}/versions/1.0.0/mneme`, "");
    Deno.symlinkSync("1.0.0", `${root}/versions/current`);
    Deno.symlinkSync(`${root}/versions/current/mneme`, `${root}/mneme`);
    for (const self of ["mneme", "versions/1.0.0/mneme", "versions/current/mneme"]) {
      assertEquals(ownFolder(`${root}/${self}`), `${root}/versions/current`, self);
    }
    assertEquals(ownFolder(`${root}/gone/mneme`), `${root}/gone`);
  },
);

/** A home with executables; `look` runs with the folders, named below its root, as PATH. */
class CommandHome extends DoctorHome {
  look<T>(folders: readonly string[], look: () => T): T {
    using _environment = new Environment({
      PATH: folders.map((folder) => below(this.root, folder)).join(delimiter),
      [homeVariable()]: below(this.root, "home"),
    });
    return look();
  }

  typed(...folders: string[]) {
    const { found, isThis, line } = this.look(folders, () => typedCommand(this.executables));
    return [found && asElsewhere(found.replace(this.root, "")), isThis, line.replace(this.root, "")];
  }
}

const LINE = isWindows ? "$env:Path = '\\dist;' + $env:Path" : 'export PATH="/dist:$PATH"';

Deno.test("typedCommand tells whether `mneme` in a shell is this one, and the line that makes it so", () => {
  using home = new CommandHome();
  for (const folder of ["others", "node_modules/.bin"]) {
    Deno.mkdirSync(`${home.root}/${folder}`, { recursive: true });
    Deno.writeTextFileSync(executablePath(`${home.root}/${folder}`, "mneme"), "", { mode: 0o755 });
  }
  assertEquals(home.typed("home"), [undefined, false, LINE]);
  assertEquals(home.typed("others", "dist"), ["/others/mneme", false, LINE]);
  assertEquals(home.typed("node_modules/.bin", "dist"), ["/dist/mneme", true, LINE]);
  assertEquals(home.typed("dist", "others"), ["/dist/mneme", true, LINE]);
});

notOnWindows(
  "links",
  "typedCommand follows the installer's link, and advises its folder instead of that of all executables",
  () => {
    using home = new CommandHome();
    Deno.mkdirSync(`${home.root}/home/.local/bin`, { recursive: true });
    Deno.symlinkSync(`${home.executables}/mneme`, `${home.root}/home/.local/bin/mneme`);
    const line = 'export PATH="/home/.local/bin:$PATH"';
    assertEquals(home.typed("home/.local/bin"), ["/home/.local/bin/mneme", true, line]);
    assertEquals(home.typed("home"), [undefined, false, line]);
  },
);

notOnWindows("links", "typedCommand knows the script by which the plugin starts this mneme", () => {
  using home = new CommandHome();
  Deno.mkdirSync(`${home.root}/plugin/bin`, { recursive: true });
  Deno.writeTextFileSync(`${home.root}/plugin/bin/mneme`, "", { mode: 0o755 });
  Deno.symlinkSync(home.executables, `${home.root}/plugin/programs`);
  assertEquals(home.typed("plugin/bin"), ["/plugin/bin/mneme", true, LINE]);
});

Deno.test("typedCommand quotes a folder with any marks", () => {
  using home = new CommandHome();
  const { line } = home.look([], () => typedCommand(isWindows ? "C:\\o'neil $c" : '/a "b"/$c'));
  const expected = isWindows
    ? "$env:Path = 'C:\\o''neil $c;' + $env:Path"
    : 'export PATH="/a \\"b\\"/\\$c:$PATH"';
  assertEquals(line, expected);
});

Deno.test("mneme install registers the hooks beside a database of a newer mneme, as a rollback needs it", async () => {
  using home = new DoctorHome();
  home.withStore((store) => store.run("pragma user_version = 999"));
  const args = ["--bin", home.executables, "--settings", `${home.root}/settings.json`];
  const { stdout, stderr, error } = await home.run(installCommand(), args);
  assertEquals(error, undefined);
  assertMatch(stdout, /^The hooks in .*: added\n/);
  assertMatch(stderr, /^mneme: Cannot open .* schema 999.*; until then the hooks write to the spool\n$/);
});

Deno.test("mneme install changes no agent's file where an executable is missing", async () => {
  using home = new CliHome();
  for (const client of ["claude", "gemini"]) {
    const { error } = await home.run(installCommand(), ["--bin", `${home.root}/gone`, "--client", client]);
    assertMatch(String(error), /Cannot install the hooks: there is no folder .*[\\/]gone$/);
    assertEquals([...Deno.readDirSync(`${home.root}/home`)], [], client);
  }
});
