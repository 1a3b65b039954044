import { assertEquals } from "../../_support/assert.ts";
import { leadsTo } from "../../../src/machine/mneme_command.ts";

Deno.test("leadsTo() follows links, and the plugin's script to its programs", () => {
  const root = Deno.makeTempDirSync({ prefix: "mneme-command-" });
  try {
    for (const folder of ["programs", "bin", "links"]) Deno.mkdirSync(`${root}/${folder}`);
    const program = `${root}/programs/mneme`;
    for (const path of [program, `${root}/bin/mneme`, `${root}/other`]) Deno.writeTextFileSync(path, "");
    Deno.symlinkSync(program, `${root}/links/mneme`);
    const files = ["programs/mneme", "links/mneme", "bin/mneme", "other", "none"];
    assertEquals(files.map((file) => leadsTo(`${root}/${file}`, program)), [true, true, true, false, false]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
