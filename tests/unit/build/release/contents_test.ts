import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { PROJECT_ROOT } from "../../../_support/executables.ts";
import { bundledPackages, packageId } from "../../../../src/build/release/bundled_packages.ts";
import { licensesText } from "../../../../src/build/release/licenses.ts";
import { runtimeParts } from "../../../../src/build/release/runtime_parts.ts";
import { sbomText } from "../../../../src/build/release/sbom.ts";

const PACKAGES = await bundledPackages(PROJECT_ROOT);
const PARTS = runtimeParts();
const SUBJECT = { version: "1.2.3", target: "linux-x64", parts: PARTS, packages: PACKAGES };
const IMPORTS: Record<string, string> =
  JSON.parse(Deno.readTextFileSync(`${PROJECT_ROOT}/deno.json`)).imports;

/** Used by tests alone. */
const ONLY_IN_TESTS = ["fast-check", "gpt-tokenizer", "wabt"];

Deno.test("the packages are those of deno.json that executables hold, and what they need", () => {
  const direct = PACKAGES.filter(({ isDirect }) => isDirect).map(({ name }) => name);
  assertEquals(direct, Object.keys(IMPORTS).filter((name) => !ONLY_IN_TESTS.includes(name)).sort());
  const ids = new Set(PACKAGES.map(packageId));
  assertEquals(ids.size, PACKAGES.length);
  for (const one of PACKAGES) {
    for (const need of one.needs) assert(ids.has(need), `${one.name} needs ${need}`);
  }
  for (const name of ONLY_IN_TESTS) assert(!PACKAGES.some((one) => one.name === name), name);
});

Deno.test("every package comes with a licence that lets us ship it, and with its text", async () => {
  const allowed = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"];
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

Deno.test("the bill of materials is a CycloneDX 1.5 one, and each reference in it leads somewhere", () => {
  const sbom = JSON.parse(sbomText(SUBJECT));
  assertEquals([sbom.bomFormat, sbom.specVersion, sbom.version], ["CycloneDX", "1.5", 1]);
  assertMatch(
    sbom.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  const refs: string[] = sbom.components.map((one: { "bom-ref": string }) => one["bom-ref"]);
  assertEquals(new Set(refs).size, PARTS.length + PACKAGES.length);
  const known = new Set([sbom.metadata.component["bom-ref"], ...refs]);
  for (const { ref, dependsOn } of sbom.dependencies) {
    for (const one of [ref, ...dependsOn]) assert(known.has(one), one);
  }
  assertEquals(sbom.dependencies.length, refs.length + 1);
  for (const { purl, hashes } of sbom.components.filter((one: { purl?: string }) => one.purl !== undefined)) {
    assertMatch(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/);
    assertMatch(hashes[0].content, /^[0-9a-f]{128}$/);
  }
});

Deno.test("the bill of materials has no time in it and is the same for the same contents, else another", () => {
  const text = sbomText(SUBJECT);
  assertEquals(text, sbomText({ ...SUBJECT }));
  assert(!text.includes("timestamp"));
  const other = JSON.parse(sbomText({ ...SUBJECT, target: "macos-arm64" }));
  assert(other.serialNumber !== JSON.parse(text).serialNumber);
});
