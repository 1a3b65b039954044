import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { type BuildMachine, parseRelease, releaseName, TARGETS } from "../../../src/build/release_options.ts";

const HERE: BuildMachine = { version: "1.2.3", triple: "x86_64-unknown-linux-gnu", denortBin: undefined };

function words(line: string): string[] {
  return line === "" ? [] : line.split(" ");
}

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
  const cases: readonly [string, Partial<BuildMachine>, RegExp][] = [
    [
      "",
      {},
      /--target is not given; choose from linux-x64, linux-arm64, macos-x64, macos-arm64, windows-x64$/,
    ],
    ["--target linux-x86 --version 1.2.3", {}, /--target is linux-x86; choose from /],
    ["--target linux-x64", {}, /--version is not given and src\/base\/version\.ts says 1\.2\.3; /],
    [
      "--target linux-x64 --version 1.2.4",
      {},
      /--version is 1\.2\.4 and src\/base\/version\.ts says 1\.2\.3; /,
    ],
    [
      "--target linux-x64 --version 1.2.3",
      { denortBin: "/tmp/denort" },
      /DENORT_BIN="\/tmp\/denort": .*; unset/,
    ],
    ["--target linux-arm64 --version 1.2.3 --test-runtime", {}, /this machine is x86_64-unknown-linux-gnu/],
  ];
  for (const [line, changes, error] of cases) {
    assertThrows(() => parseRelease(words(line), { ...HERE, ...changes }), (thrown: Error) => {
      assertEquals(thrown.message.includes("\n"), false);
      return thrown.message.startsWith("Cannot release") && error.test(thrown.message);
    }, line);
  }
});
