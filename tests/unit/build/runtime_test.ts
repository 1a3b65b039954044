import { assertEquals, assertMatch, assertRejects } from "../../_support/assert.ts";
import { DONOR, recoveredRuntime } from "../../../src/build/recovered_runtime.ts";
import { cacheFolder, namedRuntime } from "../../../src/build/runtime.ts";

import { Environment } from "../../_support/with_environment.ts";
import { isWindows } from "../../_support/windows.ts";

const LINUX = { os: "linux", arch: "x86_64", denoVersion: DONOR.denoVersion };

Deno.test("namedRuntime uses an executable file as it is, and none when DENORT_BIN is unset or empty", async () => {
  assertEquals(await namedRuntime(undefined), undefined);
  assertEquals(await namedRuntime(""), undefined);
  const found = await namedRuntime(Deno.execPath());
  assertEquals(found?.path, Deno.execPath());
  assertMatch(found?.description ?? "", /DENORT_BIN/);
});

Deno.test("namedRuntime says what is wrong with the file that DENORT_BIN names", async () => {
  await assertRejects(
    namedRuntime("/no/such/denort"),
    /DENORT_BIN="\/no\/such\/denort": there is no such file/,
  );
  const file = await Deno.makeTempFile();
  try {
    if (!isWindows) await assertRejects(namedRuntime(file), /it is not executable/);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("recoveredRuntime exists for Linux x86-64 only", async () => {
  const cache = "/no/such/folder";
  assertEquals(await recoveredRuntime(cache, { ...LINUX, os: "darwin" }), undefined);
  assertEquals(await recoveredRuntime(cache, { ...LINUX, arch: "aarch64" }), undefined);
});

Deno.test("recoveredRuntime refuses a Deno of another version and names both", async () => {
  const cache = "/no/such/folder";
  await assertRejects(
    recoveredRuntime(cache, { ...LINUX, denoVersion: "2.9.5" }),
    /Deno 2\.9\.5.*Deno 2\.9\.4/,
  );
});

Deno.test("recoveredRuntime does not trust a cached file of other bytes", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/denort-${DONOR.denoVersion}-x86_64`, "not a runtime");
    await assertRejects(recoveredRuntime(folder, LINUX), (error: Error) => {
      assertMatch(
        error.message,
        new RegExp(`must be ${DONOR.runtime.digest} and is [0-9a-f]{64}; delete it`),
      );
      return true;
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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
