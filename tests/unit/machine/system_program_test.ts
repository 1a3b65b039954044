import { endTree } from "../../../src/machine/system_program.ts";
import { assertEquals } from "../../_support/assert.ts";
import { withEnvironmentDuring } from "../../_support/with_environment.ts";

/** Starts another one of itself, which has its output, and waits for ever. */
const PARENT = `
  if (Deno.args[0] === undefined) {
    new Deno.Command(Deno.execPath(), { args: ["run", "-A", import.meta.filename, "child"] }).spawn();
  } else console.log("started");
  setInterval(() => {}, 1000);
`;

Deno.test("endTree() ends a process with what it has started", async () => {
  const script = Deno.makeTempFileSync({ suffix: ".ts" });
  Deno.writeTextFileSync(script, PARENT);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script],
    stdout: "piped",
    detached: Deno.build.os !== "windows",
  }).spawn();
  const reader = child.stdout.getReader();
  assertEquals(new TextDecoder().decode((await reader.read()).value), "started\n");
  await endTree(child);
  assertEquals((await reader.read()).done, true); // both have let go of it
  await child.status;
  Deno.removeSync(script);
});

Deno.test({
  name: "endTree() asks Windows' own taskkill, by its whole path",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = Deno.makeTempDirSync();
    const taskkill = `${folder}/Windows\\System32\\taskkill.exe`;
    Deno.writeTextFileSync(taskkill, `#!/bin/sh\necho "$@" > '${folder}/args'\nkill -9 "$4"\n`, {
      mode: 0o755,
    });
    const child = new Deno.Command("sleep", { args: ["100"] }).spawn();
    await withEnvironmentDuring({ SystemRoot: `${folder}/Windows` }, () => endTree(child, "windows"));
    assertEquals((await child.status).signal, "SIGKILL");
    assertEquals(Deno.readTextFileSync(`${folder}/args`), `/T /F /PID ${child.pid}\n`);
    Deno.removeSync(folder, { recursive: true });
  },
});
