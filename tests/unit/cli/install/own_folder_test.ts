import { ownFolder } from "../../../../src/cli/registration/own_folder.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { notOnWindows } from "../../../_support/windows.ts";

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
