import { assertEquals } from "../../_support/assert.ts";
import { fileName } from "../../../src/base/hash.ts";
import { fileNamesIn, meansFile, pathsEndingIn } from "../../../src/search/file_names.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, { meansFile });

Deno.test("fileName() reads paths of Windows", () => {
  assertEquals(fileName("C:\\cart\\http_client.ts"), "http_client.ts");
});

Deno.test("pathsEndingIn() cuts paths out of prose, and none that go on", () => {
  const text = "See `src/net/http_client.ts`, (http_client.ts:42) and http_client.tsx, http_client.ts.";
  assertEquals(pathsEndingIn(text, "http_client.ts"), [
    "src/net/http_client.ts",
    "http_client.ts",
    "http_client.ts",
  ]);
});

Deno.test("fileNamesIn() finds names in prose and in lists of files, each once", () => {
  const texts = [
    "The retry in src/net/http_client.ts and (`http_client.ts:42`) needs tsconfig.build.json.",
    JSON.stringify(["/a/b/Makefile", 'C:\\a "b"\\x.rs', "/a/b/"]),
    null,
  ];
  assertEquals(fileNamesIn(texts), ["http_client.ts", "tsconfig.build.json", "x.rs", "Makefile", "b"]);
  assertEquals(fileNamesIn(["see größe.ts, docs/отчёт.md"]), ["größe.ts", "отчёт.md"]);
  assertEquals(pathsEndingIn("look at src/größe/a.ts, then é.ts", "a.ts"), ["src/größe/a.ts"]);
});
