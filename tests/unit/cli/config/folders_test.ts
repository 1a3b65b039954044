import { expandFolder } from "../../../../src/cli/config/folders.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { isWindows } from "../../../_support/windows.ts";
import { homeVariable } from "../../../../src/machine/paths.ts";

/** Gone by, as a project's path has none of them; what begins so on Windows is none. */
const DETOURS: [entry: string, pattern: string][] = [
  ["/home/me//secret/./x/..", "/home/me/secret"],
  ["/home/me/*/secret/", "/home/me/*/secret"],
  ["~/", "/home/me"],
  ["~/../you", "/home/you"],
];

Deno.test("expandFolder() gives the whole path that an entry means, and refuses what could fit none", () => {
  const cases: [entry: string, pattern: string | undefined][] = [
    ["/home/me/secret", "/home/me/secret"],
    ...(isWindows ? [] : DETOURS),
    ["/", "/"],
    ["~/secret", "/home/me/secret"],
    ["*", "*"],
    ["**/", "**/"],
    ["C:\\work\\secret", "C:\\work\\secret"],
    ["secret", undefined],
    ["./secret", undefined],
    ["../secret", undefined],
    ["*/secret", undefined],
    ["~", undefined],
    ["~you/secret", undefined],
    ["…", undefined],
    ["", undefined],
    ["/a\nb", undefined],
    [`/${"a".repeat(1000)}`, undefined],
    [`~/${"a".repeat(995)}`, undefined],
  ];
  withEnvironment({ [homeVariable()]: "/home/me" }, () => {
    for (const [entry, pattern] of cases) assertEquals([entry, expandFolder(entry)], [entry, pattern]);
  });
});
