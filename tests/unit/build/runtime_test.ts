import { HOOK_REGISTRATIONS } from "../../../src/base/hook_names.ts";
import { PROGRAM_FLAGS } from "../../../src/build/compile.ts";
import { EXECUTABLES, type Permission } from "../../../src/build/executables.ts";
import { ignoreVariables, placesOfNames } from "../../../src/build/ignored_variables.ts";
import { DONOR, npmRuntime } from "../../../src/build/recovered_runtime.ts";
import { cacheFolder, namedRuntime } from "../../../src/build/runtime.ts";
import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "../../_support/assert.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import { test } from "../../_support/test_home.ts";
import { isWindows } from "../../_support/windows.ts";
import { Environment } from "../../_support/with_environment.ts";

const LINUX = { os: "linux", arch: "x86_64", denoVersion: DONOR.denoVersion };

Deno.test("namedRuntime uses an executable file as it is, and none when DENORT_BIN is unset or empty", () => {
  assertEquals(namedRuntime(undefined), undefined);
  assertEquals(namedRuntime(""), undefined);
  const found = namedRuntime(Deno.execPath());
  assertEquals(found?.path, Deno.execPath());
  assertMatch(found?.description ?? "", /DENORT_BIN/);
});

Deno.test("namedRuntime says what is wrong with the file that DENORT_BIN names", () => {
  assertThrows(
    () => namedRuntime("/no/such/denort"),
    /DENORT_BIN="\/no\/such\/denort": there is no such file/,
  );
  if (!isWindows) assertThrows(() => namedRuntime(`${PROJECT_ROOT}/deno.json`), /it is not executable/);
});

Deno.test("npmRuntime exists for Linux x86-64 only, and for one Deno, which it names beside this one", async () => {
  const cache = "/no/such/folder";
  assertEquals(await npmRuntime(cache, { ...LINUX, os: "darwin" }), undefined);
  assertEquals(await npmRuntime(cache, { ...LINUX, arch: "aarch64" }), undefined);
  await assertRejects(
    npmRuntime(cache, { ...LINUX, denoVersion: "2.9.5" }),
    /Deno 2\.9\.5.*Deno 2\.9\.4/,
  );
});

test("npmRuntime does not trust a cached file of other bytes", async (home) => {
  home.write(`project/denort-${DONOR.denoVersion}-x86_64`, "not a runtime");
  const says = new RegExp(`must be ${DONOR.runtime.digest} and is [0-9a-f]{64}; delete it`);
  await assertRejects(npmRuntime(home.project, LINUX), says);
});

Deno.test("cacheFolder() lies in the user's cache, on every system", () => {
  const none = { XDG_CACHE_HOME: null, HOME: null, USERPROFILE: null };
  const found = (variables: Record<string, string>, system: typeof Deno.build.os) => {
    using _environment = new Environment({ ...none, ...variables });
    return cacheFolder("mneme-build", system);
  };
  assertEquals(found({ HOME: "/home/me" }, "linux"), "/home/me/.cache/mneme-build");
  assertEquals(found({ XDG_CACHE_HOME: "/cache", HOME: "/home/me" }, "linux"), "/cache/mneme-build");
  assertEquals(found({ USERPROFILE: "C:\\Users\\me" }, "windows"), "C:\\Users\\me/.cache/mneme-build");
});

const ENCODER = new TextEncoder();
const CONSTANTS = "EntriesNODE_CHANNEL_FDNODE_CHANNEL_SERIALIZATION_MODEDENO_LOG_STYLEDENO_LOGTrailing" +
  "DENO_TOKIO_EVENT_INTERVALDENO_TOKIO_MAX";
const RENAMED = "EntriesMNEM_CHANNEL_FDNODE_CHANNEL_SERIALIZATION_MODEDENO_LOG_STYLEMNEM_LOGTrailing" +
  "MNEM_TOKIO_EVENT_INTERVALDENO_TOKIO_MAX";

/** A small program: the mark of its format, some other bytes, and the constants of the runtime. */
function programWith(constants: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...ENCODER.encode("\x7fELF"), 2, 1, 0, 0xff, 0xfe, ...ENCODER.encode(constants), 0]);
}

test("an executable asks for variables of other names, and all else in it stays", async (home) => {
  home.write("program", programWith(CONSTANTS));
  for (const _ of ["once", "and again"]) {
    await ignoreVariables(`${home.root}/program`);
    assertEquals(Deno.readFileSync(`${home.root}/program`), programWith(RENAMED));
  }
});

Deno.test("what is no ELF file has no names to change", () => {
  const bytes = programWith(CONSTANTS);
  assertEquals(placesOfNames(bytes).length, 3);
  assertEquals(placesOfNames(bytes.slice(1)), []);
  assertEquals(placesOfNames(new Uint8Array(0)), []);
});

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

Deno.test("of the hooks stop alone keeps the network and all variables, and with session-start and session-end processes", () => {
  const kept = (["net", "env", "sys", "run"] as const).map((permission) => keepers(permission).join(" "));
  assertEquals(kept, ["stop mneme", "stop mneme", "mneme", "session-start stop session-end mneme"]);
});

Deno.test("the program is granted neither everything nor native code", () => {
  for (const flag of ["--allow-all", "-A", "--allow-ffi", "--allow-import"]) {
    assertEquals(PROGRAM_FLAGS.filter((one) => one.startsWith(flag)), []);
  }
});
