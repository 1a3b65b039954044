import { typedCommand } from "../../../../src/cli/install/own_folder.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { DoctorHome } from "../doctor/doctor_home.ts";

/** A home with executables; `look` runs with the folders, named below its root, as PATH. */
class CommandHome extends DoctorHome {
  look<T>(folders: readonly string[], look: () => T): T {
    const before = { PATH: Deno.env.get("PATH") ?? "", HOME: Deno.env.get("HOME") ?? "" };
    Deno.env.set("PATH", folders.map((folder) => `${this.root}/${folder}`).join(":"));
    Deno.env.set("HOME", `${this.root}/home`);
    try {
      return look();
    } finally {
      for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
    }
  }

  typed(...folders: string[]) {
    const { found, isThis, line } = this.look(folders, () => typedCommand(this.executables));
    return [found?.replace(this.root, ""), isThis, line.replace(this.root, "")];
  }
}

const LINE = 'export PATH="/dist:$PATH"';

Deno.test("typedCommand tells whether `mneme` in a shell is this one, and the line that makes it so", () => {
  using home = new CommandHome();
  Deno.mkdirSync(`${home.root}/others`);
  Deno.writeTextFileSync(`${home.root}/others/mneme`, "", { mode: 0o755 });
  assertEquals(home.typed("home"), [undefined, false, LINE]);
  assertEquals(home.typed("others", "dist"), ["/others/mneme", false, LINE]);
  assertEquals(home.typed("dist", "others"), ["/dist/mneme", true, LINE]);
});

Deno.test("typedCommand follows the installer's link, and advises its folder instead of that of all executables", () => {
  using home = new CommandHome();
  Deno.mkdirSync(`${home.root}/home/.local/bin`, { recursive: true });
  Deno.symlinkSync(`${home.executables}/mneme`, `${home.root}/home/.local/bin/mneme`);
  const line = 'export PATH="/home/.local/bin:$PATH"';
  assertEquals(home.typed("home/.local/bin"), ["/home/.local/bin/mneme", true, line]);
  assertEquals(home.typed("home"), [undefined, false, line]);
});

Deno.test("typedCommand knows the script by which the plugin starts this mneme", () => {
  using home = new CommandHome();
  Deno.mkdirSync(`${home.root}/plugin/bin`, { recursive: true });
  Deno.writeTextFileSync(`${home.root}/plugin/bin/mneme`, "", { mode: 0o755 });
  Deno.symlinkSync(home.executables, `${home.root}/plugin/programs`);
  assertEquals(home.typed("plugin/bin"), ["/plugin/bin/mneme", true, LINE]);
});

Deno.test("typedCommand quotes a folder with any marks", () => {
  using home = new CommandHome();
  const { line } = home.look([], () => typedCommand('/a "b"/$c'));
  assertEquals(line, 'export PATH="/a \\"b\\"/\\$c:$PATH"');
});
