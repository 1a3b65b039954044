import { below } from "../../../src/base/slashes.ts";
import { executableName } from "../../../src/machine/files.ts";
import { closeStreams, leadsTo, programOnPath, quotedPath } from "../../../src/machine/mneme_command.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { test } from "../../_support/test_home.ts";
import { isWindows } from "../../_support/windows.ts";
import { withEnvironment } from "../../_support/with_environment.ts";

test("leadsTo() follows links, and the plugin's script to its programs", (home) => {
  const name = `programs/${executableName("mneme")}`;
  const program = `${home.root}/${name}`;
  for (const path of [name, "bin/mneme", "bin/mneme.cmd", "other"]) home.write(path, "");
  if (!isWindows) Deno.symlinkSync(program, `${home.root}/linked`); // a link takes a right of its own there
  const files = [name, "linked", "bin/mneme", "bin/mneme.cmd", "other", "none"];
  const found = files.map((file) => leadsTo(`${home.root}/${file}`, program));
  assertEquals(found, [true, !isWindows, true, true, false, false]);
});

// The slashes of a path of Windows alone are turned, and it is quoted as cmd does.
testVerdicts(import.meta.filename, { quotedPath });

test("programOnPath() finds on Windows an .exe and npm's .cmd, which have no modes there, and none in the folder that is open", (home) => {
  const root = home.project;
  Deno.writeTextFileSync(`${root}/claude`, "", { mode: 0o644 });
  Deno.writeTextFileSync(`${root}/claude.cmd`, "", { mode: 0o644 });
  withEnvironment({ PATH: ".;src;" }, () => assertEquals(programOnPath("claude", "windows"), undefined));
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
});

Deno.test("closeStreams() closes stdin, stdout and stderr, also where one of them is closed already", () => {
  const closed: number[] = [];
  const closeSync = (stream: number) => {
    closed.push(stream);
    if (stream === 1) throw new Error("EBADF");
  };
  closeStreams({ getBuiltinModule: () => ({ closeSync }) });
  assertEquals(closed, [0, 1, 2]);
});

Deno.test("closeStreams() finds how to do it in the runtime itself", async () => {
  const url = new URL("../../../src/machine/mneme_command.ts", import.meta.url).href;
  const code = `import { closeStreams } from "${url}"; console.log("before"); closeStreams(); Deno.exit(0)`;
  const { success, stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", code] }).output();
  assertEquals([success, new TextDecoder().decode(stdout)], [true, "before\n"]);
});
