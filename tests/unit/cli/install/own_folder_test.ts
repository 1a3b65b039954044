import { ownFolder } from "../../../../src/cli/install/own_folder.ts";
import { findVersions } from "../../../../src/cli/upgrade/versions.ts";
import { assertEquals } from "../../../_support/assert.ts";

Deno.test("ownFolder() and findVersions() find the versions also behind the link by which macOS names the program", () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-versions-" }));
  try {
    Deno.mkdirSync(`${root}/share/0.1.0`, { recursive: true });
    Deno.mkdirSync(`${root}/bin`);
    Deno.writeTextFileSync(`${root}/share/0.1.0/mneme`, "");
    Deno.symlinkSync("0.1.0", `${root}/share/current`);
    Deno.symlinkSync(`${root}/share/current/mneme`, `${root}/bin/mneme`);
    for (const self of ["bin/mneme", "share/current/mneme", "share/0.1.0/mneme"]) {
      const found = findVersions(`${root}/${self}`);
      assertEquals([self, ownFolder(`${root}/${self}`)], [self, `${root}/share/current`]);
      assertEquals([self, found?.root, found?.current], [self, `${root}/share`, "0.1.0"]);
    }
    assertEquals(ownFolder(`${root}/gone/mneme`), `${root}/gone`);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
