import { assertEquals, assertMatch, assertRejects } from "../../_support/assert.ts";
import { DONOR, recoveredRuntime } from "../../../src/build/recovered_runtime.ts";
import { type CompileRuntime, findRuntime, namedRuntime } from "../../../src/build/runtime.ts";

const LINUX = { os: "linux", arch: "x86_64", denoVersion: DONOR.denoVersion };

function runtime(way: CompileRuntime["way"]): CompileRuntime {
  return { way, identity: way, description: way };
}

Deno.test("findRuntime takes the first way that leads to a runtime and tries no later one", async () => {
  const tried: string[] = [];
  const way = (name: CompileRuntime["way"], found?: CompileRuntime) => () => {
    tried.push(name);
    return Promise.resolve(found);
  };
  const found = await findRuntime([
    way("named"),
    way("deno", runtime("deno")),
    way("recovered", runtime("recovered")),
  ]);
  assertEquals(found.way, "deno");
  assertEquals(tried, ["named", "deno"]);
});

Deno.test("findRuntime names the three ways when none leads to a runtime", async () => {
  await assertRejects(findRuntime([() => Promise.resolve(undefined)]), (error: Error) => {
    for (const word of ["DENORT_BIN", "Deno download", "npm registry"]) {
      assertMatch(error.message, new RegExp(word));
    }
    return true;
  });
});

Deno.test("findRuntime ends at a way that fails rather than hiding it behind the next", async () => {
  const failing = () => Promise.reject(new Error("not executable"));
  await assertRejects(findRuntime([failing, () => Promise.resolve(runtime("deno"))]), /not executable/);
});

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
    await assertRejects(namedRuntime(file), /it is not executable/);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("recoveredRuntime exists for Linux x86-64 only", async () => {
  const cache = { folder: "/no/such/folder", verified: undefined };
  assertEquals(await recoveredRuntime(cache, { ...LINUX, os: "darwin" }), undefined);
  assertEquals(await recoveredRuntime(cache, { ...LINUX, arch: "aarch64" }), undefined);
});

Deno.test("recoveredRuntime refuses a Deno of another version and names both", async () => {
  const cache = { folder: "/no/such/folder", verified: undefined };
  await assertRejects(
    recoveredRuntime(cache, { ...LINUX, denoVersion: "2.9.5" }),
    /Deno 2\.9\.5.*Deno 2\.9\.4/,
  );
});

Deno.test("recoveredRuntime does not trust a cached file of other bytes", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/denort-${DONOR.denoVersion}-x86_64`, "not a runtime");
    await assertRejects(recoveredRuntime({ folder, verified: undefined }, LINUX), (error: Error) => {
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
