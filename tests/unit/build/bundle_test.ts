import { bundledPackages, licensesText, packageId, runtimeParts } from "../../../src/build/packages.ts";
import { firstComplaint, runDeno } from "../../../src/build/run_deno.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";

testVerdicts(import.meta.filename, { firstComplaint });

Deno.test("runDeno tells success from failure and keeps the streams apart", async () => {
  const cwd = Deno.cwd();
  const wanted = { success: true, stdout: "1\n", stderr: "2\n" };
  assertEquals(await runDeno(["eval", "console.log(1); console.error(2)"], { cwd }), wanted);
  assertEquals((await runDeno(["eval", "Deno.exit(3)"], { cwd })).success, false);
});

const PACKAGES = await bundledPackages(PROJECT_ROOT);
const PARTS = runtimeParts();
const IMPORTS: Record<string, string> =
  JSON.parse(Deno.readTextFileSync(`${PROJECT_ROOT}/deno.json`)).imports;

/** Used by tests and releases alone. */
const NOT_SHIPPED = ["axe-core", "fast-check", "fflate", "gpt-tokenizer", "puppeteer-core", "rollup"];

Deno.test("the packages are those of deno.json that executables hold, and what they need", () => {
  const names = PACKAGES.map(({ name }) => name);
  const direct = Object.keys(IMPORTS).map((name) => name.replace(/\/$/, ""))
    .filter((name) => !NOT_SHIPPED.includes(name));
  assertEquals(direct.filter((name) => !names.includes(name)), []);
  const ids = new Set(PACKAGES.map(packageId));
  assertEquals(ids.size, PACKAGES.length);
  for (const name of NOT_SHIPPED) assert(!PACKAGES.some((one) => one.name === name), name);
});

Deno.test("every package comes with a licence that lets us ship it, and with its text", async () => {
  const allowed = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"];
  assertEquals(PACKAGES.filter(({ license }) => !allowed.includes(license)).map(packageId), []);
  const text = await licensesText(PARTS, PACKAGES);
  for (const one of [...PARTS, ...PACKAGES]) {
    assert(
      text.includes(`\n## ${packageId(one)} (`) || text.includes(`\n## ${one.name} ${one.version} (`),
      one.name,
    );
  }
  assert(!text.includes("comes without its text"));
  assertEquals(text, await licensesText(PARTS, PACKAGES.map((one) => ({ ...one }))));
});
