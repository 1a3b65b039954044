import { delimiter } from "node:path";
import { executablePath, typedCommand } from "../../../../src/cli/registration/own_folder.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { DoctorHome } from "../doctor/doctor_home.ts";
import { below } from "../../../../src/base/slashes.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { asElsewhere, isWindows, notOnWindows } from "../../../_support/windows.ts";

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
  Deno.mkdirSync(`${home.root}/others`);
  Deno.writeTextFileSync(executablePath(`${home.root}/others`, "mneme"), "", { mode: 0o755 });
  assertEquals(home.typed("home"), [undefined, false, LINE]);
  assertEquals(home.typed("others", "dist"), ["/others/mneme", false, LINE]);
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
