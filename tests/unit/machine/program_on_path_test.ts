import { assertEquals } from "../../_support/assert.ts";
import { withEnvironment } from "../../_support/with_environment.ts";
import { programOnPath } from "../../../src/machine/mneme_command.ts";
import { below } from "../../../src/base/slashes.ts";
import { isWindows } from "../../_support/windows.ts";

Deno.test("programOnPath() finds on Windows an .exe and npm's .cmd, which have no modes there", () => {
  const root = Deno.makeTempDirSync({ prefix: "mneme-path-" });
  try {
    Deno.writeTextFileSync(`${root}/claude`, "", { mode: 0o644 });
    Deno.writeTextFileSync(`${root}/claude.cmd`, "", { mode: 0o644 });
    withEnvironment({ PATH: `/absent;${root};;` }, () => {
      assertEquals(programOnPath("claude", "windows"), below(root, "claude.cmd"));
      Deno.writeTextFileSync(`${root}/claude.exe`, "", { mode: 0o644 });
      assertEquals(programOnPath("claude", "windows"), below(root, "claude.exe"));
    });
    if (isWindows) return; // where a drive's name has a colon
    withEnvironment({ PATH: `/absent:${root}` }, () => {
      assertEquals(programOnPath("claude", "linux"), undefined);
      Deno.chmodSync(`${root}/claude`, 0o755);
      assertEquals(programOnPath("claude", "darwin"), `${root}/claude`);
    });
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
