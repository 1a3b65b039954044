import { HOOK_REGISTRATIONS } from "../../../src/base/hook_names.ts";
import { PROGRAM_FLAGS } from "../../../src/build/compile.ts";
import { EXECUTABLES, type Permission } from "../../../src/build/executables.ts";
import { ignoreVariables, placesOfNames } from "../../../src/build/ignored_variables.ts";
import { cacheFolder, namedRuntime, npmRuntime } from "../../../src/build/runtime.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../../_support/assert.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import { namesIn, test, TestHome } from "../../_support/test_home.ts";
import { isWindows } from "../../_support/windows.ts";
import { Environment } from "../../_support/with_environment.ts";

const LINUX = { os: "linux", arch: "x86_64", denoVersion: Deno.version.deno };

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

Deno.test("npmRuntime is for Linux x86-64 only", () => {
  assertEquals(npmRuntime("/no/such/folder/denort", { ...LINUX, os: "darwin" }), undefined);
  assertEquals(npmRuntime("/no/such/folder/denort", { ...LINUX, arch: "aarch64" }), undefined);
});

/** What makes it is a script for Linux. */
function onLinux(name: string, work: (home: TestHome) => void): void {
  const fn = () => {
    using home = new TestHome();
    work(home);
  };
  Deno.test({ name, ignore: Deno.build.os !== "linux", fn });
}

/** Asserts what npmRuntime says, and that it leaves the project as it is. */
function assertRefused(home: TestHome, denoVersion: string, message: RegExp): void {
  const names = namesIn(home.project);
  assertThrows(() => npmRuntime(`${home.project}/denort`, { ...LINUX, denoVersion }), message);
  assertEquals(namesIn(home.project), names);
}

onLinux("npmRuntime is of one Deno, which it names beside this one", (home) => {
  assertRefused(
    home,
    "2.9.5",
    /^BuildError: [^\n]* Deno 2\.9\.5: [^\n]* npx -y deno@2\.9\.4 task build, or set DENORT_BIN/,
  );
});

onLinux("npmRuntime does not trust a cached file of other bytes", (home) => {
  home.write("project/denort", "not a runtime");
  assertRefused(home, LINUX.denoVersion, /SHA-256 must be [0-9a-f]{64} and is [0-9a-f]{64}; delete it/);
});

onLinux("npmRuntime says why npm failed, and does not trust a package of other bytes", (home) => {
  using _environment = new Environment({ PATH: `${home.root}/bin:${Deno.env.get("PATH")}` });
  const npm = (script: string) => {
    home.write("bin/npm", `#!/bin/sh\n${script}\n`);
    Deno.chmodSync(`${home.root}/bin/npm`, 0o755);
  };
  npm("echo 'no such host' >&2; echo 'more words' >&2; exit 1");
  assertRefused(
    home,
    LINUX.denoVersion,
    /: npm failed \(no such host\); install npm [^\n]*, or set DENORT_BIN/,
  );
  npm('echo "not a package" >"$4/package.tgz"');
  assertRefused(
    home,
    LINUX.denoVersion,
    /package \S+: its SHA-512 must be [0-9a-f]{128} and is [0-9a-f]{128}; report/,
  );
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
