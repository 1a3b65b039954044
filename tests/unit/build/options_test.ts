import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { type BuildMachine, parseRelease, releaseName, TARGETS } from "../../../src/build/release_options.ts";

const HERE: BuildMachine = { version: "1.2.3", triple: "x86_64-unknown-linux-gnu", denortBin: undefined };

const words = (line: string): string[] => line === "" ? [] : line.split(" ");

Deno.test("a release of every target is named after version and target", () => {
  for (const { name } of TARGETS) {
    const options = parseRelease(words(`--target ${name} --version 1.2.3`), HERE);
    assertEquals(releaseName(options), `mneme-1.2.3-${name}`);
    assertEquals([options.isTestRuntime, options.isUnpacked, options.out], [false, false, undefined]);
  }
});

Deno.test("an archive for tests says so in its name", () => {
  const options = parseRelease(words("--target linux-x64 --version 1.2.3 --test-runtime"), HERE);
  assertEquals(releaseName(options), "mneme-1.2.3-linux-x64-test-runtime");
  const named = parseRelease(words("--target linux-x64 --version 1.2.3 --test-runtime"), {
    ...HERE,
    denortBin: "/denort",
  });
  assertEquals(named.isTestRuntime, true);
});

Deno.test("a release that cannot be is refused in one line", () => {
  type Case = [line: string, changes: Partial<BuildMachine>, error: string];
  for (const [line, changes, error] of casesOf<Case>(import.meta.filename)) {
    assertThrows(() => parseRelease(words(line), { ...HERE, ...changes }), (thrown: Error) => {
      assertEquals(thrown.message.includes("\n"), false);
      return thrown.message.startsWith("Cannot release") && new RegExp(error).test(thrown.message);
    }, line);
  }
});
