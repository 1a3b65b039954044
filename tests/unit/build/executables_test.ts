import { assert, assertEquals } from "../../_support/assert.ts";
import { EMPTY_PROGRAM, type Executable, EXECUTABLES } from "../../../src/build/executables.ts";
import { ENVIRONMENT_NAMES } from "../../../src/host/environment.ts";

const HOOKS = EXECUTABLES.filter(({ name }) => name !== "mneme");

function flags(executable: Executable, flag: string): string[] {
  return executable.permissions.filter((permission) => permission.split("=")[0] === flag);
}

Deno.test("the table names nine hooks and mneme, each once, with output and reason of its own row", () => {
  assertEquals(HOOKS.length, 9);
  assertEquals(EXECUTABLES.length, 10);
  for (const column of ["name", "entry", "output"] as const) {
    assertEquals(new Set(EXECUTABLES.map((row) => row[column])).size, 10, column);
  }
  for (const { name, output, reason } of EXECUTABLES) {
    assertEquals(output, `dist/${name}`);
    assert(reason.length > 20, name);
  }
});

Deno.test("of the hooks stop alone is compiled with the network, and nothing with everything or with native code", () => {
  const networked = EXECUTABLES.filter((executable) => flags(executable, "--allow-net").length > 0);
  assertEquals(networked.map(({ name }) => name), ["stop", "mneme"]);
  for (const executable of EXECUTABLES) {
    for (const flag of ["--allow-all", "-A", "--allow-ffi", "--allow-import"]) {
      assertEquals(flags(executable, flag), [], executable.name);
    }
  }
});

Deno.test("of the hooks only session-start, stop and session-end may start processes", () => {
  const runners = HOOKS.map((hook) => [hook.name, ...flags(hook, "--allow-run")]).filter((row) =>
    row.length > 1
  );
  assertEquals(runners, ["session-start", "stop", "session-end"].map((name) => [name, "--allow-run"]));
});

Deno.test("every hook but stop reads and writes files and reads listed variables, and may do nothing else", () => {
  for (const hook of HOOKS.filter(({ name }) => name !== "stop")) {
    const allowed = hook.permissions.map((permission) => permission.split("=")[0]);
    assertEquals(allowed.slice(0, 3), ["--allow-read", "--allow-write", "--allow-env"], hook.name);
    assert(allowed.slice(3).every((flag) => flag === "--allow-run"), hook.name);
    const variables = flags(hook, "--allow-env")[0]?.split("=")[1]?.split(",") ?? [];
    assertEquals(variables, [...ENVIRONMENT_NAMES], hook.name);
  }
});

Deno.test("the empty program has no permission and stays out of dist", () => {
  assertEquals(EMPTY_PROGRAM.permissions, []);
  assertEquals(EMPTY_PROGRAM.output.startsWith("build/"), true);
});
