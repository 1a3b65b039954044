import { assert, assertEquals } from "../../_support/assert.ts";
import { EXECUTABLES, type Permission } from "../../../src/build/executables.ts";
import { PROGRAM_FLAGS } from "../../../src/build/compile.ts";
import { HOOK_REGISTRATIONS } from "../../../src/base/hook_names.ts";

const HOOKS = EXECUTABLES.filter(({ name }) => name !== "mneme");

function keepers(permission: Permission): string[] {
  return EXECUTABLES.filter(({ keeps }) => keeps.includes(permission)).map(({ name }) => name);
}

Deno.test("the table names mneme and every hook that is registered, each once and with a reason", () => {
  const registered = new Set<string>(HOOK_REGISTRATIONS.map(({ executable }) => executable));
  assertEquals(new Set(HOOKS.map(({ name }) => name)), registered);
  assertEquals(HOOKS.length, registered.size);
  for (const { name, reason } of EXECUTABLES) assert(reason.length > 20, name);
});

Deno.test("of the hooks stop alone keeps the network and all variables", () => {
  assertEquals(keepers("net"), ["stop", "mneme"]);
  assertEquals(keepers("env"), ["stop", "mneme"]);
  assertEquals(keepers("sys"), ["mneme"]);
});

Deno.test("of the hooks only session-start, stop and session-end keep the right to start processes", () => {
  assertEquals(keepers("run"), ["session-start", "stop", "session-end", "mneme"]);
});

Deno.test("the program is granted neither everything nor native code", () => {
  for (const flag of ["--allow-all", "-A", "--allow-ffi", "--allow-import"]) {
    assertEquals(PROGRAM_FLAGS.filter((one) => one.startsWith(flag)), []);
  }
});
