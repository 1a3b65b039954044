import { assertEquals } from "../../_support/assert.ts";
import { fileName } from "../../../src/base/hash.ts";
import { fileNamesIn, meansFile, pathsEndingIn } from "../../../src/search/file_names.ts";

const FILE = "/home/dev/cart/src/net/http_client.ts";

const MEANT = [
  FILE,
  "src/net/http_client.ts",
  "./src/net/http_client.ts",
  "net/http_client.ts",
  "http_client.ts",
];
const NOT_MEANT = [
  "lib/http_client.ts",
  "/home/dev/other/src/net/http_client.ts",
  "client.ts",
  "http_client.tsx",
  "",
];

for (const path of MEANT) {
  Deno.test(`meansFile() finds the file in ${path}`, () => assertEquals(meansFile([path], FILE), true));
}

for (const path of NOT_MEANT) {
  Deno.test(`meansFile() does not take ${JSON.stringify(path)} for the file`, () => {
    assertEquals(meansFile([path], FILE), false);
  });
}

Deno.test("meansFile() asks for more than the bare name of a file that every project has", () => {
  assertEquals(meansFile(["index.ts", "README.md"], "/home/dev/cart/src/index.ts"), false);
  assertEquals(meansFile(["src/index.ts"], "/home/dev/cart/src/index.ts"), true);
});

Deno.test("meansFile() takes such a name for the file of the project's own folder", () => {
  const means = (path: string, file: string) => meansFile([path], file, "/home/dev/cart");
  assertEquals(means("Makefile", "/home/dev/cart/Makefile"), true);
  assertEquals(means("./package.json", "/home/dev/cart/package.json"), true);
  assertEquals(means("package.json", "/home/dev/cart/web/package.json"), false);
  assertEquals(meansFile(["package.json"], "C:\\cart\\package.json", "C:\\cart"), true);
});

Deno.test("meansFile() reads paths of Windows", () => {
  assertEquals(meansFile(["src\\net\\http_client.ts"], "C:\\cart\\src\\net\\http_client.ts"), true);
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
});
